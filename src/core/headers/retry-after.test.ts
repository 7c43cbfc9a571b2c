import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test/support/cpu-ms.js';
import { parseRetryAfter } from './retry-after.js';

const NOW = Date.UTC(2026, 9, 21, 7, 27);
const MAX = Number.MAX_SAFE_INTEGER;
const codes = (value: string | string[], strict = false, dateMs: number | null = null) => {
  const { hintMs, form, warnings } = parseRetryAfter(value, { nowMs: NOW, strict, dateMs });
  return [hintMs, form, ...warnings.map(({ code }) => code)];
};

// value, lenient reading, strict reading; each as hint, form, warnings.
const readings: [string | string[], unknown[], unknown[]][] = [
  ['120', [120_000, 'seconds'], [120_000, 'seconds']],
  [' \t120 ', [120_000, 'seconds'], [120_000, 'seconds']],
  ['0000000000120', [120_000, 'seconds'], [120_000, 'seconds']],
  ['0', [0, 'seconds', 'zero-delay'], [0, 'seconds', 'zero-delay']],
  ['2030', [2_030_000, 'seconds'], [2_030_000, 'seconds']],
  ['999999999', [999_999_999_000, 'seconds'], [999_999_999_000, 'seconds']],
  ['1792567680', [60_000, 'epoch', 'epoch-in-retry-after'], [1_792_567_680_000, 'seconds', 'implausible-delay']],
  ['1792567680.25', [60_250, 'epoch', 'epoch-in-retry-after'], [null, null, 'decimal-seconds']],
  [
    '1000000000',
    [0, 'epoch', 'epoch-in-retry-after', 'past-date'],
    [1_000_000_000_000, 'seconds', 'implausible-delay'],
  ],
  ['1792567680000', [60_000, 'epoch', 'epoch-in-retry-after'], [1_792_567_680_000_000, 'seconds', 'implausible-delay']],
  [
    '999999999999',
    [999_999_999_999_000, 'seconds', 'implausible-delay'],
    [999_999_999_999_000, 'seconds', 'implausible-delay'],
  ],
  ['10000000000', [1e13, 'seconds', 'implausible-delay'], [1e13, 'seconds', 'implausible-delay']],
  ['99999999999999999999', [MAX, 'seconds', 'implausible-delay'], [MAX, 'seconds', 'implausible-delay']],
  ['2.0', [2000, 'decimal', 'decimal-seconds'], [null, null, 'decimal-seconds']],
  ['7.66', [7660, 'decimal', 'decimal-seconds'], [null, null, 'decimal-seconds']],
  ['0.0001', [1, 'decimal', 'decimal-seconds'], [null, null, 'decimal-seconds']],
  ['0.0', [0, 'decimal', 'decimal-seconds', 'zero-delay'], [null, null, 'decimal-seconds']],
  ['Wed, 21 Oct 2026 07:28:00 GMT', [60_000, 'imf-fixdate'], [60_000, 'imf-fixdate']],
  ['Wednesday, 21-Oct-26 07:28:00 GMT', [60_000, 'rfc850'], [60_000, 'rfc850']],
  ['Wed Oct 21 07:28:00 2026', [60_000, 'asctime'], [60_000, 'asctime']],
  ['Wed, 21 Oct 2026 07:27:00 GMT', [0, 'imf-fixdate', 'past-date'], [0, 'imf-fixdate', 'past-date']],
  ['Fri, 31 Dec 1999 23:59:59 GMT', [0, 'imf-fixdate', 'past-date'], [0, 'imf-fixdate', 'past-date']],
  ['Mon, 21 Oct 2026 07:28:00 GMT', [60_000, 'imf-fixdate', 'wrong-weekday'], [null, null, 'wrong-weekday']],
  ['wed, 21 oct 2026 07:28:00 gmt', [60_000, 'imf-fixdate', 'letter-case'], [null, null, 'letter-case']],
  ['Sat, 31 Feb 2026 07:28:00 GMT', [null, null, 'impossible-date'], [null, null, 'impossible-date']],
  ['2026-10-21T07:28:00Z', [60_000, 'rfc3339', 'rfc3339-date'], [null, null, 'rfc3339-date']],
  ['2026-10-21T09:28:00.5+02:00', [60_500, 'rfc3339', 'rfc3339-date'], [null, null, 'rfc3339-date']],
  ['60, 60', [60_000, 'seconds', 'duplicate-field'], [null, null, 'duplicate-field']],
  [
    ['60', '60'],
    [60_000, 'seconds', 'duplicate-field'],
    [null, null, 'duplicate-field'],
  ],
  [['60'], [60_000, 'seconds'], [60_000, 'seconds']],
  ['1, 120', [120_000, 'seconds', 'conflicting-duplicates'], [null, null, 'duplicate-field']],
  ['120, soon', [120_000, 'seconds', 'conflicting-duplicates'], [null, null, 'duplicate-field']],
  ['soon, 120', [120_000, 'seconds', 'conflicting-duplicates'], [null, null, 'duplicate-field']],
  ['0, soon', [0, 'seconds', 'zero-delay', 'conflicting-duplicates'], [null, null, 'duplicate-field']],
  ['soon, later', [null, null, 'malformed', 'duplicate-field'], [null, null, 'duplicate-field']],
  [
    'Wed, 21 Oct 2026 07:28:00 GMT, 45',
    [60_000, 'imf-fixdate', 'conflicting-duplicates'],
    [null, null, 'duplicate-field'],
  ],
  [
    '75, Wednesday, 21-Oct-26 07:28:00 GMT',
    [75_000, 'seconds', 'conflicting-duplicates'],
    [null, null, 'duplicate-field'],
  ],
  ['60,', [60_000, 'seconds'], [60_000, 'seconds']],
  ['', [null, null, 'malformed'], [null, null, 'malformed']],
  [' , ,', [null, null, 'malformed'], [null, null, 'malformed']],
  [[], [null, null, 'malformed'], [null, null, 'malformed']],
];

describe('Retry-After', () => {
  it.each(readings)('%j is read leniently as %j, strictly as %j', (value, lenient, strict) => {
    expect(codes(value)).toEqual(lenient);
    expect(codes(value, true)).toEqual(strict);
  });

  it.each([
    ['-5', 'signed'],
    ['+5', 'signed'],
    ['1e3', 'exponent'],
    ['1.5E3', 'exponent'],
    ['5s', 'followed by something else'],
    ['1000abc', 'followed by something else'],
    ['60 seconds', 'followed by something else'],
    ['.5', 'neither'],
    ['5.', 'neither'],
    ['0x10', 'followed by something else'],
    ['Infinity', 'neither'],
    ['NaN', 'neither'],
    ['soon', 'neither'],
    ['null', 'neither'],
    ['Sep 2027', 'neither'],
    ['2026-10-21', 'neither'],
    ['2026-10-21T07:28:00', 'neither'],
    ['Wed, 21 Oct 2026 07:28:00 +0000', 'neither'],
    ['\u00a060', 'neither'],
    ['٦٠', 'neither'],
  ])('%j is never guessed, and the warning says what it is', (value, what) => {
    for (const strict of [false, true]) {
      const { hintMs, at, form, warnings } = parseRetryAfter(value, { nowMs: NOW, strict });
      expect({ hintMs, at, form }).toEqual({ hintMs: null, at: null, form: null });
      expect(warnings.map(({ code }) => code)).toEqual(['malformed']);
      expect(warnings[0]?.message).toContain(what);
    }
  });

  it('measures an instant against the Date of the response, and keeps the instant', () => {
    const dateMs = NOW - 3_600_000;
    const answer = parseRetryAfter('Wed, 21 Oct 2026 07:28:00 GMT', { nowMs: NOW, dateMs });
    expect(answer).toMatchObject({ hintMs: 3_660_000, at: NOW + 60_000 });
    expect(parseRetryAfter('60', { nowMs: NOW, dateMs })).toMatchObject({ hintMs: 60_000, at: null });
  });

  it.each([null, undefined, Number.NaN, Infinity])('falls back on the local clock when the Date is %s', (dateMs) => {
    expect(parseRetryAfter('Wed, 21 Oct 2026 07:28:00 GMT', { nowMs: NOW, dateMs }).hintMs).toBe(60_000);
  });

  it.each([Number.NaN, Infinity, 8.64e15 + 1])('refuses %s as the time, since every answer would be wrong', (nowMs) => {
    expect(() => parseRetryAfter('60', { nowMs })).toThrow(RangeError);
    expect(() => parseRetryAfter('60', { nowMs })).toThrow(String(nowMs));
  });

  it('is n seconds for n below a billion, leniently and strictly', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), fc.boolean(), (n, strict) => {
        expect(parseRetryAfter(String(n), { nowMs: NOW, strict }).hintMs).toBe(n * 1000);
      }),
    );
  });

  it('rounds what is left of a date up, whatever fraction of a millisecond now is', () => {
    const now = fc.double({ min: NOW, max: NOW + 60_000, noNaN: true });
    fc.assert(
      fc.property(now, (nowMs) => {
        const { hintMs } = parseRetryAfter('Wed, 21 Oct 2026 07:28:00 GMT', { nowMs });
        expect(hintMs).toBe(Math.ceil(NOW + 60_000 - nowMs));
      }),
    );
  });

  const likely = fc
    .array(
      fc.constantFrom('Wed', 'Oct', 'GMT', '21', '2026', '07:28:00', ', ', ' ', '-', '.', '9', '0', 'T', 'Z', 'e', ','),
    )
    .map((parts) => parts.join(''));
  const anything = fc.oneof(likely, fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9., ]{0,30}$/));

  it('never throws, and is null or a whole number from 0 up, on any text', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.array(anything)), fc.boolean(), (value, strict) => {
        const { hintMs, form, warnings } = parseRetryAfter(value, { nowMs: NOW, strict });
        expect(hintMs === null || (Number.isSafeInteger(hintMs) && hintMs >= 0)).toBe(true);
        expect(form === null).toBe(hintMs === null);
        expect(hintMs !== null || warnings.length > 0).toBe(true);
        expect(JSON.stringify(warnings).length).toBeLessThan(2000);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives no shorter wait when a valid value is repeated beside anything else', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 999_999_999 }),
        fc.stringMatching(/^[a-z0-9. -]{0,20}$/),
        fc.boolean(),
        (n, other, first) => {
          const { hintMs } = parseRetryAfter(first ? `${n}, ${other}` : `${other}, ${n}`, { nowMs: NOW });
          expect(hintMs).toBeGreaterThanOrEqual(n * 1000);
        },
      ),
    );
  });
});

describe('a hostile Retry-After of 1 MB', () => {
  const size = 1 << 20;
  const fill = (part: string) => part.repeat(Math.ceil(size / part.length)).slice(0, size);
  const hostile: [string, string | string[]][] = [
    ['digits', fill('9')],
    ['zeros', fill('0')],
    ['a long decimal', `1.${fill('9')}`],
    ['digits and a letter', `${fill('9')}x`],
    ['spaces', fill(' ')],
    ['spaces inside', `1${fill(' ')}1`],
    ['tabs and spaces', fill(' \t')],
    ['commas', fill(',')],
    ['a list of digits', fill('1,')],
    ['weekdays', fill('Wed,')],
    ['dates', fill('Wed, 21 Oct 2026 07:28:00 GMT, ')],
    ['letters', fill('a')],
    ['points', fill('1.')],
    ['lines', Array.from({ length: size / 32 }, () => 'Wed, 21 Oct 2026 07:28:00 GMT')],
    ['one line of commas among lines', [fill(','), fill('Wed,'), '60']],
    ['a long fraction of a date', `2026-10-21T07:28:00.${fill('0')}Z`],
  ];

  it.each(hostile)('of %s takes time in proportion to its length', (_, value) => {
    const text = typeof value === 'string' ? value : value.join('');
    const best = (work: () => unknown) => Math.min(cpuMs(work), cpuMs(work), cpuMs(work));
    let sum = 0;
    const onePass = best(() => {
      for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i) & 1;
    });
    const reading = best(() => parseRetryAfter(value, { nowMs: NOW }));
    expect(sum).toBeGreaterThanOrEqual(0);
    // Quadratic work would be about a million passes.
    expect(reading / Math.max(onePass, 0.2)).toBeLessThan(2000);
  });

  it('saturates when it is digits', () => {
    expect(parseRetryAfter(fill('9'), { nowMs: NOW }).hintMs).toBe(MAX);
    expect(parseRetryAfter(`${fill('0')}7`, { nowMs: NOW }).hintMs).toBe(7000);
  });

  it.each(['a', '1,', 'Wed, 21 Oct 2026 07:28:00 GMT, '])(
    'is refused with a short message when it is %j over and over',
    (part) => {
      const { hintMs, warnings } = parseRetryAfter(fill(part), { nowMs: NOW });
      expect({ hintMs, codes: warnings.map(({ code }) => code) }).toEqual({ hintMs: null, codes: ['too-long'] });
      expect(warnings[0]?.message.length).toBeLessThan(200);
    },
  );
});
