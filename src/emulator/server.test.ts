// The emulator on a port: what is on the wire, and what only a socket can show.

import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { customRuleBook } from '../core/rulebooks/index.js';
import {
  createEmulator,
  type EmulatorOptions,
  type EmulatorServer,
  type ExactAnswer,
  ListenError,
  listen,
} from './index.js';

let servers: EmulatorServer[] = [];

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function start(options: Partial<EmulatorOptions> = {}) {
  const limiter = { kind: 'token-bucket', amount: 1000, windowMs: 60_000 } as const;
  const rules = customRuleBook({ limits: [{ name: 'requests', limiter }] });
  const emulator = createEmulator({ rules, ...options });
  const server = await listen(emulator);
  servers.push(server);
  return { emulator, ...server };
}

/** What comes back on a connection of its own, until it ends or is quiet for a while. */
function raw(port: number, text: string, quietMs = 150): Promise<{ text: string; end: 'quiet' | 'broken' }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    let timer = setTimeout(() => over('quiet'), 5000);
    const over = (end: 'quiet' | 'broken'): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text: received, end });
    };
    socket.on('data', (bytes) => {
      received += bytes;
      clearTimeout(timer);
      timer = setTimeout(() => over('quiet'), quietMs);
    });
    // A reset arrives as an error, or as an end when the system has sent one first; nobody sees the difference in a body.
    socket.on('end', () => over('broken'));
    socket.on('error', () => over('broken'));
  });
}

/** What comes back when the client ends its side behind what it sends. */
async function sentAndEnded(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(text));
  let received = '';
  for await (const bytes of socket) received += bytes;
  return received;
}

const GET = 'GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n';
const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);

const streamed = JSON.stringify({ stream: true, max_tokens: 50, messages: [{ content: 'hello' }] });
const POST = `POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: ${streamed.length}\r\n\r\n${streamed}`;

describe('on the wire', () => {
  it('an exact answer is what was given, with Date and Content-Length', async () => {
    const answers: ExactAnswer[] = [{ status: 429, headers: { 'Retry-After': ['1', '2'], Date: null } }];
    const { port } = await start({ answers });
    const { text } = await raw(port, GET);
    expect(text.split('\r\n').filter((line) => !/^(connection|keep-alive):/i.test(line))).toEqual([
      'HTTP/1.1 429 Too Many Requests',
      'content-length: 0',
      'Retry-After: 1',
      'Retry-After: 2',
      '',
      '',
    ]);
  });

  it('several requests on one connection are answered one after the other', async () => {
    const { port, emulator } = await start();
    const { text } = await raw(port, GET + GET + POST);
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    expect(emulator.seen().requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /a',
      'GET /a',
      'POST /v1/messages',
    ]);
  });

  it('HEAD has the headers of GET and no body', async () => {
    const { port } = await start();
    const { text } = await raw(port, GET.replace('GET', 'HEAD'));
    expect(text).toMatch(/content-length: 11/i);
    expect(bodyOf(text)).toBe('');
  });

  it('a text beyond ASCII has its length in bytes', async () => {
    const { address } = await start({ answers: [{ body: { error: '→é' } }] });
    const response = await fetch(address);
    expect(response.headers.get('content-length')).toBe('17');
    expect(await response.json()).toEqual({ error: '→é' });
  });

  it('refusals carry what the provider sends, and no cache keeps them', async () => {
    const { address } = await start({ rules: 'openai', limits: { requests: { amount: 1 } } });
    await fetch(`${address}/v1/models`);
    const { status, headers } = await fetch(`${address}/v1/models`);
    expect(status).toBe(429);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-ratelimit-limit-requests')).toBe('1');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(58);
  });
});

describe('a connection', () => {
  it('answers in the order of its requests, even when they come at once and the first takes longer', async () => {
    const { port, emulator } = await start({ answers: [{ body: 'first', latencyMs: 60 }, { body: 'second' }] });
    const { text } = await raw(port, GET + GET);
    expect(text.match(/first|second/g)).toEqual(['first', 'second']);
    expect(text.match(/keep-alive: timeout=60/g)).toHaveLength(2);
    expect(emulator.seen().totals.requests).toBe(2);
  });

  it.each([
    ['GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'connection: close\r\n'],
    ['GET / HTTP/1.0\r\n\r\n', 'connection: close\r\n'],
    ['GET / HTTP/1.1\r\n\r\n', 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\n'],
    ['GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/3.0\r\n\r\n', 'HTTP/1.1 505 HTTP Version Not Supported'],
  ])('ends behind the last answer to %j', async (text, expected) => {
    const { port } = await start();
    const got = await raw(port, text + GET);
    expect(got.end).toBe('broken');
    expect(got.text).toContain(expected);
    expect(got.text.endsWith('\n') || got.text.endsWith('{"ok":true}')).toBe(true);
  });

  it.each([
    ['its head', 'GET / HTTP/1.1\r\nHo'],
    ['its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'],
  ])('whose client ends it in the middle of %s is told so', async (_, text) => {
    const { port, emulator } = await start();
    expect(await sentAndEnded(port, text)).toContain('400 Bad Request\r\n');
    expect(emulator.seen().totals.requests).toBe(0);
  });

  it('whose client has sent all and ends its side gets every answer, however many wait to be read', async () => {
    const body = 'x'.repeat(500_000);
    const { port } = await start({ answers: Array.from({ length: 20 }, () => ({ body })) });
    expect((await sentAndEnded(port, GET.repeat(20))).match(/HTTP\/1.1 200 OK/g)).toHaveLength(20);
  });

  it('gives a slow client all of a last answer', async () => {
    const { port, emulator } = await start({ answers: [{ body: 'x'.repeat(2e7) }] });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const socket = connect(port, '127.0.0.1', () => socket.write(GET.replace('\r\n', '\r\nConnection: close\r\n')));
      socket.pause();
      while (emulator.seen().totals.requests === 0) await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(30_000);
      let length = 0;
      socket.on('data', (bytes) => {
        length += bytes.length;
      });
      socket.resume();
      await new Promise((resolve) => socket.once('close', resolve));
      expect(length).toBeGreaterThan(2e7);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of HTTP/1.0 gets a stream without chunks, to its end', async () => {
    const { port } = await start({ outputTokens: 3 });
    const got = await raw(port, POST.replace('HTTP/1.1', 'HTTP/1.0'));
    expect(got.end).toBe('broken');
    expect(bodyOf(got.text)).toMatch(/^event: message_start\n[^\r]*event: message_stop\ndata: [^\r]*\n\n$/);
  });

  it('is told to go on with a body that it keeps back', async () => {
    const { port } = await start();
    const [head, body] = POST.replace('Host', 'Expect: 100-continue\r\nHost').split('\r\n\r\n') as [string, string];
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
    const first = await new Promise((resolve) => socket.once('data', resolve));
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    const second = new Promise((resolve) => socket.once('data', resolve));
    socket.write(body);
    expect(String(await second)).toContain('HTTP/1.1 200 OK');
    socket.destroy();
  });

  it('whose client does not read is not read either, and both go on when it does', async () => {
    const { port, emulator } = await start({
      answers: Array.from({ length: 99 }, () => ({ body: 'x'.repeat(200_000) })),
    });
    const socket = connect(port, '127.0.0.1', () => socket.write(GET.repeat(99)));
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(emulator.seen().totals.requests).toBeLessThan(99);
    let bytes = 0;
    await new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        if (bytes > 99 * 200_000) resolve();
      });
      socket.resume();
    });
    socket.destroy();
    expect(emulator.seen().totals.requests).toBe(99);
  });

  it('that is left in the middle of a stream costs what had been produced', async () => {
    const { address, emulator } = await start({ rules: 'anthropic', tokenMs: 20, outputTokens: 50 });
    const left = new AbortController();
    const response = await fetch(`${address}/v1/messages`, { method: 'POST', body: streamed, signal: left.signal });
    await response.body?.getReader().read();
    await new Promise((resolve) => setTimeout(resolve, 100));
    left.abort();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const plain = { method: 'POST', body: '{"max_tokens":1}' };
    const { headers } = await emulator.fetch(`${address}/v1/messages`, plain);
    const spoken = 'anthropic-ratelimit-output-tokens-remaining';
    expect(Number(headers.get(spoken))).toBeGreaterThanOrEqual(7000);
    expect(emulator.seen().totals.served).toBe(2);
  });
});

describe('faults on the wire', () => {
  it.each<[string, Partial<EmulatorOptions>, string, string, RegExp]>([
    ['reset', { faults: [{ kind: 'reset' }] }, GET, 'broken', /^$/],
    [
      'truncate',
      { faults: [{ kind: 'truncate', characters: 3 }] },
      GET,
      'broken',
      /length: 11\r\n[\s\S]*\r\n\r\n\{"o$/,
    ],
    [
      'content-length, too long',
      { faults: [{ kind: 'content-length', addBytes: 5 }] },
      GET,
      'broken',
      /length: 16\r\n[\s\S]*\{"ok":true\}$/,
    ],
    [
      'content-length, too short',
      { faults: [{ kind: 'content-length', addBytes: -5 }] },
      GET,
      'quiet',
      /length: 6\r\n[\s\S]*\{"ok":true\}$/,
    ],
    [
      'cut-stream by reset',
      { faults: [{ kind: 'cut-stream', events: 2, by: 'reset' }] },
      POST,
      'broken',
      /content_block_start(?![\s\S]*ping)/,
    ],
    [
      'cut-stream by hang',
      { faults: [{ kind: 'cut-stream', events: 2, by: 'hang' }] },
      POST,
      'quiet',
      /content_block_start(?![\s\S]*ping)/,
    ],
    [
      'cut-stream by end',
      { faults: [{ kind: 'cut-stream', events: 2, by: 'end' }] },
      POST,
      'quiet',
      /content_block_start(?![\s\S]*ping)[\s\S]*\r\n0\r\n\r\n$/,
    ],
    [
      'headers',
      { faults: [{ kind: 'headers', set: { 'Retry-After': ['1', 'soon'] } }] },
      GET,
      'quiet',
      /Retry-After: 1\r\nRetry-After: soon\r\n/,
    ],
    ['slow', { faults: [{ kind: 'slow', characters: 4, pauseMs: 20 }] }, GET, 'quiet', /\{"ok":true\}$/],
  ])('%s', async (_, options, request, end, text) => {
    const { port } = await start(options);
    const got = await raw(port, request);
    expect(got.end).toBe(end);
    expect(got.text).toMatch(text);
  });

  it('hang: nothing comes, and a client that leaves gives back its slot', async () => {
    const limits = [{ name: 'slots', limiter: { kind: 'concurrency', amount: 1 } as const }];
    const { address } = await start({
      rules: customRuleBook({ limits }),
      faults: [{ kind: 'hang', when: { requests: [1] } }],
    });
    const held = fetch(address, { signal: AbortSignal.timeout(300) });
    held.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await fetch(address)).status).toBe(429);
    await expect(held).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await fetch(address)).status).toBe(200);
  });

  it('latency and streams take their time', async () => {
    const { address } = await start({ latencyMs: 100, tokenMs: 5, outputTokens: 20 });
    const startedMs = performance.now();
    const response = await fetch(`${address}/v1/messages`, { method: 'POST', body: streamed });
    const headMs = performance.now() - startedMs;
    await response.text();
    const wholeMs = performance.now() - startedMs;
    expect(headMs).toBeGreaterThanOrEqual(99);
    expect(wholeMs - headMs).toBeGreaterThanOrEqual(95);
  });
});

describe('the control endpoint', () => {
  it('tells what was seen, adds answers and begins anew, without being counted', async () => {
    const { address } = await start({ rules: 'anthropic' });
    const control = `${address}/__holdoff`;
    const json = async (path: string, init?: RequestInit) => (await fetch(control + path, init)).json();
    const answers = JSON.stringify([{ status: 429, headers: { 'retry-after': '3' } }]);
    expect(await json('/answers', { method: 'POST', body: answers })).toEqual({ added: 1 });
    await fetch(`${address}/v1/models`, { headers: { 'x-api-key': 'secret' } });
    await fetch(`${address}/v1/models`, { headers: { 'x-api-key': 'secret' } });
    expect(await json('')).toMatchObject({
      provider: 'anthropic',
      limits: [{ name: 'requests', amount: 50, kind: 'token-bucket' }, {}, {}],
      totals: { requests: 2, scripted: 1, served: 1 },
    });
    expect(await json('/requests')).toMatchObject({
      requests: [
        { number: 1, status: 429, outcome: 'scripted', key: expect.stringMatching(/^key-/) },
        { number: 2, status: 200, outcome: 'served', earlyMs: 0 },
      ],
    });
    expect(await json('/reset', { method: 'POST' })).toEqual({ reset: true });
    expect(await json('/')).toMatchObject({ totals: { requests: 0 } });
  });

  it.each([
    [
      '/answers',
      'POST',
      '[{"status":1}]',
      400,
      'answers[0].status: 1 is not allowed; give a whole number from 200 to 599',
    ],
    ['/answers', 'POST', '[', 400, 'JSON'],
    ['/nope', 'GET', undefined, 404, 'there is no GET /__holdoff/nope'],
    ['/reset', 'GET', undefined, 404, 'there is no GET'],
  ])('%s by %s with %s is refused with what is allowed', async (path, method, body, status, message) => {
    const { address } = await start();
    const response = await fetch(`${address}/__holdoff${path}`, body === undefined ? { method } : { method, body });
    expect(response.status).toBe(status);
    expect(((await response.json()) as { error: string }).error).toContain(message);
  });

  it('does nothing for a page in a browser, which can send to any address', async () => {
    const { address } = await start({ rules: 'anthropic' });
    await fetch(`${address}/v1/models`);
    const headers = { origin: 'https://elsewhere.example', 'content-type': 'text/plain' };
    expect((await fetch(`${address}/__holdoff/reset`, { method: 'POST', headers })).status).toBe(403);
    expect(await (await fetch(`${address}/__holdoff`)).json()).toMatchObject({ totals: { requests: 1 } });
  });

  it('leaves paths that only begin alike to the provider', async () => {
    const { address } = await start();
    expect(await (await fetch(`${address}/__holdoffs`)).json()).toEqual({ ok: true });
  });
});

describe('the port', () => {
  it('that is taken is said', async () => {
    const { emulator, port } = await start();
    await expect(listen(emulator, { port })).rejects.toMatchObject({
      name: 'ListenError',
      code: 'EADDRINUSE',
      message: expect.stringContaining(`port ${port} on 127.0.0.1 cannot be had: another program listens there`),
    });
  });

  it('of an address that this computer does not have, too', async () => {
    const { emulator } = await start();
    await expect(listen(emulator, { host: '192.0.2.1' })).rejects.toThrow('this computer has no such address');
  });

  it('of no address is refused: it would be all of them', async () => {
    await expect(listen(createEmulator({ rules: 'ietf' }), { host: '' })).rejects.toThrow(ListenError);
  });

  it('is on loopback, and free again after close, whatever was going on', async () => {
    const emulator = createEmulator({ rules: 'ietf', faults: [{ kind: 'hang' }] });
    const { address, port, close } = await listen(emulator);
    expect(address).toBe(`http://127.0.0.1:${port}`);
    const held = fetch(address).catch(() => 'broken');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await close();
    expect(await held).toBe('broken');
    const again = await listen(emulator, { port });
    await again.close();
  });
});

it('a body that is too large is refused, and the server goes on', async () => {
  const { address } = await start();
  const body = new Uint8Array(33 * 1024 * 1024);
  const end = await fetch(address, { method: 'POST', body }).then(
    ({ status }) => status,
    () => 'broken',
  );
  expect([413, 'broken']).toContain(end);
  expect((await fetch(address)).status).toBe(200);
});

it('what was told of what was seen stays as it was, whatever comes afterwards', async () => {
  const { emulator } = await start({ logSize: 2 });
  const ask = (path: string) => emulator.fetch(`http://x${path}`).then((response) => response.text());
  await ask('/1');
  const [one, told] = [emulator.seen(), JSON.stringify(emulator.seen())];
  for (const path of ['/2', '/3', '/4']) await ask(path);
  expect(JSON.stringify(one)).toBe(told);
  expect(emulator.seen()).toMatchObject({
    requests: [
      { number: 3, path: '/3' },
      { number: 4, path: '/4' },
    ],
    forgotten: 2,
  });
});

it('memory stays flat over many requests by many keys', async () => {
  const { emulator, address } = await start({ logSize: 100 });
  for (let i = 0; i < 300; i++) {
    await fetch(address, { headers: { authorization: `Bearer ${i}` } }).then((response) => response.text());
  }
  const request = (i: number) => ({ method: 'GET', path: `/${i}`, query: '', body: '', header: () => `Bearer ${i}` });
  for (let i = 0; i < 50_000; i++) {
    const delivery = emulator.receive(request(i));
    delivery.reply();
    delivery.end(1);
  }
  const { keys, requests, totals } = emulator.seen();
  expect(totals.requests).toBe(50_300);
  expect(Object.keys(keys).length).toBeLessThanOrEqual(10_001);
  expect(requests).toHaveLength(100);
});
