// What the fetch wrapper adds to the fetch below it. Budget: 5 µs with header sync, signals and body tracking off, 30 µs
// with all on; at most a tenth of a fetch over the loopback interface.

import { createServer } from 'node:http';
import { createFetch } from '../dist/runtime/index.js';
import { race, raceColumns, table } from './measure.mjs';

export const title = 'fetch over a stub that returns a new Response';

const url = 'https://api.example/v1/messages';
const post = {
  method: 'POST',
  body: '{"prompt":"hello"}',
  headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test-0123456789abcdef' },
};
const off = { syncLimits: false, trackBodies: false };

export async function bench() {
  const { signal } = new AbortController();
  const timeouts = { attemptTimeoutMs: '30s', deadlineMs: '60s' };
  const withSignal = { ...post, signal };

  const empty = async () => new Response(null, { status: 200 });
  const make = (policy, options, fetch) => ready(createFetch(policy, { ...options, fetch }));
  const repeat = (fetch, init) => async (times) => {
    for (let k = 0; k < times; k++) await fetch(url, init);
  };
  const plain = await make({}, off, empty);
  const synced = await make({}, {}, empty);
  table(
    `${title} without a body`,
    await race({
      stub: repeat(empty, post),
      'all off, GET': repeat(plain, undefined),
      'all off, POST with a credential': repeat(plain, post),
      'and header sync': repeat(synced, post),
      'and a signal': repeat(synced, withSignal),
      'and attempt timeout, deadline': repeat(await make(timeouts, {}, empty), withSignal),
    }),
    raceColumns,
  );

  const answer = JSON.stringify({ id: 'msg_1', usage: { input_tokens: 12, output_tokens: 30 } });
  const headers = {
    'content-type': 'application/json',
    // So much that nothing ever waits for it.
    'anthropic-ratelimit-requests-limit': '1000000000',
    'anthropic-ratelimit-requests-remaining': '999999999',
    'anthropic-ratelimit-requests-reset': new Date(Date.now() + 60_000).toISOString(),
  };
  const full = async () => new Response(answer, { status: 200, headers });
  const read = (fetch, init) => async (times) => {
    for (let k = 0; k < times; k++) await (await fetch(url, init)).json();
  };
  table(
    `${title} with a body that is read`,
    await race({
      stub: read(full, post),
      'all off': read(await make({}, off, full), post),
      'header sync': read(await make({}, { trackBodies: false }, full), post),
      'and body tracking': read(await make({}, {}, full), post),
      'and a signal, attempt timeout, deadline': read(await make(timeouts, {}, full), withSignal),
      'and the use told at the end': read(await make(timeouts, { provider: 'anthropic' }, full), withSignal),
    }),
    raceColumns,
  );
  await overLoopback(timeouts, signal);
}

/** The same over a connection, where what counts is the share of the whole. */
async function overLoopback(timeouts, signal) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"msg_1"}');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${server.address().port}/v1/messages`;
  const read = (fetch, init) => async (times) => {
    for (let k = 0; k < times; k++) await (await fetch(address, init)).json();
  };
  const ours = createFetch(timeouts);
  await (await ours(address)).json();
  table(
    'fetch over the loopback interface',
    await race({
      'fetch, with a signal': read(globalThis.fetch, { ...post, signal }),
      'all on': read(ours, { ...post, signal }),
    }),
    raceColumns,
  );
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

/** A fetch whose client has been loaded. */
async function ready(fetch) {
  await fetch(url);
  return fetch;
}
