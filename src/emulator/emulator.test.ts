import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../core/headers/decode.js';
import { customRuleBook } from '../core/rulebooks/index.js';
import { manualClock } from '../testing/index.js';
import { bucketOf, NOW, statusesOf, URL_ } from './fixtures/bucket.js';
import { createEmulator, type EmulatorOptions } from './index.js';

describe('whoever obeys', () => {
  // The provider's own header or body says when; a dialect reads it; at that instant the request is let in, and not before.
  it.each<[string, string, Record<string, { amount: number; burst?: number }>, string]>([
    ['anthropic', 'POST /v1/messages', { requests: { amount: 7 } }, 'requests'],
    ['openai', 'POST /v1/chat/completions', { requests: { amount: 7 } }, 'requests'],
    ['azure-openai', 'POST /openai/deployments/d/chat/completions', { requests: { amount: 6 } }, 'requests'],
    ['aws', 'POST /model/m/converse', { requests: { amount: 6 } }, 'requests'],
    ['gemini', 'POST /v1beta/models/g:generateContent', { requests: { amount: 3 } }, 'requests'],
    ['github', 'GET /repos/a/b', { core: { amount: 5 } }, 'core'],
    ['discord', 'GET /channels/1', { requests: { amount: 5 } }, 'requests'],
    ['shopify', 'GET /admin/api/products.json', { requests: { amount: 3, burst: 4 } }, 'requests'],
    ['ietf', 'GET /items', { burst: { amount: 4 } }, 'burst'],
    ['ietf-draft-03', 'GET /items', { requests: { amount: 4 } }, 'requests'],
    ['anthropic-subscription', 'POST /v1/messages', { '5h': { amount: 60 } }, '5h'],
  ])('of %s is never refused twice and never early', async (rules, line, limits, by) => {
    const [method = '', path = ''] = line.split(' ');
    const clock = manualClock(NOW + 137);
    const emulator = createEmulator({ rules, clock, limits });
    const ask = async () => {
      const init = method === 'GET' ? {} : { body: JSON.stringify({ messages: [], max_tokens: 20 }) };
      const response = await emulator.fetch(`https://api.example${path}`, { method, ...init });
      return { response, body: await response.clone().text() };
    };
    let hints = 0;
    for (let call = 0; call < 60 && hints < 5; call++) {
      const { response, body } = await ask();
      if (response.status === 200) continue;
      const { verdict, hintMs } = decode(
        { status: response.status, headers: response.headers, body },
        { nowMs: emulator.now(), dialect: emulator.book.dialect },
      );
      expect(verdict).toBe('retry');
      await clock.advance(hintMs as number);
      expect((await ask()).response.status).toBe(200);
      hints++;
    }
    expect(hints).toBeGreaterThan(0);
    const { requests, totals } = emulator.seen();
    expect(requests.filter(({ outcome }) => outcome === 'refused').every((seen) => seen.by === by)).toBe(true);
    expect(totals.early).toBe(0);
  });

  it('of stripe is told no time, and has to find one', async () => {
    const emulator = createEmulator({
      rules: 'stripe',
      limits: { 'global-rate': { amount: 1 } },
      clock: manualClock(NOW),
    });
    await emulator.fetch('https://x/v1/charges');
    const response = await emulator.fetch('https://x/v1/charges');
    const body = await response.clone().text();
    const decoded = decode(response, { nowMs: NOW, dialect: 'stripe', body });
    expect(decoded).toMatchObject({ verdict: 'backoff', hintMs: null });
  });

  it('RA-27: a wait of 5001 ms is told as 6 seconds, with the milliseconds beside it', async () => {
    const { clock, emulator } = bucketOf(1);
    await emulator.fetch(URL_);
    await clock.advance(60_000 - 5001);
    const { headers } = await emulator.fetch(URL_);
    expect(headers.get('retry-after')).toBe('6');
    expect(headers.get('retry-after-ms')).toBe('5001');
  });
});

it('never lets in more than the burst and what has come in since, whatever comes when', () => {
  const request = { method: 'GET', path: '/', query: '', header: () => null, body: '' };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 80 }),
      (perSecond, burst, gaps) => {
        let now = 0;
        const clock = { ...manualClock(NOW), now: () => now };
        const limiter = { kind: 'token-bucket', amount: perSecond, windowMs: 1000, burst } as const;
        const rules = customRuleBook({ limits: [{ name: 'requests', limiter }] });
        const emulator = createEmulator({ rules, clock });
        const served: number[] = [];
        for (const gap of gaps) {
          now += gap;
          if (emulator.receive(request).reply()?.status === 200) served.push(now);
        }
        for (const [i, from] of served.entries()) {
          for (let j = i; j < served.length; j++) {
            const most = burst + ((served[j] as number) - from) * perSecond * 0.001;
            expect(j - i + 1).toBeLessThanOrEqual(most + 1e-9);
          }
        }
      },
    ),
    { numRuns: 150 },
  );
});

describe('who comes before it was allowed', () => {
  it('is early by what was left, once the refusal could be known', async () => {
    const { clock, emulator } = bucketOf(1, { latencyMs: 100 });
    const calls = [emulator.fetch(URL_), emulator.fetch(URL_)];
    await clock.advance(50);
    // The refusal is still on its way.
    calls.push(emulator.fetch(URL_));
    await clock.run();
    await Promise.all(calls);
    await clock.advance(850);
    const late = emulator.fetch(URL_);
    await clock.advance(60_000);
    await late;
    const again = emulator.fetch(URL_);
    await clock.run();
    expect((await again).status).toBe(200);
    expect(emulator.seen().requests.map(({ earlyMs }) => earlyMs)).toEqual([0, 0, 0, 59_000, 0]);
    expect(emulator.seen().totals).toMatchObject({ requests: 5, served: 2, refused: 3, early: 1 });
  });

  it('is not, when a smaller request fits', async () => {
    const clock = manualClock(NOW);
    const emulator = createEmulator({ rules: 'openai', clock, limits: { tokens: { amount: 1000 } } });
    const ask = (max_tokens: number) => {
      const body = JSON.stringify({ messages: [], max_tokens });
      return emulator.fetch('https://x/v1/chat/completions', { method: 'POST', body });
    };
    expect((await ask(900)).status).toBe(200);
    expect((await ask(500)).status).toBe(429);
    await clock.advance(1);
    expect((await ask(50)).status).toBe(200);
    expect(emulator.seen().totals.early).toBe(0);
  });

  it('waits longer, where the server punishes it, and so does everybody until then', async () => {
    const { clock, emulator } = bucketOf(60, { penalty: { factor: 2, addMs: 500, maxMs: 10_000 } });
    await statusesOf(60, () => emulator.fetch(URL_));
    const waitAt = async (ms: number) => {
      await clock.advance(ms);
      return (await emulator.fetch(URL_)).headers.get('retry-after-ms');
    };
    expect(await waitAt(0)).toBe('1000');
    // 600 ms are left: twice that and 500 more.
    expect(await waitAt(400)).toBe('1700');
    expect(await waitAt(1000)).toBe('1900');
    expect(await waitAt(1899)).toBe('502');
    expect(await waitAt(502)).toBeNull();
    expect(emulator.seen().totals).toMatchObject({ refused: 4, early: 3, served: 61 });
  });

  it('waits no longer than the most', async () => {
    const { clock, emulator } = bucketOf(1, { penalty: { factor: 10, maxMs: 90_000 } });
    await emulator.fetch(URL_);
    await emulator.fetch(URL_);
    await clock.advance(10);
    expect((await emulator.fetch(URL_)).headers.get('retry-after-ms')).toBe('90000');
  });
});

describe('a server that does not tell the truth about the wait', () => {
  const toldBy = async (hints: EmulatorOptions['hints']) => {
    const { emulator } = bucketOf(1, { hints });
    await emulator.fetch(URL_);
    return (await emulator.fetch(URL_)).headers.get('retry-after-ms');
  };
  it.each<[string, EmulatorOptions['hints'], string | null]>([
    ['says nothing', { absentShare: 1 }, null],
    ['says half', { factor: 0.5 }, '30000'],
    ['says more', { addMs: 1500 }, '61500'],
    ['says less than nothing, which is nothing', { addMs: -70_000 }, '0'],
    ['says no more than it admits', { maxMs: 1000 }, '1000'],
  ])('%s', async (_, hints, told) => {
    expect(await toldBy(hints)).toBe(told);
  });

  it('and who obeys a lie is early by nothing, while who comes before an exaggeration is', async () => {
    const { clock, emulator } = bucketOf(60, { hints: { factor: 3 } });
    await statusesOf(61, () => emulator.fetch(URL_));
    await clock.advance(1500);
    expect((await emulator.fetch(URL_)).status).toBe(200);
    expect(emulator.seen().requests.at(-1)?.earlyMs).toBe(1500);
    const short = bucketOf(60, { hints: { factor: 0.5 } });
    await statusesOf(61, () => short.emulator.fetch(URL_));
    await short.clock.advance(500);
    expect((await short.emulator.fetch(URL_)).status).toBe(429);
    expect(short.emulator.seen().totals.early).toBe(0);
  });

  it.each([
    ['as reported', {}, 5333, 5334],
    ['with the most that the report asks for', { maxMs: 30_000 }, 30, 30],
  ])('CF-02: multiplies the wait by what it refused, %s', async (_, most, low, high) => {
    const clock = manualClock(NOW);
    const limits = [{ name: 'slots', limiter: { kind: 'concurrency', amount: 30 } as const }];
    // An occupancy of 10 s over 30 slots, for each of 16,000 that were refused.
    const hints = { addPerRefusalMs: 10_000 / 30, ...most };
    const emulator = createEmulator({ rules: customRuleBook({ limits }), clock, latencyMs: 10_000, hints, logSize: 0 });
    const request = { method: 'GET', path: '/', query: '', header: () => null, body: '' };
    const held = Array.from({ length: 30 }, () => emulator.receive(request));
    let last = emulator.receive(request);
    for (let i = 1; i < 16_000; i++) last = emulator.receive(request);
    const told = Number(new Headers([...(last.reply()?.headers ?? [])] as [string, string][]).get('retry-after'));
    expect(told).toBeGreaterThanOrEqual(low);
    expect(told).toBeLessThanOrEqual(high);
    for (const each of held) {
      each.reply();
      each.end(1);
    }
    expect(emulator.receive(request).reply()?.status).toBe(200);
  });
});

describe('exact answers', () => {
  it('come first, in order, whatever is asked; then the provider answers', async () => {
    const retryAfter = 'Fri, 31 Dec 1999 23:59:59 GMT';
    const { emulator } = bucketOf(1, {
      answers: [
        { status: 429, headers: { 'retry-after': retryAfter } },
        { normal: true },
        { status: 503, headers: { date: null, 'x-a': ['1', '2'] }, body: { error: 'é' } },
        { status: 204 },
        { body: 'text' },
      ],
    });
    const said = [];
    for (let i = 0; i < 6; i++) {
      const response = await emulator.fetch(URL_);
      said.push([response.status, Object.fromEntries(response.headers), await response.text()]);
    }
    const date = 'Wed, 15 Jul 2026 12:00:00 GMT';
    expect(said).toEqual([
      [429, { 'retry-after': retryAfter, date, 'content-length': '0' }, ''],
      [200, expect.objectContaining({ ratelimit: '"requests";r=0;t=60' }), '{"ok":true}'],
      [503, { 'content-type': 'application/json', 'content-length': '14', 'x-a': '1, 2' }, '{"error":"é"}'],
      [204, { date }, ''],
      [200, { date, 'content-length': '4' }, 'text'],
      [429, expect.objectContaining({ 'retry-after': '60' }), expect.any(String)],
    ]);
    expect(emulator.seen().totals).toMatchObject({ scripted: 4, served: 1, refused: 1 });
  });

  it('may be added later, and are checked', async () => {
    const { emulator } = bucketOf(5);
    emulator.play([{ status: 500 }]);
    expect(await statusesOf(2, () => emulator.fetch(URL_))).toEqual([500, 200]);
    expect(() => emulator.play([{ status: 99 }])).toThrow('answers[0].status: 99 is not allowed');
  });
});

describe('the same seed', () => {
  const runOf = async (seed: number) => {
    const clock = manualClock(NOW);
    const emulator = createEmulator({
      rules: 'anthropic',
      clock,
      seed,
      latencyMs: [0, 500],
      tokenMs: 3,
      conditions: [{ condition: 'overload', when: { share: 0.2 } }],
      faults: [{ kind: 'reset', when: { share: 0.1 } }],
    });
    const body = JSON.stringify({ model: 'm', max_tokens: 500, messages: [{ role: 'user', content: 'hello' }] });
    const calls = Array.from({ length: 60 }, async () => {
      try {
        const response = await emulator.fetch('https://x/v1/messages', { method: 'POST', body });
        return [response.status, [...response.headers], await response.text(), clock.now()];
      } catch (error) {
        return [(error as Error).message, clock.now()];
      }
    });
    await clock.run();
    return JSON.stringify([await Promise.all(calls), emulator.seen()]);
  };

  it('gives the same answers to the same requests, to the byte, and another seed others', async () => {
    expect(await runOf(7)).toBe(await runOf(7));
    expect(await runOf(7)).not.toBe(await runOf(8));
  });

  it('begins anew after a reset', async () => {
    const { emulator } = bucketOf(2, { conditions: [{ condition: 'overload', when: { share: 0.5 } }] });
    const first = await statusesOf(20, () => emulator.fetch(URL_));
    emulator.reset();
    expect(emulator.seen().totals.requests).toBe(0);
    expect(await statusesOf(20, () => emulator.fetch(URL_))).toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 429, 503]));
  });
});

describe('what was seen', () => {
  it('is told by key, without giving the credential away, and the memory of it is bounded', async () => {
    const { emulator } = bucketOf(3, { logSize: 4 });
    const as = (authorization: string) => emulator.fetch(URL_, { headers: { authorization } });
    for (let i = 0; i < 4; i++) await as('Bearer one');
    await as('Bearer two');
    await emulator.fetch(URL_);
    const seen = emulator.seen();
    expect(seen.totals).toMatchObject({ requests: 6, served: 5, refused: 1 });
    expect(Object.values(seen.keys).map(({ requests }) => requests)).toEqual([4, 1, 1]);
    expect(Object.keys(seen.keys)).toEqual([
      expect.stringMatching(/^key-[0-9a-f]{8}$/),
      expect.stringMatching(/^key-[0-9a-f]{8}$/),
      'anonymous',
    ]);
    expect(JSON.stringify(seen)).not.toContain('Bearer');
    expect(seen.requests.map(({ number }) => number)).toEqual([3, 4, 5, 6]);
    expect(seen.forgotten).toBe(2);
  });
});
