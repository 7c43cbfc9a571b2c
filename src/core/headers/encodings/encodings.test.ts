import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { ResponseView } from '../response/response-view.js';
import { bySize, durationOrSeconds, secondsOrEpoch } from './by-size.js';
import type { Encoding } from './encoding.js';
import { ENCODINGS } from './encodings.js';
import { pacificMidnight } from './instants.js';
import { restoreMs } from './json-values.js';
import { readWindowedAmounts } from './usage.js';

const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'UTC'];
const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const at = (text: string) => new ResponseView(429, Date.parse(text), false);
const read = (encoding: Encoding, text: string, now = '2019-08-05T09:27:00Z') => encoding.read(text, at(now));

// number → the instant of the response, and what the row's example is in ms, worked out by hand.
const expected: Record<number, [now: string, ms: number]> = {
  1: ['2026-01-01T00:00:00Z', 261_858_000],
  2: ['2026-01-01T00:00:00Z', 7660],
  3: ['2019-08-05T09:27:00Z', 5000],
  4: ['2019-08-05T09:27:00Z', 30_000],
  5: ['2019-08-05T09:27:00Z', 45_000],
  6: ['2026-01-01T00:00:00Z', 251],
  7: ['2026-01-01T00:00:00Z', 1500],
  8: ['2026-01-01T00:00:00Z', 10_000],
  9: ['2026-01-01T00:00:00Z', 300],
  10: ['2026-01-01T00:00:00Z', 2_125_876_000],
  // 1655120964 is Mon, 13 Jun 2022 11:49:24 GMT: 31 s after the Date of the captured response.
  11: ['2022-06-13T11:48:53Z', 31_000],
  // 1470173023 is Tue, 02 Aug 2016 21:23:43 GMT.
  12: ['2016-08-02T21:23:43Z', 123],
  // 1788220800 is Tue, 01 Sep 2026 00:00:00 GMT.
  13: ['2026-08-31T23:59:00Z', 60_000],
  14: ['2026-01-01T00:00:00Z', 300_000],
  15: ['2026-01-01T00:00:00Z', 600_000],
  16: ['2026-01-01T00:00:00Z', 32_000],
  // 1609844400 is Tue, 05 Jan 2021 11:00:00 GMT, as GitLab's RateLimit-ResetTime says beside it.
  17: ['2021-01-05T10:59:30Z', 30_000],
  21: ['2026-01-01T00:00:00Z', 179_560],
  22: ['2026-01-01T00:00:00Z', 12_000],
  23: ['2026-01-01T00:00:00Z', 33_011_383],
  24: ['2022-06-13T11:49:00Z', 24_000],
  25: ['2024-03-26T19:59:00Z', 60_000],
  // 1787289600 is Fri, 21 Aug 2026 05:20:00 GMT.
  26: ['2026-08-21T02:23:51Z', 10_569_000],
  27: ['2026-03-26T15:25:00Z', 2_100_000],
  28: ['2019-10-12T00:27:49Z', 18],
  29: ['2021-01-05T10:59:30Z', 30_000],
  30: ['2021-02-16T08:02:40Z', 2000],
  31: ['2026-01-01T00:00:00Z', 64_570],
  33: ['2026-01-01T00:00:00Z', 1_140_000],
  34: ['2026-01-01T00:00:00Z', 10_000],
  35: ['2026-01-01T00:00:00Z', 10_000],
  38: ['2026-01-01T00:00:00Z', 64_570],
  39: ['2026-01-01T00:00:00Z', 34_075],
  40: ['2026-01-01T00:00:00Z', 4_560_667],
  41: ['2025-04-17T11:17:17Z', 1000],
  42: ['2026-01-01T00:00:00Z', 30_000],
  // 1 July is in daylight saving time: midnight in Los Angeles is 07:00 UTC.
  46: ['2026-07-01T06:59:00Z', 60_000],
};

const parts: Record<number, unknown> = {
  18: [{ name: null, limit: 100, remaining: 50, resetMs: 5_000 }],
  19: [{ name: 'default', limit: null, remaining: 50, resetMs: 30_000 }],
  20: [{ name: 'tenant-app-quota', limit: null, remaining: 17_842, resetMs: 2_107_000 }],
  32: new Map([
    ['total', '100'],
    ['remaining', '99'],
    ['resets', '41'],
  ]),
  36: [
    { amount: 100, windowMs: null },
    { amount: 100, windowMs: 60_000 },
    { amount: 10_000, windowMs: 86_400_000 },
  ],
  37: { used: 32, size: 40 },
  43: { size: 1000, available: 40, restoreRate: 50 },
  44: [['X-RateLimit-Reset', '1785056442000']],
  45: { ms: 1574, means: 'next' },
};

describe('the table of encodings', () => {
  it('has the numbers 1 to 47, each with an expected value here', () => {
    expect(ENCODINGS.map(({ number }) => number)).toEqual(Array.from({ length: 47 }, (_, index) => index + 1));
    const proven = [...Object.keys(expected), ...Object.keys(parts)].map(Number);
    expect([...proven, 47].sort((a, b) => a - b)).toEqual(ENCODINGS.map(({ number }) => number));
    expect(ENCODINGS.at(-1)?.gives).toBe('nothing');
  });

  describe.each(zones)('in the time zone %s', (tz) => {
    it.each(ENCODINGS.map((row) => [row.number, row.where, row.example, row] as const))(
      'encoding %i, %s: %s',
      (number, _where, example, row) => {
        process.env.TZ = tz;
        if ('encoding' in row) {
          const [now, ms] = expected[number] as [string, number];
          expect(row.encoding.read(example, at(now))).toBe(ms);
        } else if (row.gives === 'parts') {
          const isJson = number === 43 || number === 44;
          const value = isJson ? JSON.parse(example) : example;
          expect((row.read as (...values: unknown[]) => unknown)(value, at('2026-01-01T00:00:00Z'))).toEqual(
            parts[number],
          );
        }
      },
    );
  });

  it('has readers that take no nonsense: NaN for everything else, and never a throw or a wait beyond the largest number', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9.:TZGMTadhms +-]{0,30}$/), fc.integer().map(String));
    const encodings = ENCODINGS.flatMap((row) => ('encoding' in row && row.number !== 46 ? [row.encoding] : []));
    fc.assert(
      fc.property(fc.constantFrom(...encodings, bySize, durationOrSeconds), text, (encoding, value) => {
        const ms = encoding.read(value, at('2026-01-01T00:00:00Z'));
        expect(Number.isNaN(ms) || (Number.isInteger(ms) && Math.abs(ms) <= Number.MAX_SAFE_INTEGER)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is read in a moment even for hostile values of a million characters', () => {
    const hostile = ['1', ' ', '1s', '1,', '"a";', '1;w=', '{"a":', 'Mon, ', 'a='].map((part) =>
      part.repeat(1e6 / part.length),
    );
    const started = process.cpuUsage().user;
    for (const row of ENCODINGS) {
      for (const value of hostile) {
        if ('encoding' in row) row.encoding.read(value, at('2026-01-01T00:00:00Z'));
        else if (row.gives === 'parts')
          (row.read as (...values: unknown[]) => unknown)(value, at('2026-01-01T00:00:00Z'));
      }
    }
    // 400 readings of a megabyte: one that is quadratic would take hours.
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(30);
  });
});

describe('a reset of an unknown sender', () => {
  const now = Date.UTC(2026, 0, 1);
  it.each([
    [String(BigInt(now + 60_000) * 1_000_000n), 60_000],
    [String((now + 60_000) * 1000), 60_000],
    [String(now + 60_000), 60_000],
    [String(now / 1000 + 60), 60_000],
    ['999999999', 999_999_999_000],
    ['600000', 600_000_000],
    ['0', 0],
    ['64.57', 64_570],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['2026-01-01T00:01:00Z', 60_000],
    ['2026-01-01T00:01Z', 60_000],
    ['2026-01-01T01:01:00+01:00', 60_000],
    ['Thu Jan 01 2026 01:01:00 GMT+0100 (CET)', 60_000],
    ['1m0s', 60_000],
    ['-1', Number.NaN],
    ['soon', Number.NaN],
    ['2026-01-01 00:01:00', Number.NaN],
  ])('%s is %d ms', (text, ms) => {
    expect(read(bySize, text, '2026-01-01T00:00:00Z')).toBe(ms);
  });

  it('is guessed with a warning that says how', () => {
    const view = at('2026-01-01T00:00:00Z');
    view.place = 'x-ratelimit-reset';
    bySize.read('1562287945706', view);
    const message = 'x-ratelimit-reset: "1562287945706" is taken as epoch milliseconds, by its size';
    expect(view.warnings).toEqual([{ code: 'guessed-unit', message }]);
  });
});

describe('seconds that may be an epoch time', () => {
  it.each([
    ['5', 5000, []],
    ['1609844400', 30_000, ['epoch-in-reset', 'guessed-unit']],
    ['-5', Number.NaN, []],
  ] as const)('%s', (text, ms, codes) => {
    const view = at('2021-01-05T10:59:30Z');
    expect(secondsOrEpoch.read(text, view)).toBe(ms);
    expect(view.warnings.map(({ code }) => code)).toEqual(codes);
  });
});

describe('midnight in Pacific time', () => {
  // Offsets as tzdata has them: −8 h in winter, −7 h from 8 March 2026 02:00 to 1 November 2026 02:00.
  it.each([
    ['2026-01-15T07:59:59Z', '2026-01-15T08:00:00Z'],
    ['2026-01-15T08:00:00Z', '2026-01-16T08:00:00Z'],
    ['2026-03-08T07:59:00Z', '2026-03-08T08:00:00Z'],
    ['2026-03-08T08:30:00Z', '2026-03-09T07:00:00Z'],
    ['2026-07-01T12:00:00Z', '2026-07-02T07:00:00Z'],
    ['2026-11-01T06:59:00Z', '2026-11-01T07:00:00Z'],
    ['2026-11-01T07:30:00Z', '2026-11-02T08:00:00Z'],
    ['2026-12-31T12:00:00Z', '2027-01-01T08:00:00Z'],
  ])('after %s is %s', (now, midnight) => {
    expect(Date.parse(now) + read(pacificMidnight, '', now)).toBe(Date.parse(midnight));
  });

  it('is what the time zone data of this machine say, in any year from 2007 on', () => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'medium' });
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2007, 3), max: Date.UTC(2036, 0) }), (nowMs) => {
        const ms = pacificMidnight.read('', new ResponseView(429, nowMs, false));
        expect(ms > 0 && ms <= 25 * 3_600_000).toBe(true);
        expect(clock.format(nowMs + ms)).toBe('00:00:00');
      }),
    );
  });
});

describe('amounts with windows', () => {
  it.each([
    ['100;w=21600', [[100, 21_600_000]]],
    [';w=21600', [[null, 21_600_000]]],
    [
      '10, 10;w=1;burst=1000, 1000;w=3600',
      [
        [10, null],
        [10, 1000],
        [1000, 3_600_000],
      ],
    ],
    [
      '60, 1200;window=60, 60;window=60',
      [
        [60, null],
        [1200, 60_000],
        [60, 60_000],
      ],
    ],
    ['', []],
    [';', []],
    ['x;w=1', []],
    ['100;w=0', []],
    ['100;w=x', []],
    ['-1;w=5', []],
  ] as const)('%j', (text, amounts) => {
    expect(readWindowedAmounts(text)).toEqual(amounts.map(([amount, windowMs]) => ({ amount, windowMs })));
  });
});

it('a leaky bucket frees what is needed at its rate, and never more than it holds', () => {
  expect(restoreMs({ size: 1000, available: 40, restoreRate: 50 }, 100)).toBe(1200);
  expect(restoreMs({ size: 1000, available: 999, restoreRate: 50 }, 100)).toBe(0);
  expect(restoreMs({ size: 1000, available: 0, restoreRate: 50 }, 1e9)).toBe(20_000);
});
