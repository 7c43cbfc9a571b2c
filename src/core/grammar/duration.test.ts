import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { writeDuration } from '../policy/written.js';
import { MAX_DURATION_MS, parseDuration, parseDurationOrNone } from './duration.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('a duration', () => {
  it.each<[string | number, number]>([
    // One unit
    ['250ms', 250],
    ['1s', 1000],
    ['2m', 120_000],
    ['2min', 120_000],
    ['1h', HOUR],
    ['1d', DAY],
    // Several, from the largest down
    ['1h30m', 1.5 * HOUR],
    ['1h30min', 1.5 * HOUR],
    ['1d2h3m4s5ms', DAY + 2 * HOUR + 184_005],
    ['1m30s', 90_000],
    ['1h0m0s', HOUR],
    // A bare number is milliseconds
    ['500', 500],
    ['0', 0],
    ['00012', 12],
    ['1.5', 1.5],
    ['5.', 5],
    ['.5', 0.5],
    [250, 250],
    [0, 0],
    [0.25, 0.25],
    // Upper case and blanks around are forgiven
    ['1.5S', 1500],
    ['1H30M', 1.5 * HOUR],
    ['  2m\t', 120_000],
    ['.5h', 30 * 60_000],
  ])('%j is %d ms', (text, ms) => {
    expect(parseDuration(text, 'base')).toBe(ms);
  });

  it.each<[string, number]>([
    // 1.1 * 1000 is 1100.0000000000002 in doubles, and 0.07 * 3600000 is 252000.00000000003.
    ['1.1s', 1100],
    ['2.3s', 2300],
    ['0.07h', 252_000],
    ['1.005s', 1005],
    ['4.35m', 261_000],
    ['0.29d', 25_056_000],
    ['1.001d', 86_486_400],
  ])('%j is exactly %d ms: the decimal point is moved, not multiplied', (text, ms) => {
    expect(parseDuration(text, 'base')).toBe(ms);
  });

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['blanks', '  '],
    ['no number', 's'],
    ['a word', 'abc'],
    ['a negative number', '-1'],
    ['a negative duration', '-1s'],
    ['a sign', '+1s'],
    ['an exponent', '1e3'],
    ['hexadecimal', '0x10'],
    ['an unknown unit', '1w'],
    ['a plural', '5mins'],
    ['a word for a unit', '5 seconds'],
    ['units that rise', '30m1h'],
    ['the same unit twice', '1s1s'],
    ['the same unit under two names', '1m1min'],
    ['milliseconds before seconds', '5ms1s'],
    ['a bare number after a unit', '1h30'],
    ['blanks inside', '1h 30m'],
    ['trailing junk', '1sx'],
    ['a comma', '1,5s'],
    ['two points', '1.2.3s'],
    ['a point without digits', '1.s'],
    ['other digits', '١s'],
    ['a line break', '1s\n2s'],
    ['Infinity', Infinity],
    ['the text Infinity', 'Infinity'],
    ['NaN', Number.NaN],
    ['below zero', -0.001],
    ['a list', [1000]],
    ['an object', { ms: 1 }],
    ['true', true],
    ['null', null],
    ['undefined', undefined],
    ['a bigint', 5n],
  ])('refuses %s, naming the field and what is allowed', (_, value) => {
    expect(() => parseDuration(value, 'backoff.baseMs')).toThrow(InputError);
    expect(() => parseDuration(value, 'backoff.baseMs')).toThrow(/^backoff\.baseMs: .*a duration such as 250ms/);
  });

  it('is at most what a double holds in whole milliseconds', () => {
    expect(parseDuration('9007199254740991', 'cap')).toBe(MAX_DURATION_MS);
    for (const value of ['9007199254740992', MAX_DURATION_MS + 1, '104249992d', '999999999999999999d']) {
      expect(() => parseDuration(value, 'cap')).toThrow(/at most 9007199254740991 ms/);
    }
    expect(() => parseDuration('9'.repeat(400), 'cap')).toThrow(InputError);
  });

  it('answers at once to a text of a million characters', () => {
    for (const text of ['1'.repeat(1e6), `${'1s'.repeat(5e5)}`, ' '.repeat(1e6), `1${' '.repeat(1e6)}s`]) {
      expect(() => parseDuration(text, 'base')).toThrow(InputError);
    }
  });

  it('reads back whatever was written', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(), fc.double({ min: 0, max: MAX_DURATION_MS, noNaN: true })), (ms) => {
        expect(parseDuration(writeDuration(ms), 'base')).toBe(ms + 0);
      }),
    );
  });

  it('of whole parts is their sum', () => {
    const part = fc.nat({ max: 10_000 });
    fc.assert(
      fc.property(part, part, part, part, part, (d, h, m, s, ms) => {
        expect(parseDuration(`${d}d${h}h${m}m${s}s${ms}ms`, 'base')).toBe(
          (((d * 24 + h) * 60 + m) * 60 + s) * 1000 + ms,
        );
      }),
    );
  });
});

describe('a duration or none', () => {
  it.each<[unknown, number | null]>([
    ['none', null],
    [' None ', null],
    [null, null],
    ['32s', 32_000],
    [0, 0],
  ])('%j is %s', (value, ms) => {
    expect(parseDurationOrNone(value, 'cap')).toBe(ms);
  });

  it.each(['', 'no', 'null', undefined, -1])('refuses %j and says that none is allowed too', (value) => {
    expect(() => parseDurationOrNone(value, 'cap')).toThrow(/^cap: .*, or none$/);
  });
});

// A settings file read an empty value as 0 and let a huge one overflow the timer: both ends gave a hot loop. Ours: the
// huge one (nine days) is legal, since no product of it overflows and long sleeps are cut into pieces.
describe('CF-03: what an environment variable may hold', () => {
  it.each([[''], ['  '], ['abc'], ['-1']])('%j is an error, not zero', (text) => {
    expect(() => parseDuration(text, 'RETRY_DELAY')).toThrow(InputError);
  });

  it.each<[string, number]>([
    ['5000', 5000],
    ['800000000', 800_000_000],
  ])('%j is what it says', (text, ms) => {
    expect(parseDuration(text, 'RETRY_DELAY')).toBe(ms);
  });
});
