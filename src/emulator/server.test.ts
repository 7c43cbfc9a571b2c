// The emulator on a port: what is on the wire, and what only a socket can show.

import { afterEach, describe, expect, it } from 'vitest';
import { bodyOf, GET, POST, raw, start, stopAll } from './fixtures/on-a-port.js';
import { createEmulator, type ExactAnswer, ListenError, listen } from './index.js';

afterEach(stopAll);

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
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(30);
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
    await expect.poll(() => emulator.seen().totals.requests).toBe(1);
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
