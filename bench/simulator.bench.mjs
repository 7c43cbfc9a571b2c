// Events per second of the simulator beside the same model written as one loop over typed arrays.
//
// The model: a herd of clients, one call each, all submitted at 0. The server is a token bucket; it decides when an
// attempt arrives, and its answer takes LATENCY_MS. A refused call waits a full-jitter backoff and comes again, until it is
// served. Both sides draw from one generator in the order of events, so that they must count the same attempts and end at
// the same instant; the bench refuses to print a comparison of two different things.
//
// The loop knows what the engine cannot: that there are no deadlines, quotas, budgets, cooldowns or slots to look after.
// So it is a bound on what a simulator of anything general can reach, not a rival.

import { compile } from '../dist/core/backoff/compile.js';
import { CallState } from '../dist/core/engine/call-state.js';
import { Engine } from '../dist/core/engine/engine.js';
import { Outcome } from '../dist/core/engine/outcome.js';
import { parsePolicy } from '../dist/core/policy/parse-policy.js';
import { createRandom } from '../dist/core/random/random.js';
import { Run, SimulatedClient } from '../dist/simulator/index.js';
import { figure, race, spread, table } from './measure.mjs';

export const title = 'simulator: a herd meets a token bucket';

const CLIENTS = 2000;
const LATENCY_MS = 10;
const PER_MS = 0.2;
const BURST = 50;
const BASE_MS = 100;
const CAP_MS = 20_000;
const SEED = 7;

/** The server of both sides. */
function tokenBucket() {
  let level = BURST;
  let updatedAt = 0;
  return (now) => {
    level = Math.min(BURST, level + (now - updatedAt) * PER_MS);
    updatedAt = now;
    if (level < 1) return false;
    level -= 1;
    return true;
  };
}

function simulated() {
  const rules = compile(parsePolicy({ backoff: { baseMs: BASE_MS, capMs: CAP_MS }, refusals: { max: 1000 } }));
  const { next: random } = createRandom(SEED);
  const serve = tokenBucket();
  const run = new Run();
  let attempts = 0;
  let endedAt = 0;
  const server = {
    serve(call, client) {
      attempts++;
      const outcome = serve(run.now) ? Outcome.OK : Outcome.REFUSED;
      client.answerAt(run.now + LATENCY_MS, call, { outcome, hintMs: null }, run);
    },
  };
  const onEnd = (_call, now) => {
    endedAt = now;
  };
  for (let k = 0; k < CLIENTS; k++) {
    const engine = new Engine(rules, { random });
    new SimulatedClient(engine, server, onEnd).submitAt(0, new CallState(engine.key('', ''), null, true, null), run);
  }
  run.start();
  return { attempts, endedAt, events: run.events };
}

const ARRIVE = 0;
const ANSWER = 1;

function inlined() {
  const { next: random } = createRandom(SEED);
  const serve = tokenBucket();
  const refused = new Uint8Array(CLIENTS);
  const retries = new Int32Array(CLIENTS);
  // A binary heap over typed arrays, ordered by instant, then by insertion. Each client has one event at a time.
  const at = new Float64Array(CLIENTS + 1);
  const order = new Float64Array(CLIENTS + 1);
  const subject = new Int32Array(CLIENTS + 1);
  let size = 0;
  let pushed = 0;
  const precedes = (a, t, n) => at[a] < t || (at[a] === t && order[a] < n);
  const push = (time, what) => {
    const n = pushed++;
    let index = size++;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (at[parent] <= time) break;
      at[index] = at[parent];
      order[index] = order[parent];
      subject[index] = subject[parent];
      index = parent;
    }
    at[index] = time;
    order[index] = n;
    subject[index] = what;
  };
  const dropFirst = () => {
    const time = at[--size];
    const n = order[size];
    const what = subject[size];
    let index = 0;
    for (let child = 1; child < size; child = 2 * index + 1) {
      if (child + 1 < size && precedes(child + 1, at[child], order[child])) child++;
      if (!precedes(child, time, n)) break;
      at[index] = at[child];
      order[index] = order[child];
      subject[index] = subject[child];
      index = child;
    }
    at[index] = time;
    order[index] = n;
    subject[index] = what;
  };

  let attempts = 0;
  let events = 0;
  let endedAt = 0;
  for (let client = 0; client < CLIENTS; client++) push(0, client * 2 + ARRIVE);
  while (size > 0) {
    const now = at[0];
    const what = subject[0];
    const client = what >> 1;
    dropFirst();
    events++;
    if ((what & 1) === ARRIVE) {
      attempts++;
      refused[client] = serve(now) ? 0 : 1;
      push(now + LATENCY_MS, client * 2 + ANSWER);
    } else if (refused[client] === 0) endedAt = now;
    else {
      const raw = Math.min(CAP_MS, BASE_MS * 2 ** retries[client]++);
      push(now + raw * random(), client * 2 + ARRIVE);
    }
  }
  return { attempts, endedAt, events };
}

export async function bench() {
  const ours = simulated();
  const theirs = inlined();
  if (
    ours.attempts !== theirs.attempts ||
    ours.events < theirs.events ||
    Math.abs(ours.endedAt - theirs.endedAt) > 1e-6
  ) {
    throw new Error(`not the same model: ${JSON.stringify({ simulated: ours, inlined: theirs })}`);
  }
  const repeat = (run) => (times) => {
    for (let k = 0; k < times; k++) run();
  };
  const rows = await race({ 'inlined loop': repeat(inlined), simulator: repeat(simulated) }, { size: ours.events });
  table(`${title}: ${CLIENTS} clients, ${figure(ours.attempts)} attempts, ${figure(ours.events)} events`, rows, [
    ['', ({ name }) => name],
    ['events per second', ({ us }) => figure(1e6 / us.median)],
    ['spread', ({ us }) => spread({ min: 1e6 / us.max, max: 1e6 / us.min })],
    ['share of the loop', ({ ratio }) => figure(1 / ratio.median)],
    ['spread', ({ ratio }) => spread({ min: 1 / ratio.max, max: 1 / ratio.min })],
  ]);
}
