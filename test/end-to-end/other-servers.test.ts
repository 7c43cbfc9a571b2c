// Servers with habits of their own, over real connections: whatever they send, the call ends, nothing is lost that was
// answered, and nothing stays open.

import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { PolicyInput } from '../../src/core/policy/policy.js';
import { createClient, createFetch } from '../../src/runtime/client.js';
import { GaveUpError } from '../../src/runtime/errors.js';
import { reportOf } from '../../src/runtime/report.js';
import { type Answer, startFlaky } from './flaky-server.js';

const quick: PolicyInput = { backoff: { baseMs: 5 }, jitter: 'none', maxAttempts: 4 };
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function start(answer: Answer) {
  const server = await startFlaky(answer);
  closers.push(server.close);
  return server;
}

/** A server below HTTP: `talk` gets each connection, with its number from 0. */
async function startRaw(talk: (socket: Socket, index: number) => void): Promise<string> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket, connections++);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('the Retry-After of a server', () => {
  it.each<[string, string | string[], number]>([
    ['0 says nothing: the own wait', '0', 5],
    ['a sign says nothing', '-1', 5],
    ['a past date says nothing', 'Wed, 21 Oct 2015 07:28:00 GMT', 5],
    ['a word says nothing', 'soon', 5],
    ['an exponent says nothing', '1e3', 5],
    ['decimals are read', '0.25', 250],
    ['of two the later is waited', ['0.1', '0.3'], 300],
  ])('%s', async (_, value, leastMs) => {
    const sentAt: number[] = [];
    const { url } = await start((_request, response, index) => {
      sentAt.push(performance.now());
      if (index === 0) response.writeHead(429, { 'retry-after': value as string });
      response.end();
    });
    expect((await createFetch(quick)(url)).status).toBe(200);
    const waitedMs = (sentAt[1] as number) - (sentAt[0] as number);
    expect(waitedMs).toBeGreaterThanOrEqual(leastMs);
    // Who takes a word, a sign or an exponent for a time waits for minutes.
    expect(waitedMs).toBeLessThan(20_000);
  });

  it.each(['Fri, 31 Dec 2099 23:59:59 GMT', '99999999999999999999'])(
    '%s is further than anybody waits',
    async (value) => {
      const { url, seen } = await start((_, response) => response.writeHead(429, { 'retry-after': value }).end('no'));
      const response = await createFetch(quick)(url);
      expect([response.status, await response.text(), seen.length]).toEqual([429, 'no', 1]);
      expect(reportOf(response)?.retryAt?.getTime()).toBeGreaterThan(Date.UTC(2099, 11, 31));
    },
  );

  it('in a compressed body is read, and the answer after it too', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const { url, seen } = await start((_, response, index) => {
      response.writeHead(index === 0 ? 429 : 200, headers);
      response.end(gzipSync(JSON.stringify(index === 0 ? { retry_after: 0.2 } : { answer: 42 })));
    });
    const startedMs = performance.now();
    expect(await (await createFetch(quick)(url)).json()).toEqual({ answer: 42 });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(200);
    expect(seen).toHaveLength(2);
  });
});

describe('connections', () => {
  it('that are kept alive and reset on their second request cost a GET an attempt, and a POST its answer', async () => {
    const url = await startRaw((socket) => {
      let requests = 0;
      socket.on('data', () => (requests++ === 0 ? socket.write(OK) : socket.destroy()));
    });
    const client = createClient(quick);
    for (let call = 0; call < 3; call++) expect(await (await client.fetch(url)).text()).toBe('ok');
    // Whether this one meets a connection that is about to break is for the pool of fetch.
    const posted = await client.fetch(url, { method: 'POST', body: 'x' }).then(
      (response) => response.text(),
      (error: unknown) => (error instanceof GaveUpError ? error.reason : error),
    );
    expect(['ok', 'method-not-repeatable']).toContain(posted);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['half-closed before the answer', (socket) => socket.end()],
    ['closed in the middle of the head', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le')],
    ['answered with no HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n')],
  ])('%s are tried again', async (_, spoil) => {
    const url = await startRaw((socket, index) => {
      socket.on('data', () => (index === 0 ? spoil(socket) : socket.end(OK)));
    });
    const response = await createFetch(quick)(url);
    expect([await response.text(), reportOf(response)?.attempts]).toEqual(['ok', 2]);
  });

  it('that end before the length they promised fail their reader, and say so in the report', async () => {
    const url = await startRaw((socket) => {
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'));
    });
    const client = createClient(quick);
    const response = await client.fetch(url);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(reportOf(response)?.reason).toBe('stream-interrupted');
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('with hints before the answer are read to the answer', async () => {
    const url = await startRaw((socket) => {
      socket.on('data', () => socket.end(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${OK}`));
    });
    expect(await (await createFetch(quick)(url)).text()).toBe('ok');
  });
});

describe('answers without a body, and of another place', () => {
  it.each([204, 205, 304])('%s is handed out', async (status) => {
    const { url } = await start((_, response) => response.writeHead(status, { 'retry-after': '9' }).end());
    const client = createClient(quick);
    const response = await client.fetch(url);
    expect([response.status, await response.text()]).toEqual([status, '']);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('redirects are followed as fetch has it, and those it refuses are not tried again', async () => {
    const { url, seen } = await start((request, response) => {
      if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else if (request.url === '/') response.writeHead(301, { location: '/there' }).end();
      else response.end(`${request.method} ${request.url}`);
    });
    const fetch = createFetch(quick);
    const followed = await fetch(url, { method: 'POST', body: 'x' });
    expect([followed.redirected, followed.url, await followed.text()]).toEqual([true, `${url}there`, 'GET /there']);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(301);
    const before = seen.length;
    await expect(fetch(url, { redirect: 'error' })).rejects.toThrow('fetch failed');
    expect(seen).toHaveLength(before + 1);
    await expect(fetch(`${url}loop`)).rejects.toThrow('fetch failed');
    expect(seen.length, 'one round of as many redirects as fetch follows').toBeLessThanOrEqual(before + 22);
  });
});

describe('a stream that never ends', () => {
  const endless: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const ticker = setInterval(() => response.write('data: x\n\n'), 5);
    response.on('close', () => clearInterval(ticker));
  };

  it.each<[string, PolicyInput, (response: Response, abort: () => void) => Promise<unknown>]>([
    ['whose reader leaves', {}, async (response) => readSome(response)],
    ['whose reader aborts', {}, async (response, abort) => readSome(response, abort).catch(() => {})],
    ['whose deadline comes', { deadlineMs: 200 }, async (response) => response.text().catch(() => {})],
  ])('%s lets go of its slot and its connection', async (_, policy, read) => {
    const { url, seen } = await start(endless);
    const client = createClient({ ...quick, ...policy });
    const controller = new AbortController();
    await read(await client.fetch(url, { signal: controller.signal }), () => controller.abort());
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    await expect.poll(() => seen[0]?.open).toBe(false);
  });
});

async function readSome(response: Response, then?: () => void): Promise<void> {
  let chunks = 0;
  for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (++chunks < 3) continue;
    if (then === undefined) return;
    then();
  }
}
