// Connections of the emulator: how they are used, how they end, and how they fail when that was asked for.

import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { customRuleBook } from '../../core/rulebooks/index.js';
import { bodyOf, GET, POST, raw, sentAndEnded, start, stopAll, streamed } from '../fixtures/on-a-port.js';
import type { EmulatorOptions } from '../index.js';

afterEach(stopAll);

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
    const { address, emulator } = await start({ rules: 'anthropic', tokenMs: 20, outputTokens: 5000 });
    const left = new AbortController();
    const body = streamed.replace('50', '5000');
    const response = await fetch(`${address}/v1/messages`, { method: 'POST', body, signal: left.signal });
    await response.body?.getReader().read();
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
    const { address, emulator } = await start({
      rules: customRuleBook({ limits }),
      faults: [{ kind: 'hang', when: { requests: [1] } }],
    });
    const leaving = new AbortController();
    const held = fetch(address, { signal: leaving.signal });
    held.catch(() => {});
    await expect.poll(() => emulator.seen().totals.requests).toBe(1);
    expect((await fetch(address)).status).toBe(429);
    leaving.abort();
    await expect(held).rejects.toThrow();
    await expect.poll(async () => (await fetch(address)).status).toBe(200);
  });

  it('latency and streams take their time', async () => {
    const { address } = await start({ latencyMs: 100, tokenMs: 5, outputTokens: 20 });
    const startedMs = performance.now();
    const response = await fetch(`${address}/v1/messages`, { method: 'POST', body: streamed });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(99);
    await response.text();
    // From the request on: a machine that stood still has the head later, and not the end.
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(194);
  });
});
