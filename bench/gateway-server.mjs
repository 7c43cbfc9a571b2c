// The processes that gateway.bench.mjs measures: an upstream that always says the same, the gateway before it, and a
// plain proxy of node:http that only passes on.

import { Agent, createServer, request } from 'node:http';
import { startGateway } from '../dist/gateway/index.js';

const { kind, upstream, options = {} } = JSON.parse(process.argv[2]);

const listening = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

const ANSWER = JSON.stringify({ id: 'msg_1', usage: { input_tokens: 12, output_tokens: 30 }, text: 'x'.repeat(400) });

function alwaysTheSame() {
  const server = createServer({ keepAliveTimeout: 60_000 }, (asked, response) => {
    asked.resume();
    asked.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length });
      response.end(ANSWER);
    });
  });
  return listening(server);
}

/** As little as Node allows: head and body are passed on, nothing is looked at. */
function plainProxy() {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((asked, response) => {
    const { method, url, headers } = asked;
    const sent = request({ agent, host: '127.0.0.1', port: upstream, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.rawHeaders);
      answer.pipe(response);
    });
    asked.pipe(sent);
  });
  return listening(server);
}

async function gateway() {
  return (await startGateway({ upstream: `http://127.0.0.1:${upstream}`, ...options })).port;
}

process.on('message', () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send({ cpuUs: user + system, heap: process.memoryUsage().heapUsed });
});
process.on('disconnect', () => process.exit());
const START = { upstream: alwaysTheSame, proxy: plainProxy, gateway };
process.send({ port: await START[kind]() });
