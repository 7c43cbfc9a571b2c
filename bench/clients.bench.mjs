// Clients that finish a batch against a quota that they are not told, side by side, over real sockets and in real time.
// About five minutes; flags choose a part of it. The last part is a longer batch for the library and the two best peers.

import { writeFileSync } from 'node:fs';
import { bestPeers } from './clients/best-peers.mjs';
import { readOptions } from './clients/options.mjs';
import { ensurePeers } from './clients/peers.mjs';
import { play } from './clients/play.mjs';
import { markdownOf, printed } from './clients/report.mjs';
import { scenarios } from './clients/scenarios.mjs';
import { startServer } from './clients/server.mjs';

export const title = 'finishing a batch under an unknown quota';
export const usage = '[--only NAMES] [--scenario NAMES] [--requests N] [--rounds N] [--markdown FILE]';

const REQUESTS = 200;
const LONG = 1000;
/** How many processes may run at once: more would measure the machine. */
const PROCESSES = 24;

export async function bench(flags) {
  const options = optionsOrExit(flags);
  ensurePeers();
  const server = await startServer();
  const { rounds } = options;
  const requests = options.requests ?? REQUESTS;
  const results = [];
  const show = (result) => {
    printed(result);
    results.push(result);
  };
  try {
    for (const scenario of options.scenarios) {
      const scores = [];
      for (const names of inParts(options.contestants, scenario)) {
        scores.push(...(await play(server, { scenario, names, requests, rounds })));
      }
      show({ scenario, requests, scores });
    }
    if (options.isWhole) {
      const names = ['holdoff', ...bestPeers(results, 2)];
      const long = options.scenarios.filter((scenario) => processesOf(scenario) === 1);
      const plays = long.map((scenario) => play(server, { scenario, names, requests: LONG, rounds }));
      for (const [index, scores] of (await Promise.all(plays)).entries()) {
        show({ scenario: long[index], requests: LONG, scores });
      }
    }
  } finally {
    await server.close();
  }
  if (options.markdown !== null) writeFileSync(options.markdown, `${results.map(markdownOf).join('\n\n')}\n`);
}

function optionsOrExit(flags) {
  try {
    return readOptions(flags);
  } catch (error) {
    console.error(`${error.message}\nusage: clients ${usage}`);
    process.exit(2);
  }
}

const processesOf = (scenario) => scenarios[scenario].processes ?? 1;

function inParts(names, scenario) {
  const size = Math.max(1, Math.floor(PROCESSES / processesOf(scenario)));
  const parts = [];
  for (let from = 0; from < names.length; from += size) parts.push(names.slice(from, from + size));
  return parts;
}
