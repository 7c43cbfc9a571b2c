import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from './decode.js';

const NOW = Date.UTC(2026, 9, 21, 7, 27);

describe('any response', () => {
  const name = fc.constantFrom(
    'date',
    'Retry-After',
    'retry-after-ms',
    'x-ms-retry-after-ms',
    'x-should-retry',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'X-RateLimit-Reset',
    'x-ratelimit-reset-requests',
    'x-ratelimit-remaining-requests',
    'x-ratelimit-limit-requests',
    'x-ratelimit-renewalperiod-tokens',
    'anthropic-ratelimit-requests-reset',
    'anthropic-ratelimit-requests-remaining',
    'RateLimit',
    'RateLimit-Policy',
    'RateLimit-Reset',
    'ratelimit-limit',
    'x-ratelimit-resource',
  );
  const value = fc.oneof(
    fc.stringMatching(/^[0-9.,;=a-z "-]{0,16}$/),
    fc.integer({ min: -5, max: 2e9 }).map(String),
    fc.integer({ min: 1e12, max: 2e18 }).map(String),
    fc.constantFrom('6m0s', '"a";r=0;t=5', 'limit=5, reset=1', '2026-10-21T07:28:00Z', 'Wed, 21 Oct 2026 07:28:00 GMT'),
    fc.string(),
  );
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 8 });
  const body = fc.oneof(
    fc.constant(undefined),
    fc.json(),
    fc.string(),
    fc.constant({ error: { message: 'try again in 5s' } }),
  );

  it('gives an answer without a throw, a NaN or a negative', () => {
    fc.assert(
      fc.property(fc.constantFrom(200, 301, 400, 403, 429, 503, 529), pairs, body, (status, headers, sent) => {
        const { hintMs, retryAt, verdict, limits } = decode({ status, headers, body: sent }, { nowMs: NOW });
        expect(hintMs === null || (Number.isSafeInteger(hintMs) && hintMs >= 0)).toBe(true);
        expect(retryAt === null).toBe(hintMs === null);
        expect(retryAt === null || (retryAt >= NOW && retryAt <= 8.64e15)).toBe(true);
        if (verdict === 'retry') expect(hintMs).toBeGreaterThan(0);
        for (const { limit, remaining, resetMs, windowMs } of limits) {
          for (const figure of [limit, remaining, resetMs])
            expect(figure === null || (Number.isSafeInteger(figure) && figure >= 0)).toBe(true);
          expect(windowMs === null || windowMs > 0).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('never gets a shorter wait than a valid Retry-After when that is the first that counts', () => {
    const others = pairs.map((list) => list.filter(([key]) => !/retry|date/i.test(key)));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), others, (seconds, list) => {
        const headers = [['Retry-After', String(seconds)] as [string, string], ...list];
        expect(decode({ status: 429, headers }, { nowMs: NOW }).hintMs).toBe(seconds * 1000);
      }),
    );
  });

  it('whose body is too long to be read says so, since a limit in a 200 would stand there', () => {
    const body = JSON.stringify({ data: 'x'.repeat(70_000), errors: [{ extensions: { code: 'THROTTLED' } }] });
    const codes = (text: string) =>
      decode({ status: 200, headers: {}, body: text }, { nowMs: NOW }).warnings.map(({ code }) => code);
    expect(codes(body)).toEqual(['unread-body']);
    expect(codes('x'.repeat(70_000))).toEqual([]);
    expect(codes('{}')).toEqual([]);
  });

  it('of a HAR file is the last that was refused, else the last that there was', () => {
    const entry = (status: number, wait: string) => ({
      response: { status, headers: [{ name: 'Retry-After', value: wait }] },
    });
    const hintOf = (...entries: object[]) => decode(JSON.stringify({ log: { entries } }), { nowMs: NOW });
    expect(hintOf(entry(429, '900'), entry(204, '5')).hintMs).toBe(900_000);
    expect(hintOf(entry(429, '900'), entry(0, '5')).hintMs).toBe(900_000);
    expect(hintOf(entry(200, '3'), entry(204, '5'), entry(0, '7')).hintMs).toBe(5000);
    expect(hintOf(entry(429, '900'), entry(204, '5')).warnings[0]?.message).toBe(
      '2 entries; the last that was refused (429) is the answer',
    );
  });

  it.each(['x-ms-region', 'apim-request-id'])(
    'with %s beside the fields that OpenAI sends too is Azure OpenAI',
    (name) => {
      const headers = {
        'x-ratelimit-remaining-tokens': '-1',
        'x-ratelimit-remaining-requests': '-1',
        'retry-after': '26',
      };
      expect(decode({ status: 429, headers }, { nowMs: NOW }).dialect.id).toBe('openai');
      const azure = decode({ status: 429, headers: { ...headers, [name]: 'x' } }, { nowMs: NOW });
      expect([azure.dialect.id, azure.hintMs, azure.refusedBy]).toEqual(['azure-openai', 26_000, null]);
    },
  );

  it('with an unreadable spelling beside a readable one is read by the latter, in either order', () => {
    const fields: [string, string][] = [
      ['ratelimit-limit', '6m0s'],
      ['x-ratelimit-limit', '7'],
    ];
    for (const headers of [fields, fields.toReversed()]) {
      const { limits } = decode({ status: 429, headers }, { nowMs: NOW, dialect: 'unknown' });
      expect(limits.map(({ limit }) => limit)).toEqual([7]);
    }
  });

  it('is read the same in whatever order its fields come', () => {
    const unique = fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key.toLowerCase(), maxLength: 8 });
    fc.assert(
      fc.property(unique, (list) => {
        const { warnings: _, limits, ...answer } = decode({ status: 429, headers: list }, { nowMs: NOW });
        const other = decode({ status: 429, headers: list.toReversed() }, { nowMs: NOW });
        expect(other.hintMs).toBe(answer.hintMs);
        expect(other.dialect.id).toBe(answer.dialect.id);
        expect(other.limits.length).toBe(limits.length);
      }),
    );
  });

  it('with nothing to say costs no more than a look: the answer is shared', () => {
    const headers = { 'content-type': 'text/html', server: 'x' };
    const ask = (status: number) => decode({ status, headers }, { nowMs: NOW });
    expect(ask(200)).toBe(ask(204));
    expect(Object.isFrozen(ask(200))).toBe(true);
  });
});
