// Requests per second that the emulator answers over loopback. The server has a process, and so a core, of its own; what
// counts is the time that core worked, so that a slow client does not matter. Beside it a server of node:http that always
// says the same, and one that reads the request and sends what the emulator would: the emulator speaks HTTP by itself, and
// one sees what that is worth. Budget: 20 000 requests per second of that core, and memory that stays flat. A machine that
// is busy with other things slows all alike, so that the ratios mean more than the figures.

import { fileURLToPath } from 'node:url';
import { createEmulator } from '../dist/emulator/index.js';
import { load, startServer } from './http-load.mjs';
import { figure, ROUNDS, spread, summary, table } from './measure.mjs';

const SERVER = fileURLToPath(new URL('./emulator-server.mjs', import.meta.url));
const TURN_MS = 300;
/** Until everything is compiled that runs often: a server that has just begun takes several times as long. */
const WARM_UP_MS = 1500;

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
  'ietf, refused': { rules: 'ietf', amount: 1, request: get, statuses: [200, 429] },
  'anthropic, served with usage': { rules: 'anthropic', amount: 1e9, request: post },
  'anthropic, refused': { rules: 'anthropic', amount: 1, request: post, statuses: [200, 429] },
};

export async function bench() {
  const entries = [];
  for (const [name, { request, statuses, ...options }] of Object.entries(CONTESTANTS)) {
    const server = await startServer(SERVER, options);
    await load(server.port, request, WARM_UP_MS, statuses);
    const { heap } = await server.ask();
    entries.push({ name, request, statuses, server, perSecond: [], firstMb: heap / 1e6, answered: 0 });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const entry of entries) {
      const before = await entry.server.ask();
      const answered = await load(entry.server.port, entry.request, TURN_MS, entry.statuses);
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
