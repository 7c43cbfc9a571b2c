// Ten thousand jobs queued at once at concurrency ten, beside ten workers that take jobs from a list.
// Budget: 2 µs per job above the bare loop.

import { createClient } from '../dist/runtime/index.js';
import { race, raceColumns, table } from './measure.mjs';

export const title = '10 000 queued jobs at concurrency 10, µs per job';

const JOBS = 10_000;
const WIDTH = 10;

async function bareLoop(job) {
  let taken = 0;
  const worker = async () => {
    while (taken < JOBS) {
      taken++;
      await job();
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
}

function queued(job) {
  const { execute } = createClient({ maxInFlight: WIDTH, initialInFlight: WIDTH });
  return Promise.all(Array.from({ length: JOBS }, () => execute(job)));
}

export async function bench() {
  const kinds = {
    'a promise': async () => 1,
    'a turn of the event loop': () => new Promise((resolve) => setImmediate(resolve, 1)),
  };
  for (const [kind, job] of Object.entries(kinds)) {
    const batch = (run) => async (times) => {
      for (let k = 0; k < times; k++) await run(job);
    };
    const rows = await race({ 'ten workers': batch(bareLoop), execute: batch(queued) }, { size: JOBS });
    table(`${title}; a job is ${kind}`, rows, raceColumns);
  }
}
