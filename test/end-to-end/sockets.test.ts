// What only real connections can show: resets, bodies on the wire, sockets that are let go, aborts half-way.

import { getEventListeners } from 'node:events';
import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import type { PolicyInput } from '../../src/core/policy/policy.js';
import { createClient, createFetch } from '../../src/runtime/client.js';
import { GaveUpError } from '../../src/runtime/errors.js';
import { reportOf } from '../../src/runtime/report.js';
import { type Answer, type FlakyServer, startFlaky } from './flaky-server.js';

const quick: PolicyInput = { backoff: { baseMs: 1 } };
let server: FlakyServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(answer: Answer): Promise<FlakyServer> {
  server = await startFlaky(answer);
  return server;
}

const bytes = (length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, index) => (index * 31) % 256);

function streamOf(data: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= data.length) controller.close();
      else controller.enqueue(data.subarray(sent, sent + 16_384));
      sent += 16_384;
    },
  });
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

describe('request bodies', () => {
  it('QB-05: a body of 4 bytes goes with every attempt, also after the socket was closed on the first', async () => {
    const { url, seen } = await start((request, response, index) => {
      if (index === 0) request.socket.destroy();
      else response.end('ok');
    });
    const body = Uint8Array.of(1, 2, 3, 4);
    const response = await createFetch(quick)(url, { method: 'PUT', body });
    expect(response.status).toBe(200);
    expect(seen.map((request) => [...request.body])).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
  });

  const big = bytes(1 << 20);

  it('QB-02: a streamed PUT that was refused is not stored empty: it fails, and says what to do', async () => {
    const { url, seen } = await start((_, response, index) => response.writeHead(index === 0 ? 503 : 200).end());
    const init = { method: 'PUT', body: streamOf(big), duplex: 'half' } as RequestInit;
    const response = await createFetch(quick)(url, init);
    expect(response.status).toBe(503);
    expect(reportOf(response)?.reason).toBe('body-not-replayable');
    expect(seen.map(({ body }) => body.length)).toEqual([1 << 20]);
  });

  it('QB-02: with a function that makes the stream it is stored whole', async () => {
    const { url, seen } = await start((_, response, index) => response.writeHead(index === 0 ? 503 : 200).end());
    const make = () => ({ method: 'PUT', body: streamOf(big), duplex: 'half' }) as RequestInit;
    const response = await createFetch(quick)(url, make);
    expect(response.status).toBe(200);
    expect(seen.map(({ body }) => Buffer.compare(body, Buffer.from(big)))).toEqual([0, 0]);
  });

  it('a Request with a body is sent whole each time', async () => {
    const { url, seen } = await start((_, response, index) => response.writeHead(index < 2 ? 503 : 200).end());
    const request = new Request(url, { method: 'POST', body: big });
    expect((await createFetch(quick)(request)).status).toBe(200);
    expect(seen.map(({ body }) => Buffer.compare(body, Buffer.from(big)))).toEqual([0, 0, 0]);
  });
});

describe('network faults', () => {
  it('ID-02: a POST whose connection breaks is sent once, a PUT until it is served', async () => {
    const { url, seen } = await start((request, response, index) => {
      if (index < 3) request.socket.resetAndDestroy();
      else response.end();
    });
    const fetch = createFetch(quick);
    const error = await fetch(url, { method: 'POST', body: '{}' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GaveUpError);
    expect(error).toMatchObject({ reason: 'method-not-repeatable', cause: { message: 'fetch failed' } });
    expect(seen).toHaveLength(1);
    expect((await fetch(url, { method: 'PUT', body: '{}' })).status).toBe(200);
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'PUT']);
  });

  it('a POST to a port where nobody listens is retried: nothing was sent', async () => {
    const free = createServer();
    await new Promise<void>((listening) => free.listen(0, '127.0.0.1', listening));
    const { port } = free.address() as { port: number };
    await new Promise((closed) => free.close(closed));
    const call = createFetch({ ...quick, maxAttempts: 3 })(`http://127.0.0.1:${port}/`, { method: 'POST' });
    await expect(call).rejects.toMatchObject({ reason: 'attempts-exhausted', report: { attempts: 3 } });
  });

  it.each([
    ['closes without an answer', ''],
    ['answers with something else than HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['breaks off within the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ])('a GET from a server that %s is repeated', async (_, text) => {
    let connections = 0;
    const raw = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        connections++;
        socket.end(connections < 3 ? text : 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok');
      });
    });
    await new Promise<void>((listening) => raw.listen(0, '127.0.0.1', listening));
    const { port } = raw.address() as { port: number };
    try {
      const response = await createFetch(quick)(`http://127.0.0.1:${port}/`);
      expect(await response.text()).toBe('ok');
      expect(reportOf(response)?.attempts).toBe(3);
    } finally {
      await new Promise((closed) => raw.close(closed));
    }
  });
});

describe('answers that are refused', () => {
  it('SB-01, SB-06: are cancelled before the wait, endless ones too, and their sockets are let go', async () => {
    let written = 0;
    /** Whether the answers before it were still under way when each request came. */
    const openAt: boolean[][] = [];
    const { url, seen } = await start((_, response, index) => {
      openAt.push(seen.slice(0, index).map(({ open }) => open));
      if (index >= 3) {
        response.end('served');
        return;
      }
      response.writeHead(429, { 'retry-after-ms': index === 0 ? '2000' : '1' });
      const chunk = Buffer.alloc(16_384, 'x');
      const flood = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on('drain', flood);
      flood();
    });
    const bytesBefore = process.memoryUsage().arrayBuffers;
    const fetch = createFetch({});
    const response = await fetch(url, { method: 'POST', body: '{}' });
    expect(await response.text()).toBe('served');
    // After the first wait the connection of the refused answer was gone.
    expect(openAt[1]).toEqual([false]);
    expect(reportOf(response)?.refusals).toBe(3);
    // What the kernel and undici take before the headers are seen; a client that read on would take megabytes a second.
    expect(process.memoryUsage().arrayBuffers - bytesBefore).toBeLessThan(16 * 1024 * 1024);
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('an abort', () => {
  it('of the attempt in flight closes its connection at once', async () => {
    const { url, seen } = await start(() => {});
    const controller = new AbortController();
    const client = createClient({});
    const call = client.fetch(url, { signal: controller.signal }).catch((reason: unknown) => reason);
    while (seen.length === 0) await new Promise(setImmediate);
    controller.abort('stop');
    expect(await call).toBe('stop');
    await expect.poll(() => seen[0]?.open).toBe(false);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it.each<PolicyInput>([{}, { attemptTimeoutMs: '10s', deadlineMs: '20s' }])(
    'while the body is read after the headers ends the reading, with %j',
    async (policy) => {
      const { url, seen } = await start((_, response) => {
        response.writeHead(200);
        response.write('first');
      });
      const controller = new AbortController();
      const response = await createFetch(policy)(url, { signal: controller.signal });
      // The signal that was made for the attempt must not be lost to the garbage collector meanwhile.
      collectGarbage();
      const reading = response.text().catch((reason: unknown) => reason);
      await new Promise((later) => setTimeout(later, 20));
      collectGarbage();
      controller.abort('enough');
      expect(await reading).toBe('enough');
      await expect.poll(() => seen[0]?.open).toBe(false);
    },
  );

  it('of the time of an attempt closes its connection, and the next one is answered', async () => {
    const { url, seen } = await start((_, response, index) => {
      if (index >= 2) response.end('third');
    });
    const response = await createFetch({ ...quick, attemptTimeoutMs: 300 })(url);
    expect(await response.text()).toBe('third');
    await expect.poll(() => seen.map(({ open }) => open)).toEqual([false, false, false]);
  });

  it('AB-08: that never comes costs one long-lived signal nothing', async () => {
    const { url } = await start((_, response) => response.end('ok'));
    const { signal } = new AbortController();
    const { fetch } = createClient({});
    for (let round = 0; round < 20; round++) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => fetch(url, { signal })));
      await Promise.all(responses.map((response) => response.text()));
    }
    // The platform keeps listeners of its own for answers that are not collected yet; ours have names of their own.
    const ours = getEventListeners(signal, 'abort').filter((listener) => typeof listener === 'object');
    expect(ours).toEqual([]);
  });
});
