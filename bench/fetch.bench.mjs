// What the fetch wrapper adds to the fetch below it. Budget: 5 µs with signals and timeouts off, 30 µs with all on.

import { createFetch } from '../dist/runtime/index.js';
import { race, raceColumns, table } from './measure.mjs';

export const title = 'fetch over a stub that returns a new Response';

export async function bench() {
  const stub = async () => new Response(null, { status: 200 });
  const plain = createFetch({}, { fetch: stub });
  const timed = createFetch({ attemptTimeoutMs: '30s', deadlineMs: '60s' }, { fetch: stub });
  const url = 'https://api.example/v1/messages';
  const post = {
    method: 'POST',
    body: '{"prompt":"hello"}',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test-0123456789abcdef' },
  };
  const { signal } = new AbortController();
  const withSignal = { ...post, signal };
  const repeat = (fetch, init) => async (times) => {
    for (let k = 0; k < times; k++) await fetch(url, init);
  };
  const rows = await race({
    stub: repeat(stub, post),
    'createFetch, GET': repeat(plain, undefined),
    'createFetch, POST with a credential': repeat(plain, post),
    'and a signal': repeat(plain, withSignal),
    'and attempt timeout, deadline': repeat(timed, post),
    'and all of them': repeat(timed, withSignal),
  });
  table(title, rows, raceColumns);
}
