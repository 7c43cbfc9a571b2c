import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDurationText } from './duration-text.js';

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly reproducer: { given: { cases: string[] }; expect: { ms: (number | null)[] } };
}
const file = new URL('../../../test/fixtures/bug-reports.json', import.meta.url);
const cases = (JSON.parse(readFileSync(file, 'utf8')) as Case[]).filter(({ kind }) => kind === 'duration');

describe('a duration in a header', () => {
  it('has its case in the collection', () => {
    expect(cases.map(({ id }) => id)).toEqual(['PR-01']);
  });

  it.each(
    cases.flatMap(({ id, reproducer: { given, expect } }) =>
      given.cases.map((text, i) => [id, text, expect.ms[i]] as const),
    ),
  )('is read as in %s: %j is %j ms', (_, text, ms) => {
    expect(parseDurationText(text)).toBe(ms);
  });

  // As printed by Go's time.Duration; the values are the ones that providers were seen to send.
  it.each([
    ['6m0s', 360_000],
    ['120ms', 120],
    ['8ms', 8],
    ['8.64s', 8640],
    ['2m59.56s', 179_560],
    ['2s81ms', 2081],
    ['1h16m0.667s', 4_560_667],
    ['18h31m10s', 66_670_000],
    ['2.007s', 2007],
    ['1µs', 0.001],
    ['1μs', 0.001],
    ['1500us', 1.5],
    ['1ns', 0.000001],
    ['1.5µs', 0.0015],
    ['0.5h', 1_800_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDurationText(text)).toBe(ms);
  });

  it.each([
    '5',
    '0',
    '1 s',
    '1s ',
    ' 1s',
    '+1s',
    '.5s',
    '5.s',
    '1S',
    '1min',
    '1e3s',
    '1s,2s',
    'ms',
    '1m-1s',
    '1w',
    '١s',
  ])('is not guessed from %j', (text) => {
    expect(parseDurationText(text)).toBeNull();
  });

  it('saturates and never turns into NaN, at any number of digits', () => {
    expect(parseDurationText(`${'9'.repeat(1000)}h`)).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseDurationText(`${'9'.repeat(1000)}.${'9'.repeat(1000)}h`)).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseDurationText(`0.${'0'.repeat(1000)}s`)).toBe(0);
  });

  it('comes back from hours, minutes, seconds and milliseconds', () => {
    const part = fc.integer({ min: 0, max: 59 });
    fc.assert(
      fc.property(part, part, part, fc.integer({ min: 0, max: 999 }), (h, m, s, ms) => {
        const text = `${h}h${m}m${s}.${String(ms).padStart(3, '0')}s`;
        expect(parseDurationText(text)).toBe(((h * 60 + m) * 60 + s) * 1000 + ms);
      }),
    );
  });

  it('never throws, and is null or a number from 0 up', () => {
    const likely = fc.stringMatching(/^[0-9.hmsdnuµ -]{0,40}$/);
    fc.assert(
      fc.property(fc.oneof(likely, fc.string()), (text) => {
        const ms = parseDurationText(text);
        expect(ms === null || (ms >= 0 && ms <= Number.MAX_SAFE_INTEGER)).toBe(true);
      }),
    );
  });
});
