// What goes wrong on the way, as the handler without a socket tells it. The server's side is in server.test.ts.

import { describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../testing/index.js';
import { createEmulator, type Fault } from './index.js';

const NOW = Date.UTC(2026, 6, 15, 12, 0, 0);

function emulatorWith(faults: readonly Fault[], more = {}) {
  const clock = manualClock(NOW);
  return { clock, emulator: createEmulator({ rules: 'anthropic', clock, faults, outputTokens: 20, ...more }) };
}

const body = JSON.stringify({ max_tokens: 100, messages: [{ content: 'hello' }] });
const streamed = JSON.stringify({ stream: true, max_tokens: 100, messages: [{ content: 'hello' }] });
const post = (text = body, init: RequestInit = {}) =>
  ['https://x/v1/messages', { method: 'POST', body: text, ...init }] as const;

/** What becomes of a promise when the clock runs as far as it goes. */
async function endOf<T>(clock: ManualClock, ms: number, promise: Promise<T>): Promise<T | string> {
  const end = promise.catch((error: Error) => {
    const cause = error.cause as { code?: string } | undefined;
    return `${error.name}: ${error.message}${cause?.code === undefined ? '' : `, ${cause.code}`}`;
  });
  await clock.advance(ms);
  const turns = async (): Promise<string> => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    return 'pending';
  };
  return await Promise.race([end, turns()]);
}

describe('a fault', () => {
  it('latency: the answer begins later, by a span that is drawn', async () => {
    const { clock, emulator } = emulatorWith([{ kind: 'latency', ms: [100, 200] }], { latencyMs: 1000 });
    const ends: number[] = [];
    for (let i = 0; i < 20; i++) void emulator.fetch(...post()).then(() => ends.push(clock.now()));
    await clock.run();
    expect(ends).toHaveLength(20);
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(1100);
    expect(Math.max(...ends)).toBeLessThanOrEqual(1200);
    expect(new Set(ends).size).toBeGreaterThan(10);
  });

  it('reset: fetch rejects as it does when a connection breaks', async () => {
    const { clock, emulator } = emulatorWith([{ kind: 'reset' }]);
    expect(await endOf(clock, 0, emulator.fetch(...post()))).toBe('TypeError: fetch failed, ECONNRESET');
    expect(emulator.seen().requests[0]).toMatchObject({ status: null, faults: ['reset'], outcome: 'served' });
  });

  it.each<Fault>([
    { kind: 'slow', characters: 1, pauseMs: 0 },
    { kind: 'truncate', characters: 3 },
  ])('%j leaves characters of two halves whole, so that Content-Length stays true', (fault) => {
    const { emulator } = emulatorWith([], { answers: [{ body: '😀é😀', fault }] });
    const delivery = emulator.receive({ method: 'GET', path: '/', query: '', body: '', header: () => null });
    const pieces = delivery.reply()?.pieces.map(({ text }) => text) ?? [];
    expect(pieces.join('')).toBe(fault.kind === 'slow' ? '😀é😀' : '😀é');
    expect(pieces.map((text) => Buffer.from(text).toString())).toEqual(pieces);
  });

  it('hang: nothing ever comes, until the caller gives up', async () => {
    const { clock, emulator } = emulatorWith([{ kind: 'hang' }]);
    const controller = new AbortController();
    const call = emulator.fetch(...post(body, { signal: controller.signal }));
    expect(await endOf(clock, 1e9, call)).toBe('pending');
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  it('truncate: the body ends in the middle, with an error and the length that was promised', async () => {
    const { clock, emulator } = emulatorWith([{ kind: 'truncate', characters: 10 }]);
    const response = await emulator.fetch(...post());
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
    expect(await endOf(clock, 0, response.text())).toBe('TypeError: terminated, ECONNRESET');
  });

  it('slow: the body takes its time', async () => {
    const { clock, emulator } = emulatorWith([{ kind: 'slow', characters: 50, pauseMs: 100 }]);
    const response = await emulator.fetch(...post());
    const length = Number(response.headers.get('content-length'));
    const text = response.text();
    await clock.run();
    expect(JSON.parse(await text)).toMatchObject({ type: 'message' });
    expect(clock.now()).toBe((Math.ceil(length / 50) - 1) * 100);
  });

  it.each([
    [7, 'TypeError: terminated, ECONNRESET'],
    [-7, expect.stringContaining('"type":"message"')],
  ])('content-length: off by %i', async (addBytes, end) => {
    const { clock, emulator } = emulatorWith([{ kind: 'content-length', addBytes }]);
    const honest = await emulatorWith([]).emulator.fetch(...post());
    const response = await emulator.fetch(...post());
    const off = Number(response.headers.get('content-length')) - Number(honest.headers.get('content-length'));
    expect(off).toBe(addBytes);
    expect(await endOf(clock, 0, response.text())).toEqual(end);
  });

  it('skew: Date and every instant are off by the same', async () => {
    const fieldsWith = async (faults: Fault[]) => {
      const { emulator } = emulatorWith(faults);
      const { headers } = await emulator.fetch(...post());
      return ['date', 'anthropic-ratelimit-requests-reset'].map((name) => Date.parse(headers.get(name) ?? ''));
    };
    const [date = 0, reset = 0] = await fieldsWith([]);
    expect(date).toBe(NOW);
    expect(await fieldsWith([{ kind: 'skew', ms: -3_600_000 }])).toEqual([date - 3_600_000, reset - 3_600_000]);
  });

  it('headers: twice, malformed, or not at all, and only on refusals where that is asked for', async () => {
    const set = { 'Retry-After': ['7', '9'], 'x-odd': 'soon', 'request-id': null };
    const { emulator } = emulatorWith([{ kind: 'headers', set, on: 'refused' }], {
      limits: { requests: { amount: 1 } },
    });
    const served = await emulator.fetch(...post());
    expect(served.headers.get('request-id')).toBe('req_00000001');
    const refused = await emulator.fetch(...post());
    expect(['retry-after', 'x-odd', 'request-id'].map((name) => refused.headers.get(name))).toEqual([
      '7, 9',
      'soon',
      null,
    ]);
  });

  it.each<['reset' | 'end' | 'error' | 'hang', unknown]>([
    ['reset', 'TypeError: terminated, ECONNRESET'],
    ['end', expect.stringMatching(/content_block_delta(?!.*message_stop)/s)],
    ['error', expect.stringMatching(/event: error\ndata: .*overloaded_error.*\n\n$/s)],
    ['hang', 'pending'],
  ])('cut-stream: the stream dies in the middle by %s', async (by, end) => {
    const { clock, emulator } = emulatorWith([{ kind: 'cut-stream', events: 5, by }]);
    const response = await emulator.fetch(...post(streamed));
    expect(await endOf(clock, 1e9, response.text())).toEqual(end);
    expect((await endOf(clock, 0, (await emulator.fetch(...post())).text())) as string).toContain('"type":"message"');
  });

  it('several at once all happen', async () => {
    const { clock, emulator } = emulatorWith([
      { kind: 'latency', ms: 300 },
      { kind: 'latency', ms: 200 },
      { kind: 'headers', set: { 'x-a': '1' } },
    ]);
    const call = emulator.fetch(...post());
    await clock.run();
    expect((await call).headers.get('x-a')).toBe('1');
    expect(clock.now()).toBe(500);
    expect(emulator.seen().requests[0]?.faults).toEqual(['latency', 'latency', 'headers']);
  });

  it('a stream that is slow and dies in silence does both', async () => {
    const { clock, emulator } = emulatorWith([
      { kind: 'cut-stream', events: 2, by: 'hang' },
      { kind: 'slow', characters: 40, pauseMs: 10 },
    ]);
    const response = await emulator.fetch(...post(streamed));
    expect(await endOf(clock, 1e9, response.text())).toBe('pending');
  });

  it('comes when its time has come', async () => {
    const { emulator } = emulatorWith([{ kind: 'reset', when: { every: 3 } }]);
    const ends = [];
    for (let i = 0; i < 9; i++)
      ends.push(
        await emulator.fetch(...post()).then(
          () => '.',
          () => 'x',
        ),
      );
    expect(ends.join('')).toBe('..x..x..x');
  });
});
