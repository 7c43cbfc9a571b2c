// One process of one contestant: makes its calls when told to, and says how it went.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { contestants } from './contestants.mjs';
import { watch } from './witness.mjs';

const lag = monitorEventLoopDelay({ resolution: 5 });
const earlyOf = watch();

process.once('message', async ({ contestant, runs, address, calls, quota }) => {
  const { start } = contestants[contestant];
  // One call that does not count: what a client loads when it is first used, all have loaded before the start.
  const warmUp = await start({ url: `${address}/warm-up/`, quota });
  await warmUp();
  // A client for each round; they know nothing of each other.
  const rounds = await Promise.all(runs.map((run) => start({ url: `${address}/${run}/`, quota })));
  const states = rounds.map(() => ({ done: 0, lost: 0, finishedMs: 0 }));
  let startedMs = 0;
  const report = () => {
    for (const [index, run] of runs.entries()) states[index].early = earlyOf(run);
    process.send({ states, lagMs: lag.percentile(99) / 1e6 });
  };
  const finish = async (call, state) => {
    const one = async () => {
      try {
        await call();
        state.done++;
      } catch {
        state.lost++;
      }
      state.finishedMs = performance.now() - startedMs;
    };
    await Promise.all(Array.from({ length: calls }, one));
  };
  process.once('message', async () => {
    lag.enable();
    startedMs = performance.now();
    process.once('message', report);
    await Promise.all(rounds.map((call, index) => finish(call, states[index])));
    report();
  });
  process.send('ready');
});
