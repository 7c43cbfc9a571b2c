// Events per second of the simulator beside the same model written as one loop over typed arrays, and a herd of a
// million.
//
// The model is the AWS contention model (scenario aws-contention, full jitter): clients write one row under optimistic
// concurrency control, four messages per write. The loop knows what the simulator cannot: that there are no deadlines,
// budgets, layers, faults or measures to look after. So it is a bound on what a simulator of anything general can reach,
// not a rival. Both draw their own random numbers, so what is compared is the time per write; the bench refuses to compare
// models whose writes differ.

import { createRandom } from '../dist/core/index.js';
import { parseScenario, Simulation, scenarioOf, variantsOf, withSettings, withValue } from '../dist/simulator/index.js';
import { figure, race, spread, table } from './measure.mjs';

export const title = 'simulator: clients that write one row';

const SIZES = [100, 200];
const SEEDS = 20;
const BASE_MS = 10;
const CAP_MS = 2000;
const NETWORK_MEAN_MS = 10;
const NETWORK_SD_MS = 2;
const MESSAGES = 4;

export async function bench() {
  const rows = [];
  for (const clients of SIZES) rows.push(...(await compare(clients)));
  table(title, rows, [
    ['', ({ name }) => name],
    ['messages per second', ({ us }) => figure(1e6 / us.median)],
    ['spread', ({ us }) => spread({ min: 1e6 / us.max, max: 1e6 / us.min })],
    ['share of the loop', ({ ratio }) => figure(1 / ratio.median)],
    ['spread', ({ ratio }) => spread({ min: 1 / ratio.max, max: 1 / ratio.min })],
  ]);
  table('simulator: herds meet a token bucket that takes a fifth of them per second', herds(), [
    ['clients', ({ clients }) => figure(clients)],
    ['attempts', ({ attempts }) => figure(attempts)],
    ['seconds', ({ seconds }) => figure(seconds)],
    ['CPU seconds', ({ cpuSeconds }) => figure(cpuSeconds)],
    ['µs per attempt', ({ seconds, attempts }) => figure((seconds * 1e6) / attempts)],
    ['MB of memory in use', ({ megabytes }) => figure(megabytes)],
  ]);
}

async function compare(clients) {
  const { scenario } = variantsOf(withSettings(scenarioOf('aws-contention'), { clients })).find(
    ({ name }) => name === 'full',
  );
  const simulated = (seed) => {
    const simulation = new Simulation(scenario, seed);
    simulation.advance();
    return simulation.recorder.offered;
  };
  const writesOf = (run) => {
    let writes = 0;
    for (let seed = 1; seed <= SEEDS; seed++) writes += run(seed);
    return writes;
  };
  const loop = (seed) => inlined(clients, seed);
  const [ours, theirs] = [writesOf(simulated), writesOf(loop)];
  if (Math.abs(ours / theirs - 1) > 0.02) throw new Error(`not the same model: ${ours} and ${theirs} writes`);
  const repeat = (run) => (times) => {
    for (let k = 0; k < times; k++) writesOf(run);
  };
  const contestants = {
    [`inlined loop, ${clients} clients`]: repeat(loop),
    [`simulator, ${clients} clients`]: repeat(simulated),
  };
  return race(contestants, { size: ours * MESSAGES });
}

/** Growth with the number of clients, up to a million. One run each: they are long enough. */
function herds() {
  return [10_000, 100_000, 1_000_000].map((clients) => {
    const { variants: _, ...input } = withSettings(scenarioOf('thundering-herd'), {
      clients,
      perSecond: clients / 5,
      burst: clients / 20,
    });
    const simulation = new Simulation(parseScenario(withValue(input, 'policy.jitter', 'full')));
    const [startedMs, before] = [performance.now(), process.cpuUsage()];
    simulation.advance();
    const seconds = (performance.now() - startedMs) / 1000;
    const cpu = process.cpuUsage(before);
    const megabytes = process.memoryUsage.rss() / 1e6;
    return {
      clients,
      attempts: simulation.recorder.offered,
      seconds,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      megabytes,
    };
  });
}

/** The model as one loop: a binary heap of instants, and one event per message. Returns the writes. */
function inlined(clients, seed) {
  const { next: random } = createRandom(seed);
  const delay = foldedNormal(random);
  const seen = new Int32Array(clients);
  const failures = new Int32Array(clients);
  const isWritten = new Uint8Array(clients);
  // Each client has one event at a time. Ties are broken by the order of arrival.
  const at = new Float64Array(clients + 1);
  const order = new Float64Array(clients + 1);
  const what = new Int32Array(clients + 1);
  let size = 0;
  let pushed = 0;
  const precedes = (a, time, n) => at[a] < time || (at[a] === time && order[a] < n);
  const push = (time, event) => {
    const n = pushed++;
    let index = size++;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (at[parent] <= time) break;
      at[index] = at[parent];
      order[index] = order[parent];
      what[index] = what[parent];
      index = parent;
    }
    at[index] = time;
    order[index] = n;
    what[index] = event;
  };
  const dropFirst = () => {
    const time = at[--size];
    const n = order[size];
    const event = what[size];
    let index = 0;
    for (let child = 1; child < size; child = 2 * index + 1) {
      if (child + 1 < size && precedes(child + 1, at[child], order[child])) child++;
      if (!precedes(child, time, n)) break;
      at[index] = at[child];
      order[index] = order[child];
      what[index] = what[child];
      index = child;
    }
    at[index] = time;
    order[index] = n;
    what[index] = event;
  };

  let version = 0;
  let writes = 0;
  for (let client = 0; client < clients; client++) push(delay(), client * MESSAGES);
  while (size > 0) {
    const now = at[0];
    const event = what[0];
    const client = event >> 2;
    dropFirst();
    switch (event & 3) {
      case 0:
        seen[client] = version;
        push(now + delay(), client * MESSAGES + 1);
        break;
      case 1:
        push(now + delay(), client * MESSAGES + 2);
        break;
      case 2:
        writes++;
        isWritten[client] = seen[client] === version ? 1 : 0;
        if (isWritten[client] === 1) version++;
        push(now + delay(), client * MESSAGES + 3);
        break;
      default:
        if (isWritten[client] === 0) {
          const raw = Math.min(CAP_MS, BASE_MS * 2 ** failures[client]++);
          push(now + raw * random() + delay(), client * MESSAGES);
        }
    }
  }
  return writes;
}

function foldedNormal(random) {
  let spare = 0;
  let hasSpare = false;
  return () => {
    if (hasSpare) {
      hasSpare = false;
      return Math.abs(NETWORK_MEAN_MS + NETWORK_SD_MS * spare);
    }
    let x;
    let y;
    let square;
    do {
      x = 2 * random() - 1;
      y = 2 * random() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square === 0);
    const scale = Math.sqrt((-2 * Math.log(square)) / square);
    spare = y * scale;
    hasSpare = true;
    return Math.abs(NETWORK_MEAN_MS + NETWORK_SD_MS * x * scale);
  };
}
