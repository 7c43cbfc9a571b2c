// The process of the server that emulator.bench.mjs asks.

import { createServer } from 'node:http';
import { createEmulator, listen } from '../dist/emulator/index.js';

const { rules, amount, answer } = JSON.parse(process.argv[2]);

async function emulator() {
  const { book } = createEmulator({ rules });
  const limits = Object.fromEntries(book.limits.map(({ name }) => [name, { amount }]));
  return (await listen(createEmulator({ rules, limits }))).port;
}

function plain() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '11' });
    response.end('{"ok":true}');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
}

/** What Node alone needs to read a body and to send so many headers, always the same. */
function recorded({ headers, body }) {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      response.sendDate = false;
      response.writeHead(200, headers);
      response.end(body);
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
}

process.on('message', () => {
  globalThis.gc();
  const { user, system } = process.cpuUsage();
  process.send({ cpuUs: user + system, heap: process.memoryUsage().heapUsed });
});
process.on('disconnect', () => process.exit());
process.send({ port: await (rules !== null ? emulator() : answer === undefined ? plain() : recorded(answer)) });
