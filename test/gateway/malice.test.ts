// Upstreams and callers that do what the protocol allows and nobody expects, or what it forbids.

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../../src/gateway/index.js';
import { createPool, type UpstreamPool } from '../../src/gateway/upstream.js';
import { ask, raw, until } from './world.js';

let server: Server;
let gateway: Gateway;
/** What an upstream does with what it is sent; and the connections that it was asked on. */
let onRequest: (socket: Socket, text: string) => void = () => {};
const sockets = new Set<Socket>();
let made = 0;
const OK = 'HTTP/1.1 200 OK\r\n';

beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    made++;
    sockets.add(socket);
    socket.setEncoding('latin1');
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (text: unknown) => onRequest(socket, String(text)));
    socket.on('end', () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway = await startGateway({ upstream, policy: { backoff: { baseMs: 1 } }, mostReplayableBytes: 1000 });
});

beforeEach(async () => {
  for (const socket of sockets) socket.destroy();
  await until(() => gateway.status().connections === 0, 'no connection');
  made = 0;
});

afterAll(async () => {
  await gateway.close(0);
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Status and body; and what is left of the call. */
async function get(path = '/', options: Parameters<typeof ask>[2] = {}) {
  const { status, body, headers } = await ask(gateway.address, path, options);
  return { status, body: String(body), headers };
}

describe('an upstream', () => {
  it('is asked again on the same connection, and on another when more came than was asked for', async () => {
    onRequest = (socket) => socket.write(`${OK}Content-Length: 1\r\n\r\n${made}`);
    expect([(await get()).body, (await get()).body]).toEqual(['1', '1']);
    onRequest = (socket) => socket.write(`${OK}Content-Length: 1\r\n\r\n${made}${OK}Content-Length: 4\r\n\r\nevil`);
    expect([(await get()).body, (await get()).body]).toEqual(['1', '2']);
  });

  it('that speaks without having been asked is not listened to', async () => {
    onRequest = (socket) => socket.write(`${OK}Content-Length: 1\r\n\r\n${made}`);
    await get();
    for (const socket of sockets) socket.write(`${OK}Content-Length: 4\r\n\r\nevil`);
    await until(() => gateway.status().connections === 0, 'the connection is given up');
    expect((await get()).body).toBe('2');
  });

  it.each<[what: string, answer: string, status: number, body: string]>([
    ['hints before it', `HTTP/1.1 103 E\r\nLink: </a>\r\n\r\n${OK}Content-Length: 2\r\n\r\nhi`, 200, 'hi'],
    ['trailers', `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Hop: 1\r\n\r\n`, 200, 'hi'],
    ['a body behind a 204, and its length', 'HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\nhi', 204, ''],
    ['a body behind a 205', 'HTTP/1.1 205 Reset\r\nContent-Length: 2\r\n\r\nhi', 205, 'hi'],
    ['a change of the protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 502, ''],
    ['a status beyond all', `HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n`, 502, ''],
    ['a head without an end', `${OK}X-A: ${'a'.repeat(70_000)}`, 502, ''],
    ['no HTTP', '220 mail.example ready\r\n', 502, ''],
    ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nhi!`, 502, ''],
  ])('that answers with %s', async (_what, answer, status, body) => {
    onRequest = (socket) => socket.write(answer, 'latin1');
    const told = await get('/', { method: 'POST', body: 'x' });
    expect(told.status).toBe(status);
    if (status < 500) expect(told.body).toBe(body);
    if (status === 204) expect(told.headers['content-length']).toBeUndefined();
    expect(gateway.client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it.each(['closes', 'stays'])('that answers before the request has ended, and %s', async (then) => {
    let hasAnswered = false;
    onRequest = (socket) => {
      if (hasAnswered) return;
      hasAnswered = true;
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig');
      if (then === 'closes') socket.end();
    };
    const third = 'a'.repeat(1_000_000);
    const socket = connect(gateway.port, '127.0.0.1');
    let told = '';
    socket.setEncoding('latin1').on('data', (text: unknown) => {
      told += text;
    });
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n${third}`);
    await until(() => told.endsWith('\r\n\r\nbig'), 'answered');
    expect(told).toMatch(/^HTTP\/1\.1 413 /);
    // The rest of the body would be read there as the next request.
    await until(() => gateway.status().connections === 0, 'the connection is given up');
    onRequest = (upstream) => upstream.write(`${OK}Content-Length: 2\r\n\r\nok`);
    // Here it is over when all of it has come.
    socket.write(`${third}${third}GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await until(() => told.endsWith('ok'), 'the next request is answered');
    socket.destroy();
  });

  it('that answers before a request has ended which could be repeated is asked on another connection', async () => {
    const keeping = await startGateway({ upstream: gateway.status().upstream });
    onRequest = (socket) => {
      socket.pause();
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig');
    };
    const body = Buffer.alloc(8_000_000, 'a');
    expect(String((await ask(keeping.address, '/', { method: 'POST', body })).body)).toBe('big');
    await until(() => keeping.status().connections === 0, 'the connection is given up');
    await keeping.close(0);
  });

  it('that is read slowly is asked again on the same connection when its answer is over', async () => {
    const size = 5_000_000;
    onRequest = (socket) => socket.write(`${OK}Content-Length: ${size}\r\n\r\n${'a'.repeat(size)}`);
    const response = await fetch(gateway.address);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await response.text()).length).toBe(size);
    onRequest = (socket) => socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
    expect([(await get()).body, made]).toEqual(['ok', 1]);
  });

  it('that ends in the middle of a short answer is asked again where that is safe', async () => {
    onRequest = (socket) => {
      if (made < 3) socket.end(`${OK}Content-Length: 5\r\n\r\nhal`);
      else socket.write(`${OK}Content-Length: 5\r\n\r\nwhole`);
    };
    expect((await get()).body).toBe('whole');
    made = 0;
    for (const socket of sockets) socket.destroy();
    await until(() => gateway.status().connections === 0, 'no connection');
    expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(502);
    expect(made).toBe(1);
  });

  it.each<[what: string, scheme: string, attempts: number]>([
    ['before it stands is sent all requests again', 'https', 3],
    ['with a request on it that may have been done is not sent it again', 'http', 1],
  ])('that breaks a connection %s', async (_what, scheme, attempts) => {
    const { port } = server.address() as AddressInfo;
    const upstream = `${scheme}://127.0.0.1:${port}`;
    const breaking = await startGateway({ upstream, policy: { backoff: { baseMs: 1 }, maxAttempts: 3 } });
    onRequest = (socket) => socket.resetAndDestroy();
    expect((await ask(breaking.address, '/', { method: 'POST', body: 'x' })).status).toBe(502);
    expect(made).toBe(attempts);
    await breaking.close(0);
  });
});

describe('an exchange', () => {
  /** As the client asks for it. */
  const init = (more: object = {}): RequestInit =>
    ({ headers: [], passage: { path: '/', streamLength: null, sent: () => {} }, ...more }) as RequestInit;

  async function withPool(idleMs: number | null, test: (pool: UpstreamPool) => Promise<void>): Promise<void> {
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const upstream = { isSecure: false, hostname: '127.0.0.1', port, host: `127.0.0.1:${port}`, origin, basePath: '' };
    const pool = createPool(upstream, { hidesBodies: false, idleMs });
    await test(pool);
    pool.close();
  }

  it('whose answer has come in whole and is not read to its end leaves the connection to the next', async () => {
    await withPool(null, async (pool) => {
      onRequest = (socket) => socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n`);
      const first = await pool.fetch('', init());
      const asked = new Promise<Socket>((resolve) => {
        onRequest = resolve;
      });
      const second = pool.fetch('', init());
      const socket = await asked;
      await first.body?.cancel();
      socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
      expect([await (await second).text(), made]).toEqual(['ok', 1]);
    });
  });

  it('whose short answer falls silent is broken off; the silence behind an answer is none of it', async () => {
    await withPool(30, async (pool) => {
      onRequest = (socket) => socket.write(`${OK}Content-Length: 9\r\n\r\n`);
      await expect(pool.fetch('', init())).rejects.toMatchObject({ name: 'TimeoutError' });
      await until(() => pool.connections() === 0, 'the connection is given up');
      onRequest = (socket) => socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
      expect(await (await pool.fetch('', init())).text()).toBe('ok');
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect([pool.connections(), made]).toEqual([1, 2]);
    });
  });
});

describe('a caller', () => {
  const HEAD = 'HTTP/1.1\r\nHost: localhost\r\n';

  it.each([500, 5000])(
    'that waits to be told to go on is told so, and its body of %i bytes passed on',
    async (size) => {
      const seen: string[] = [];
      onRequest = (socket, text) => {
        seen.push(text);
        if (seen.join('').endsWith('z')) socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
      };
      const answers: string[] = [];
      const socket = connect(gateway.port, '127.0.0.1');
      socket.setEncoding('latin1').on('data', (text: unknown) => {
        if (answers.push(String(text)) === 1) socket.write(`${'a'.repeat(size - 1)}z`);
      });
      socket.write(`POST / ${HEAD}Expect: 100-continue\r\nContent-Length: ${size}\r\n\r\n`);
      await until(() => answers.join('').endsWith('ok'), 'answered');
      socket.destroy();
      expect(answers[0]).toBe('HTTP/1.1 100 Continue\r\n\r\n');
      expect(seen.join('')).not.toMatch(/expect/i);
      expect(seen.join('').split('\r\n\r\n')[1]).toBe(`${'a'.repeat(size - 1)}z`);
    },
  );

  it('that sends the next request before the answer has its answers in their order', async () => {
    onRequest = (socket, text) => {
      const [path = ''] = /\/\w+/.exec(text) ?? [];
      setTimeout(() => socket.write(`${OK}Content-Length: 2\r\n\r\n${path}`), path === '/a' ? 50 : 0);
    };
    const told = await raw(gateway.address, `GET /a ${HEAD}\r\nGET /b ${HEAD}\r\nGET /c ${HEAD}\r\n`);
    expect(told.match(/\/[abc]/g)).toEqual(['/a', '/b', '/c']);
  });

  it('with thousands of fields is refused for what the last of them says', async () => {
    onRequest = (socket) => socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
    const fields = 'a:\r\n'.repeat(3000);
    expect(await raw(gateway.address, `GET / ${HEAD}${fields}Origin: http://evil.example\r\n\r\n`)).toMatch(/ 403 /);
    expect(await raw(gateway.address, `GET / ${HEAD}${fields}X-A: 1\r\n\r\n`)).toMatch(/ 200 /);
  });

  it('whose chunks have extensions and trailers has its body passed on without them', async () => {
    const seen: string[] = [];
    onRequest = (socket, text) => {
      seen.push(text);
      socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
    };
    const chunks = '3;a="b"\r\nabc\r\n2\r\nde\r\n0\r\nX-Hop: 1\r\n\r\n';
    await raw(gateway.address, `POST / ${HEAD}Transfer-Encoding: chunked\r\nTrailer: X-Hop\r\n\r\n${chunks}`);
    expect(seen.join('')).toMatch(/Content-Length: 5\r\n\r\nabcde$/);
    expect(seen.join('')).not.toMatch(/hop/i);
  });

  it('that ends its side is taken to have left, as one that was killed looks the same', async () => {
    onRequest = () => {};
    const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.resume().write(`GET / ${HEAD}\r\n`);
    await until(() => made === 1, 'sent');
    socket.end();
    await closed;
    await until(() => gateway.status().connections === 0, 'the upstream is let go');
    expect(gateway.client.stats().inFlight).toBe(0);
  });
});
