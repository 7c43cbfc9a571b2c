// What goes through a gateway: as it came, as often as is right, and for no longer than its caller waits.

import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { awakeMs } from '../support/awake.js';
import { ask, expectNothingLeft, raw, until, useWorlds } from './world.js';

const start = useWorlds();

const FAST = { backoff: { baseMs: 1 } };

describe('an answer', () => {
  it.each([0, 1, 1000, 65_536, 65_537, 1_000_000])('of %i random bytes arrives as it was sent', async (size) => {
    const bytes = randomBytes(size);
    const { address } = await start((_request, response) => {
      response.setHeader('content-type', 'application/octet-stream');
      response.setHeader('content-length', size);
      response.end(bytes);
    });
    const { body, headers } = await ask(address, '/');
    expect(body.equals(bytes)).toBe(true);
    expect(headers['content-length']).toBe(String(size));
  });

  it('that is compressed arrives compressed, although it was asked for as it is', async () => {
    let asked: unknown;
    const zipped = gzipSync('{"message":"hello"}');
    const { address } = await start((incoming, response) => {
      asked = incoming.headers['accept-encoding'];
      response.writeHead(200, {
        'content-encoding': 'gzip',
        'content-type': 'application/json',
        'content-length': zipped.length,
      });
      response.end(zipped);
    });
    const { body, headers } = await ask(address, '/', { headers: { 'accept-encoding': 'gzip, br' } });
    expect([asked, headers['content-encoding'], body.equals(zipped)]).toEqual(['identity', 'gzip', true]);
    expect(await (await fetch(address)).json()).toEqual({ message: 'hello' });
  });

  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
    ['GET', 404],
    ['GET', 201],
  ])('to %s with the status %i keeps its fields, repeated ones too', async (method, status) => {
    const { address, seen } = await start((_request, response) => {
      response.writeHead(status, 'Well', [
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
        'X-Case',
        'Kept',
        'Connection',
        'x-hop',
        'X-Hop',
        '1',
      ]);
      response.end();
    });
    const answer = await ask(address, '/a?b=c%20d', { method });
    expect(answer.status).toBe(status);
    expect(answer.rawHeaders).toEqual(expect.arrayContaining(['Set-Cookie', 'X-Case', 'Kept']));
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(answer.headers['x-hop']).toBeUndefined();
    expect(seen).toEqual([`${method} /a?b=c%20d`]);
  });

  it('that leads elsewhere leads to the gateway where it led to the upstream, and is not followed', async () => {
    const world = await start((incoming, response) => {
      const { host } = incoming.headers;
      response.writeHead(301, { location: `http://${host}/new`, link: `<http://${host}/p?2>; rel="next"` }).end();
    });
    const { status, headers } = await ask(world.address, '/old');
    expect([status, headers.location, headers.link]).toEqual([
      301,
      `${world.address}/new`,
      `<${world.address}/p?2>; rel="next"`,
    ]);
    expect(world.seen).toEqual(['GET /old']);
  });

  it('that is a stream comes piece by piece, each when it is sent', async () => {
    let next: (() => void) | undefined;
    const { address } = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let left = 3;
      next = () => (left-- > 0 ? response.write(`data: ${left}\n\n`) : response.end());
      next();
    });
    const reader = ((await fetch(address)).body as ReadableStream<Uint8Array>).getReader();
    const pieces: string[] = [];
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(Buffer.from(piece.value).toString());
      next?.();
    }
    expect(pieces).toEqual(['data: 2\n\n', 'data: 1\n\n', 'data: 0\n\n']);
  });

  it('that breaks off breaks off for the caller too, and is not asked for twice', async () => {
    const world = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('half', () => response.destroy());
    });
    await expect(ask(world.address, '/')).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expectNothingLeft(world);
    expect(world.seen.length).toBe(1);
    expect(world.gateway.status().callers.broken).toBe(1);
  });
});

describe('a request', () => {
  it('reaches the upstream with its fields and its body, at the path of the upstream', async () => {
    let seen: unknown;
    const bodies: Buffer[] = [];
    const upstream = await start((incoming, response, body) => {
      const { host, authorization, 'x-holdoff-caller': caller, expect, 'content-length': length } = incoming.headers;
      seen = { url: incoming.url, host, authorization, caller, expect, length };
      bodies.push(body);
      response.end();
    });
    const port = Number(new URL(upstream.gateway.status().upstream).port);
    const { address } = await start(() => {}, { upstream: `http://127.0.0.1:${port}/base` });
    const body = Buffer.concat([Buffer.from('{"text":"€ \u{feff}"}'), randomBytes(100)]);
    const headers = { authorization: 'Bearer s3cret', 'x-holdoff-caller': 'me', 'content-type': 'application/json' };
    await ask(address, '/v1/x?y', { method: 'POST', headers, body });
    expect(seen).toEqual({
      url: '/base/v1/x?y',
      host: `127.0.0.1:${port}`,
      authorization: 'Bearer s3cret',
      length: String(body.length),
    });
    const text = Buffer.from('\u{feff}{"text":"€"}');
    await ask(address, '/v1/x', { method: 'PUT', headers, body: text });
    expect([bodies[0]?.equals(body), bodies[1]?.equals(text)]).toEqual([true, true]);
  });

  it('whose body is short is repeated with the same body after a refusal', async () => {
    const bodies: string[] = [];
    const { address } = await start((_request, response, body) => {
      bodies.push(String(body));
      if (bodies.length < 3) response.writeHead(429, { 'retry-after-ms': '5' });
      response.end('ok');
    });
    const { status } = await ask(address, '/', { method: 'POST', body: 'once upon a time' });
    expect([status, bodies]).toEqual([200, Array(3).fill('once upon a time')]);
  });

  it.each([true, false])('with a long body is streamed and sent once; its length known: %s', async (isKnown) => {
    const body = randomBytes(300_000);
    const got: boolean[] = [];
    const world = await start(
      (_request, response, received) => {
        got.push(received.equals(body));
        response.writeHead(429, { 'retry-after': '1' }).end('later');
      },
      { mostReplayableBytes: 100_000 },
    );
    const headers: Record<string, string> = isKnown ? {} : { 'transfer-encoding': 'chunked' };
    const answer = await ask(world.address, '/', { method: 'POST', headers, body });
    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1', 'x-should-retry': 'false', 'x-holdoff-reason': 'body-not-replayable' },
    });
    expect([String(answer.body), got]).toEqual(['later', [true]]);
    await expectNothingLeft(world);
  });

  it('that may have been done is not repeated, and its caller is told so', async () => {
    const world = await start((incoming) => incoming.socket.destroy(), { policy: FAST });
    const answer = await ask(world.address, '/', { method: 'POST', body: 'x' });
    expect(answer.status).toBe(502);
    expect(answer.headers['x-should-retry']).toBe('false');
    expect(world.seen.length).toBe(1);
    expect((await ask(world.address, '/')).status).toBe(502);
    expect(world.seen.length).toBe(7);
    await expectNothingLeft(world);
  });
});

describe('what the caller is told when it would have to wait for too long', () => {
  it('is the answer of the upstream, with a Retry-After that is rounded up, and that its SDK must not try again', async () => {
    const { address } = await start(
      (_request, response) =>
        response.writeHead(429, { 'retry-after-ms': '90500', 'x-should-retry': 'true' }).end('{"error":{}}'),
      { policy: { retryAfter: { maxMs: '1m' } } },
    );
    const first = await ask(address, '/');
    expect(first.status).toBe(429);
    expect(first.headers).toMatchObject({
      'retry-after': '91',
      'x-should-retry': 'false',
      'x-holdoff-reason': 'wait-exceeds-max',
    });
    expect(String(first.body)).toBe('{"error":{}}');
    // The next one is not even sent: the bucket is shut.
    const second = await ask(address, '/');
    expect(second.status).toBe(429);
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(60);
    expect(JSON.parse(String(second.body))).toMatchObject({ type: 'error', error: { code: 'wait-exceeds-max' } });
  });

  it('a deadline of its own ends the call before it is sent, with the time to come back', async () => {
    const world = await start((_request, response) => response.writeHead(429, { 'retry-after': '300' }).end());
    const headers = { 'x-holdoff-deadline': '20s' };
    const first = await ask(world.address, '/', { headers });
    expect(first).toMatchObject({
      status: 429,
      headers: { 'retry-after': '300', 'x-holdoff-reason': 'wait-exceeds-deadline' },
    });
    const second = await ask(world.address, '/', { headers });
    expect([second.status, Number(second.headers['retry-after']) > 200]).toEqual([429, true]);
    expect(world.seen.length).toBe(1);
    const wrong = await ask(world.address, '/', { headers: { 'x-holdoff-deadline': 'soon' } });
    expect([wrong.status, JSON.parse(String(wrong.body)).error.code]).toEqual([400, 'deadline']);
  });

  it('a deadline ends an attempt that takes too long, at the upstream too', async () => {
    const world = await start(() => {});
    const answer = ask(world.address, '/', { headers: { 'x-holdoff-deadline': '100' } });
    expect(await awakeMs(answer)).toBeLessThan(2000);
    expect((await answer).status).toBe(504);
    await expectNothingLeft(world);
  });

  it('the time-out of an SDK is a deadline too, but not for a stream, of which it only awaits the beginning', async () => {
    let end: (() => void) | undefined;
    const world = await start((_request, response, body) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      if (String(body).includes('stream')) end = () => response.end('data: 2\n\n');
      // The time of both is over when the plain one is cut.
      else response.on('close', () => end?.());
    });
    const headers = { 'x-stainless-timeout': '3', 'content-type': 'application/json' };
    const call = (body: object) => ask(world.address, '/', { method: 'POST', headers, body: JSON.stringify(body) });
    const [streamed, plain] = await Promise.allSettled([call({ stream: true }), call({})]);
    expect(streamed).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
    expect(plain).toMatchObject({ status: 'rejected', reason: { code: 'ECONNRESET' } });
    await expectNothingLeft(world);
  });

  it('an upstream that cannot be reached is a 502, by its code and without its address', async () => {
    const gone = await start(() => {});
    const { upstream } = gone.gateway.status();
    await gone.close();
    const world = await start(() => {}, { upstream, policy: { ...FAST, maxAttempts: 2 } });
    const { status, body } = await ask(world.address, '/');
    expect([status, String(body).includes(new URL(upstream).port)]).toEqual([502, false]);
  });
});

describe('callers share one quota', () => {
  it('and take turns: one call does not wait for the forty of another that came before', async () => {
    const order: string[] = [];
    const { address } = await start(
      (incoming, response) => {
        order.push(String(incoming.url));
        setTimeout(() => response.end(), 5);
      },
      { policy: { maxInFlight: 1 } },
    );
    const call = (path: string, agent: string) => ask(address, path, { headers: { 'user-agent': agent } });
    const many = Array.from({ length: 40 }, () => call('/many', 'batch'));
    await until(() => order.length > 2, 'the batch has begun');
    const one = Array.from({ length: 5 }, () => call('/one', 'person'));
    await Promise.all([...many, ...one]);
    expect(order.lastIndexOf('/one')).toBeLessThan(25);
  });

  it('by credential: what shuts one account leaves the other open', async () => {
    const { address } = await start((incoming, response) => {
      if (incoming.headers.authorization === 'Bearer spent') response.writeHead(429, { 'retry-after': '50' });
      response.end();
    });
    const call = (key: string) => ask(address, '/', { headers: { authorization: key, 'x-holdoff-deadline': '20s' } });
    expect([
      (await call('Bearer spent')).status,
      (await call('Bearer spent')).status,
      (await call('Bearer good')).status,
    ]).toEqual([429, 429, 200]);
  });
});

describe('the pages of the gateway', () => {
  it('tell how it goes, without credentials, and never reach the upstream', async () => {
    const world = await start((_request, response) => response.end());
    const headers = { authorization: 'Bearer s3cret-<b>"' };
    await ask(world.address, '/', { headers });
    await raw(world.address, 'GET //x HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const page = await ask(world.address, '/__holdoff/');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
    expect(String(page.body)).not.toMatch(/<script|style=|onload|s3cret/);
    expect((await ask(world.address, '/__holdoff/style.css')).headers['content-type']).toContain('text/css');
    const status = JSON.parse(String((await ask(world.address, '/__holdoff/status')).body));
    expect(status).toMatchObject({
      version: 1,
      callers: { answered: { 200: 1 }, refused: { 'double-slash': 1 } },
      client: { counters: { calls: 1 } },
    });
    expect(JSON.stringify(status)).not.toContain('s3cret');
    expect((await ask(world.address, '/__holdoff/status', { method: 'POST' })).status).toBe(405);
    expect((await ask(world.address, '/__holdoff/nothing')).status).toBe(404);
    expect(world.seen).toEqual(['GET /']);
  });

  it('give Prometheus its text: every sample has a type, and names and numbers are of its form', async () => {
    const { address } = await start((_request, response) => {
      response.writeHead(200, { 'ratelimit-policy': '"r";q=100;w=60', ratelimit: '"r";r=99;t=1' }).end();
    });
    await ask(address, '/', { headers: { authorization: 'Bearer x' } });
    const { headers, body } = await ask(address, '/__holdoff/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = String(body).trimEnd().split('\n');
    const typed = new Set(lines.flatMap((line) => /^# TYPE (\S+) (?:counter|gauge|histogram)$/.exec(line)?.[1] ?? []));
    const samples = lines.filter((line) => !line.startsWith('#'));
    for (const sample of samples) {
      const match = /^([a-z_]+?)(?:_bucket|_sum|_count)?(?:\{([a-z]+="(?:[^"\\\n]|\\.)*",?)+\})? [-+\d.eInfNa]+$/.exec(
        sample,
      );
      expect(match, sample).not.toBeNull();
      expect(
        [...typed].some((name) => sample.startsWith(name)),
        sample,
      ).toBe(true);
    }
    expect(samples).toContain('holdoff_requests_total{code="200"} 1');
    expect(samples.some((sample) => /^holdoff_limit_level\{.*limit="r",from="server"\} 99/.test(sample))).toBe(true);
  });
});
