// The server of the bench: one port, and behind it a judge for every run. Requests have a path that begins with /RUN/, and
// take from 60 to 100 ms: half of it before the limit sees them, half of it after. Any other path is
// answered at once.

import { createServer } from 'node:http';

const LATENCY_MS = { low: 60, high: 100 };
const BODY = JSON.stringify({ id: '1', object: 'chat.completion', choices: [], ok: true });

export const longestLatencyMs = LATENCY_MS.high;

/** Resolves to the server: `judges` by the name of the run, to which runs are added, the address, and `close`. */
export async function startServer() {
  const judges = new Map();
  const server = createServer((request, response) => {
    const judge = judges.get(request.url.split('/')[1]);
    request.resume();
    if (judge === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(BODY);
      return;
    }
    judge.arrived(performance.now());
    const halfMs = (LATENCY_MS.low + Math.random() * (LATENCY_MS.high - LATENCY_MS.low)) / 2;
    setTimeout(() => {
      const { status, fields } = judge.decide(performance.now());
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...fields });
        response.end(BODY);
      }, halfMs);
    }, halfMs);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { judges, address, close };
}
