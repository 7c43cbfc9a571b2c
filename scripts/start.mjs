// `npm start`: sets up, builds, shows the worked example with the command as it is shipped, and serves the page until
// Ctrl-C. With `npm start -- --no-serve`, and where CI is set, it ends after the example. `--port` is passed on; without it
// another port is taken where the usual one is in use.

import { createServer } from 'node:net';
import { buildAll } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { runNode } from './run.mjs';

const examples = [
  'plan --base 1s --multiplier 2 --attempts 5 --jitter full --cap none --success 0.5 --latency 4s' +
    ' --rpm 1000 --tpm 200k --tokens 2000 --in-flight 8 --backlog 5000 --arrivals 20/min',
  'schedule --base 1s --cap 32s --retries 5 --jitter full',
  'schedule --base 100ms --cap none --retries 12',
];

/** DEFAULT_PORT of src/cli/input/port.ts, which is not built yet when this file is read. */
const USUAL_PORT = 8429;
/** Exit code of a command that was given what it cannot use. */
const MISUSE = 2;

ensureInstalled();
await buildAll();

for (const example of examples) {
  console.log(`\n\n$ holdoff ${example}\n`);
  const code = runNode('dist/cli/main.js', example.split(' '));
  if (code !== 0) {
    console.error(`\n\`holdoff ${example}\` ended with ${code}`);
    process.exit(code);
  }
}

const given = process.argv.slice(2);
if (given.includes('--no-serve') || process.env.CI) process.exit(0);
const isPortGiven = given.some((word) => word === '--port' || word.startsWith('--port='));
const isUsualTaken = !isPortGiven && (await isTaken(USUAL_PORT));
if (isUsualTaken)
  console.log(`\n\nPort ${USUAL_PORT} is taken, perhaps by another holdoff; a free one is used instead.`);
const asked = isUsualTaken ? [...given, '--port', '0'] : given;
console.log(`\n\n$ holdoff ${['web', ...asked].join(' ')}\n`);
// Ctrl-C reaches the server as well, and ends it; what it ended with is of no interest then.
process.on('SIGINT', () => {});
process.exitCode = runNode('dist/cli/main.js', ['web', ...asked]);
if (process.exitCode === MISUSE && isPortGiven) console.error('\nFor any port that is free: npm start -- --port 0');

/** Whether anything listens on that port of this computer. What else is wrong with it, `holdoff web` says itself. */
function isTaken(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)));
  });
}
