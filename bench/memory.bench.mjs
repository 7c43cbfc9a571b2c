// What a call costs in memory while it waits, and a signal that all of them obey when it is aborted.

import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '../dist/runtime/index.js';
import { figure, spread, summary, table } from './measure.mjs';

export const title = '100 000 calls that wait';

const CALLS = 100_000;
const ROUNDS = 3;

export async function bench() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const never = () => new Promise(() => {});
  const kinds = {
    'a promise with a listener, alone': () => never,
    execute: (client, signal) => () => client.execute(never, { signal }),
    'fetch, all on': (client, signal) => () => client.fetch('https://api.example/v1/messages', { signal }),
  };
  const rows = [];
  for (const [name, kindOf] of Object.entries(kinds)) {
    const measured = { bytes: [], abortMs: [], listeners: 0 };
    for (let round = 0; round < ROUNDS; round++) await measure(measured, kindOf, collect, never);
    rows.push({
      name,
      listeners: measured.listeners,
      bytes: summary(measured.bytes),
      abortMs: summary(measured.abortMs),
    });
  }
  table(title, rows, [
    ['', ({ name }) => name],
    ['bytes each', ({ bytes }) => figure(bytes.median)],
    ['spread', ({ bytes }) => spread(bytes)],
    ['listeners on their signal', ({ listeners }) => String(listeners)],
    ['ms to abort all', ({ abortMs }) => figure(abortMs.median)],
  ]);
}

async function measure(measured, kindOf, collect, never) {
  const client = createClient({ maxInFlight: 1, attemptTimeoutMs: '1h' }, { fetch: never });
  const controller = new AbortController();
  const { signal } = controller;
  await client.execute(() => null);
  const call = kindOf(client, signal);
  const ignore = () => {};
  // The first is in flight, so that all others wait.
  call().catch(ignore);
  collect();
  const before = process.memoryUsage().heapUsed;
  const promises = Array.from({ length: CALLS }, call);
  collect();
  measured.bytes.push((process.memoryUsage().heapUsed - before) / CALLS);
  measured.listeners = getEventListeners(signal, 'abort').length;
  const all = Promise.allSettled(promises);
  const startedMs = performance.now();
  controller.abort();
  if (measured.listeners > 0) await all;
  measured.abortMs.push(performance.now() - startedMs);
}
