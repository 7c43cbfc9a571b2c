// What `execute` adds to a function that does nothing. Budget: 1 µs without a signal, 2 µs with one.

import { createClient } from '../dist/runtime/index.js';
import { race, raceColumns, table } from './measure.mjs';

export const title = 'execute over a no-op, one call after the other';

export async function bench() {
  const client = createClient();
  const noop = async () => 1;
  const repeat = (call) => async (times) => {
    for (let k = 0; k < times; k++) await call();
  };
  const { signal } = new AbortController();
  const shared = { signal };
  const options = { key: 'model', idempotent: true };
  const limited = createClient({ maxInFlight: 10, quotas: [{ name: 'requests', amount: 1e9, windowMs: '1s' }] });
  const timed = createClient({ attemptTimeoutMs: '30s', deadlineMs: '60s' });
  // What does the work is loaded with the first call.
  for (const each of [client, limited, timed]) await each.execute(noop);
  const rows = await race({
    'bare async function': repeat(noop),
    execute: repeat(() => client.execute(noop)),
    'execute, one signal for all': repeat(() => client.execute(noop, shared)),
    'execute, a signal each': repeat(() => client.execute(noop, { signal: new AbortController().signal })),
    'an AbortController each, alone': repeat(() => noop(new AbortController().signal)),
    'execute, key and idempotent': repeat(() => client.execute(noop, options)),
    'execute, a quota and a cap': repeat(() => limited.execute(noop)),
    'execute, timeout and deadline': repeat(() => timed.execute(noop)),
  });
  table(title, rows, raceColumns);
}
