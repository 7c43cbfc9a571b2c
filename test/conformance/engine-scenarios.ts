// Random scripts played through the runtime, whose waits and ends generated code must repeat: the part of the contract in
// which both do the same. docs/targets.md says where they differ.

import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { createRandom } from '../../src/core/random/random.js';
import { createClient } from '../../src/runtime/client.js';
import { manualClock } from '../../src/testing/manual-clock.js';
import { type ScriptedAnswer, scriptedFetch } from '../../src/testing/scripted-fetch.js';
import { PROGRAMS } from './programs.js';
import type { Scenario } from './scenarios.js';
import type { Answer } from './scripted-server.js';

const SCRIPTS = 40;
const STATUSES = [200, 404, 408, 429, 429, 500, 502, 503, 503, 529, 599];
/** Malformed for both: holdoff reads decimals and other slips, too. */
const NO_HINTS = ['soon', '-1', '1e3', '5s', ''];

/** The scenarios, with what the runtime made of each. */
export async function engineScenarios(): Promise<Scenario[]> {
  const scenarios: Scenario[] = [];
  for (let seed = 1; seed <= SCRIPTS; seed++) {
    const program = seed % 2 === 0 ? 'none' : 'growing';
    const script = randomScript(seed);
    scenarios.push({
      behaviour: `decides and waits as the engine does: script ${seed}`,
      ...(await play(program, script)),
    });
  }
  return scenarios;
}

/** A hint is the first in a row: after a second one the engine takes its own backoff into account. */
function randomScript(seed: number): Answer[] {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random.next() * values.length)] as T;
  const script: Answer[] = [];
  let mayHint = true;
  for (let attempt = 1; attempt <= 6; attempt++) {
    const u = random.next();
    if (u < 0.15) script.push('reset');
    else if (u < 0.4 && mayHint) {
      script.push({
        status: pick([408, 429, 500, 503]),
        headers: { 'retry-after': String(1 + Math.floor(9 * random.next())) },
      });
      mayHint = false;
      continue;
    } else if (u < 0.5) script.push({ status: pick([429, 503]), headers: { 'retry-after': pick(NO_HINTS) } });
    else script.push({ status: pick(STATUSES) });
    mayHint = true;
  }
  return script;
}

async function play(program: string, script: readonly Answer[]): Promise<Omit<Scenario, 'behaviour'>> {
  const clock = manualClock();
  const sentAt: number[] = [];
  const fetch = scriptedFetch(clock, (_, request): ScriptedAnswer => {
    sentAt.push(request.at);
    const answer = script[Math.min(sentAt.length, script.length) - 1] as Answer;
    return answer === 'reset' ? { error: CONNECTION_RESET } : { status: answer.status, headers: answer.headers ?? {} };
  });
  // Strict counting, repeatable calls and no spread: within these the contract promises the same.
  const policy = parsePolicy({
    ...PROGRAMS[program],
    refusals: { countAsAttempts: true },
    retryOn: { idempotent: 'always' },
    retryAfter: { spreadMs: 0 },
  });
  const client = createClient(policy, { clock, fetch });
  const body = 'all of the body';
  let status: number | null = null;
  const call = client.fetch('https://api.example/', { method: 'POST', body }).then(
    (response) => {
      status = response.status;
    },
    () => {},
  );
  await clock.run();
  await call;
  const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] as number));
  const isExhausted = sentAt.length === policy.maxAttempts && status !== null && status !== 404 && status !== 200;
  return {
    program,
    script,
    method: 'POST',
    body: `text:${body}`,
    outcome: status === null ? 'network' : isExhausted ? 'exhausted' : 'response',
    ...(status === null ? {} : { status }),
    requests: sentAt.length,
    waits: waits.map((wait) => [wait, wait] as const),
  };
}

const CONNECTION_RESET = new TypeError('fetch failed', {
  cause: Object.assign(new Error('ECONNRESET'), { code: 'ECONNRESET' }),
});
