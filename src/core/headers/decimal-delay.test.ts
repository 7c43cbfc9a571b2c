import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalPoint, LONGEST_DELAY_MS, millisecondsToMs, secondsToMs } from './decimal-delay.js';

const digits = (maxLength: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${maxLength}}$`));
const decimal = fc.tuple(digits(20), fc.option(digits(30)));
const write = ([whole, fraction]: [string, string | null]) => (fraction === null ? whole : `${whole}.${fraction}`);

/** ceil(number × unit) in exact integers, saturated. */
function exactMs([whole, fraction]: [string, string | null], unit: bigint): number {
  const places = fraction ?? '';
  const scale = 10n ** BigInt(places.length);
  const ms = (BigInt(whole + places) * unit + scale - 1n) / scale;
  return Number(ms > BigInt(LONGEST_DELAY_MS) ? BigInt(LONGEST_DELAY_MS) : ms);
}

describe('a decimal delay', () => {
  it('is exact and rounded up, in seconds and in milliseconds, for any digits', () => {
    fc.assert(
      fc.property(decimal, (parts) => {
        const text = write(parts);
        const point = decimalPoint(text);
        expect(secondsToMs(text, point)).toBe(exactMs(parts, 1000n));
        expect(millisecondsToMs(text, point)).toBe(exactMs(parts, 1n));
      }),
    );
  });

  // Binary fractions make 2007.0000000000002 and 4030.0000000000005 of these.
  it.each([
    ['2.007', 2007],
    ['4.03', 4030],
    ['7.66', 7660],
    ['0.0001', 1],
    ['0.000', 0],
    ['007', 7000],
  ])('%s s is %i ms', (text, ms) => {
    expect(secondsToMs(text, decimalPoint(text))).toBe(ms);
  });

  it.each([
    '',
    '.',
    '.5',
    '5.',
    '1.2.3',
    '-1',
    '+1',
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    '1,5',
    'Infinity',
    'NaN',
    '١٢',
    '1_000',
  ])('does not read %j', (text) => {
    expect(decimalPoint(text)).toBe(-1);
  });
});
