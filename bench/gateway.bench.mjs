// Requests per second that the gateway passes on over loopback. Gateway, upstream and caller have processes of their own;
// what counts is the time that the gateway's core worked, so that a busy machine or a slow upstream does not matter. Beside
// it the least that a proxy of node:http does. Budget: 5000 requests per second of that core.

import { fileURLToPath } from 'node:url';
import { load, startServer } from './http-load.mjs';
import { figure, ROUNDS, spread, summary, table } from './measure.mjs';

const SERVER = fileURLToPath(new URL('./gateway-server.mjs', import.meta.url));
const TURN_MS = 250;
/** Long enough for all that is hot to be compiled. */
const WARM_MS = 1500;

const get = 'GET /items HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer 1\r\n\r\n';
const prompt = JSON.stringify({ model: 'm', max_tokens: 20, messages: [{ role: 'user', content: 'hello there' }] });
const post = `POST /v1/messages HTTP/1.1\r\nhost: localhost\r\nx-api-key: 1\r\ncontent-type: application/json\r\ncontent-length: ${prompt.length}\r\n\r\n${prompt}`;

const CONTESTANTS = {
  'a proxy of node:http, GET': { kind: 'proxy', request: get },
  'a proxy of node:http, POST': { kind: 'proxy', request: post },
  'gateway, GET': { kind: 'gateway', request: get },
  'gateway, POST': { kind: 'gateway', request: post },
  'gateway, anthropic with its use': { kind: 'gateway', request: post, options: { provider: 'anthropic' } },
};

export async function bench() {
  const upstream = await startServer(SERVER, { kind: 'upstream' });
  const entries = [];
  for (const [name, { request, ...start }] of Object.entries(CONTESTANTS)) {
    const server = await startServer(SERVER, { ...start, upstream: upstream.port });
    await load(server.port, request, WARM_MS);
    const { heap } = await server.ask();
    entries.push({ name, request, server, perSecond: [], firstMb: heap / 1e6 });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const entry of entries) {
      const before = await entry.server.ask();
      const answered = await load(entry.server.port, entry.request, TURN_MS);
      const after = await entry.server.ask();
      entry.perSecond.push((answered * 1e6) / (after.cpuUs - before.cpuUs));
      entry.lastMb = after.heap / 1e6;
    }
  }
  for (const { server } of [...entries, { server: upstream }]) server.end();
  const [plain] = entries;
  const rows = entries.map((entry) => ({
    ...entry,
    perSecond: summary(entry.perSecond),
    share: summary(entry.perSecond.map((value, round) => value / plain.perSecond[round])),
  }));
  table('the gateway over loopback, requests per second of its core', rows, [
    ['', ({ name }) => name],
    ['requests/s', ({ perSecond }) => figure(perSecond.median)],
    ['spread', ({ perSecond }) => spread(perSecond)],
    ['of the proxy', ({ share }) => figure(share.median)],
    ['spread', ({ share }) => spread(share)],
    ['heap MB before', ({ firstMb }) => figure(firstMb)],
    ['heap MB after', ({ lastMb }) => figure(lastMb)],
  ]);
}
