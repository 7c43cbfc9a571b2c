// Requests per second that the emulator answers over loopback. The server has a process, and so a core, of its own; what
// counts is the time that core worked, so that a busy machine or a slow client does not matter. Beside it a server of
// node:http that always says the same, and one that reads the request and sends what the emulator would, so that one sees
// what Node takes of it. Budget: 20 000 requests per second of that core, and memory that stays flat.

import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createEmulator } from '../dist/emulator/index.js';
import { figure, ROUNDS, spread, summary, table } from './measure.mjs';

const SERVER = fileURLToPath(new URL('./emulator-server.mjs', import.meta.url));
const CONNECTIONS = 32;
const TURN_MS = 300;

const get = 'GET /items HTTP/1.1\r\nhost: x\r\nauthorization: Bearer 1\r\n\r\n';
const prompt = JSON.stringify({ model: 'm', max_tokens: 20, messages: [{ role: 'user', content: 'hello there' }] });
const post = `POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: 1\r\ncontent-type: application/json\r\ncontent-length: ${prompt.length}\r\n\r\n${prompt}`;

/** One answer of the emulator, for a server that always gives it: what of the time is Node's. */
async function recordedAnswer() {
  const emulator = createEmulator({ rules: 'anthropic', outputTokens: 20 });
  const response = await emulator.fetch('http://x/v1/messages', { method: 'POST', body: prompt });
  return { headers: [...response.headers].flat(), body: await response.text() };
}

const CONTESTANTS = {
  'node:http, always the same answer': { rules: null, request: get },
  'node:http, one answer of anthropic': { rules: null, answer: await recordedAnswer(), request: post },
  'ietf, served': { rules: 'ietf', amount: 1e9, request: get },
  'ietf, refused': { rules: 'ietf', amount: 1, request: get },
  'anthropic, served with usage': { rules: 'anthropic', amount: 1e9, request: post },
  'anthropic, refused': { rules: 'anthropic', amount: 1, request: post },
};

export async function bench() {
  const entries = [];
  for (const [name, { request, ...options }] of Object.entries(CONTESTANTS)) {
    const server = await start(options);
    await load(server.port, request, TURN_MS);
    const { heap } = await server.ask();
    entries.push({ name, request, server, perSecond: [], firstMb: heap / 1e6, answered: 0 });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const entry of entries) {
      const before = await entry.server.ask();
      const answered = await load(entry.server.port, entry.request, TURN_MS);
      const after = await entry.server.ask();
      entry.perSecond.push((answered * 1e6) / (after.cpuUs - before.cpuUs));
      entry.answered += answered;
      entry.lastMb = after.heap / 1e6;
    }
  }
  for (const { server } of entries) server.end();
  const [plain] = entries;
  const rows = entries.map((entry) => ({
    ...entry,
    perSecond: summary(entry.perSecond),
    share: summary(entry.perSecond.map((value, round) => value / plain.perSecond[round])),
  }));
  table('the emulator over loopback, requests per second of its core', rows, [
    ['', ({ name }) => name],
    ['requests/s', ({ perSecond }) => figure(perSecond.median)],
    ['spread', ({ perSecond }) => spread(perSecond)],
    ['of node:http', ({ share }) => figure(share.median)],
    ['spread', ({ share }) => spread(share)],
    ['answered', ({ answered }) => figure(answered)],
    ['heap MB before', ({ firstMb }) => figure(firstMb)],
    ['heap MB after', ({ lastMb }) => figure(lastMb)],
  ]);
}

function start(options) {
  const child = fork(SERVER, [JSON.stringify(options)], { execArgv: ['--expose-gc'] });
  const next = () => new Promise((resolve) => child.once('message', resolve));
  return next().then(({ port }) => ({
    port,
    ask: () => {
      child.send('usage');
      return next();
    },
    end: () => child.disconnect(),
  }));
}

/** Keeps some connections busy, one request after the other on each; resolves to the number of answers. */
async function load(port, request, ms) {
  const until = performance.now() + ms;
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => keepAsking(port, request, until)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function keepAsking(port, request, until) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let count = 0;
    let text = '';
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      text += chunk;
      const headEnd = text.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(text)[1]);
      if (text.length < headEnd + 4 + length) return;
      text = '';
      count++;
      if (performance.now() < until) socket.write(request);
      else socket.destroy();
    });
    socket.on('close', () => resolve(count));
    socket.on('error', reject);
  });
}
