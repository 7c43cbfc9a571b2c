// What could be read in two ways, what would make it a proxy, and pages in browsers: none of it reaches the upstream.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startGateway } from '../../src/gateway/index.js';
import { ask, raw, startWorld, type World } from './world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld((_request, response, body) => response.end(`upstream ${body.length}`));
});

afterAll(() => world.close());

const FIELDS = 'Host: localhost\r\n';

describe('a gateway passes on nothing of', () => {
  it.each<[what: string, request: string, status: number]>([
    [
      'a length beside chunks',
      `POST /x HTTP/1.1\r\n${FIELDS}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'chunks beside a length',
      `POST /x HTTP/1.1\r\n${FIELDS}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['two lengths', `POST /x HTTP/1.1\r\n${FIELDS}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`, 400],
    ['the same length twice', `POST /x HTTP/1.1\r\n${FIELDS}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`, 400],
    ['a list of lengths', `POST /x HTTP/1.1\r\n${FIELDS}Content-Length: 3, 3\r\n\r\nabc`, 400],
    ['a length with a sign', `POST /x HTTP/1.1\r\n${FIELDS}Content-Length: +3\r\n\r\nabc`, 400],
    ['a folded field', `GET /x HTTP/1.1\r\n${FIELDS}X-A: 1\r\n Transfer-Encoding: chunked\r\n\r\n`, 400],
    ['lines that end without CR', `GET /x HTTP/1.1\n${FIELDS}\r\n`, 400],
    ['a field that ends without CR', `GET /x HTTP/1.1\r\nX-A: 1\nX-B: 2\r\n${FIELDS}\r\n`, 400],
    ['a CR inside a field', `GET /x HTTP/1.1\r\n${FIELDS}X-A: 1\rX-B: 2\r\n\r\n`, 400],
    ['a space before the colon', `GET /x HTTP/1.1\r\n${FIELDS}Content-Length : 3\r\n\r\nabc`, 400],
    ['another transfer coding', `POST /x HTTP/1.1\r\n${FIELDS}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 501],
    [
      'a coding that only looks like chunked',
      `POST /x HTTP/1.1\r\n${FIELDS}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      501,
    ],
    ['chunks in HTTP/1.0', `POST /x HTTP/1.0\r\n${FIELDS}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 501],
    [
      'a line break in the name of a chunk',
      `POST /x HTTP/1.1\r\n${FIELDS}Transfer-Encoding: chunked\r\n\r\n3;a=\nb\r\nabc\r\n0\r\n\r\n`,
      400,
    ],
    ['two hosts', `GET /x HTTP/1.1\r\n${FIELDS}Host: other\r\n\r\n`, 400],
    ['no host', 'GET /x HTTP/1.1\r\n\r\n', 400],
    ['another host', 'GET /x HTTP/1.1\r\nHost: evil.example\r\n\r\n', 403],
    ['an absolute target', `GET http://evil.example/x HTTP/1.1\r\n${FIELDS}\r\n`, 400],
    ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${FIELDS}\r\n`, 405],
    ['a target without a path', `OPTIONS * HTTP/1.1\r\n${FIELDS}\r\n`, 400],
    ['a target that looks like a host', `GET //evil.example/x HTTP/1.1\r\n${FIELDS}\r\n`, 400],
    ['a backslash', `GET /\\evil.example/x HTTP/1.1\r\n${FIELDS}\r\n`, 400],
    ['a way up', `GET /v1/../../admin HTTP/1.1\r\n${FIELDS}\r\n`, 400],
    ['a head that is too long', `GET /x HTTP/1.1\r\n${FIELDS}X-A: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['a target that is too long', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${FIELDS}\r\n`, 431],
    ['a websocket', `GET /x HTTP/1.1\r\n${FIELDS}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, 501],
    ['an expectation nobody knows', `GET /x HTTP/1.1\r\n${FIELDS}Expect: more\r\n\r\n`, 417],
    ['the method that echoes', `TRACE /x HTTP/1.1\r\n${FIELDS}\r\n`, 405],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
  ])('%s', async (_what, request, status) => {
    const before = world.seen.length;
    expect(await raw(world.address, request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(world.seen.slice(before)).toEqual([]);
  });

  it('what comes behind something refused on the same connection', async () => {
    const before = world.seen.length;
    await raw(world.address, `GET //a HTTP/1.1\r\n${FIELDS}\r\nGET /smuggled HTTP/1.1\r\n${FIELDS}\r\n`);
    await raw(
      world.address,
      `POST /x HTTP/1.1\r\nHost: evil\r\nContent-Length: 40\r\n\r\nGET /smuggled HTTP/1.1\r\n${FIELDS}\r\n`,
    );
    expect(world.seen.slice(before)).toEqual([]);
  });
});

describe('pages in a browser', () => {
  it('are refused, whatever their origin, also where they send none', async () => {
    const before = world.seen.length;
    for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { status, headers: fields, body } = await ask(world.address, '/x', { headers: headers as never });
      expect([status, fields['access-control-allow-origin'], JSON.parse(String(body)).error.code]).toEqual([
        403,
        undefined,
        'origin',
      ]);
    }
    expect(world.seen.slice(before)).toEqual([]);
  });

  it('of an origin that is allowed may ask first, and read the answer with its limits', async () => {
    const other = await startWorld(
      (_request, response) => response.setHeader('access-control-allow-origin', 'x').end('ok'),
      {
        allowOrigins: ['http://localhost:3000'],
      },
    );
    try {
      const headers = { origin: 'http://localhost:3000' };
      const wanted = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' };
      const asked = await ask(other.address, '/x', { method: 'OPTIONS', headers: { ...headers, ...wanted } });
      expect(asked).toMatchObject({ status: 204, headers: { 'access-control-allow-headers': 'x-api-key' } });
      expect(other.seen).toEqual([]);
      const { headers: fields, body } = await ask(other.address, '/x', { headers });
      expect([String(body), fields['access-control-allow-origin'], fields['access-control-expose-headers']]).toEqual([
        'ok',
        'http://localhost:3000',
        '*',
      ]);
    } finally {
      await other.close();
    }
  });
});

it('an offer of h2c is ignored, as RFC 9110 has it, and does not reach the upstream', async () => {
  const request = `GET /h2c HTTP/1.1\r\n${FIELDS}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAM\r\n\r\n`;
  expect(await raw(world.address, request)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(world.seen).toContain('GET /h2c');
});

it.each(['GET', 'DELETE', 'OPTIONS', 'POST'])(
  'a body of %s that is streamed stays a body, and never becomes a request of its own',
  async (method) => {
    const inner = 'POST /smuggled HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
    const bodies: string[] = [];
    const other = await startWorld(
      (_request, response, body) => {
        bodies.push(String(body));
        response.end('ok');
      },
      { mostReplayableBytes: 10 },
    );
    try {
      const size = inner.length.toString(16);
      const request = `${method} /x HTTP/1.1\r\n${FIELDS}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${inner}\r\n0\r\n\r\n`;
      expect(await raw(other.address, request)).toMatch(/^HTTP\/1\.1 200 /);
      expect((await ask(other.address, '/next')).status).toBe(200);
      expect(other.seen).toEqual([`${method} /x`, 'GET /next']);
      expect(bodies).toEqual([inner, '']);
    } finally {
      await other.close();
    }
  },
);

it('an upstream behind TLS is told nothing unless its certificate is to be trusted, and is asked by its name', async () => {
  const pem = readFileSync(new URL('./fixtures/localhost.pem', import.meta.url));
  const asked: unknown[] = [];
  const server = createServer({ key: pem, cert: pem }, (request, response) => {
    const { servername, alpnProtocol, remotePort } = request.socket as never as Record<string, unknown>;
    asked.push([servername, alpnProtocol, remotePort]);
    response.end('secret');
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const start = () => startGateway({ upstream: `https://localhost:${port}`, policy: { maxAttempts: 1 } });
  const [strict, lax] = await Promise.all([start(), start()]);
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  try {
    const refused = await ask(strict.address, '/', { headers: { authorization: 'Bearer s3cret' } });
    expect([refused.status, String(refused.body)]).toEqual([502, expect.stringContaining('SELF_SIGNED')]);
    expect(asked).toEqual([]);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    for (let count = 0; count < 2; count++) expect(String((await ask(lax.address, '/')).body)).toBe('secret');
    // By its name, in HTTP/1.1, and twice on one connection.
    expect(asked).toEqual(Array(2).fill(['localhost', 'http/1.1', (asked[0] as unknown[])[2]]));
  } finally {
    vi.unstubAllEnvs();
    warned.mockRestore();
    await Promise.all([strict.close(0), lax.close(0)]);
    server.closeAllConnections();
    server.close();
  }
});
