import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFixed, formatNumber, formatSignificant } from './format-number.js';
import { formatShare } from './format-share.js';
import { formatTableMs, formatWait } from './format-time.js';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [20 / 3, '6.67'],
    [51.61290322580645, '51.6'],
    [1.9375, '1.94'],
    [50, '50'],
    [100, '100'],
    [50.00000000000001, '50'],
    [99.96, '100'],
    [1000, '1,000'],
    [1285.714, '1,286'],
    [999.7, '1,000'],
    [20_000_000, '20,000,000'],
    [909090909.0909091, '909,090,909'],
    [0.013888888888888888, '0.0139'],
    [2.5e-8, '0.0000000250'],
    [1e20, '100,000,000,000,000,000,000'],
    [1.797e305, '1.80 × 10^305'],
    [1e-300, 'under 0.000000001'],
    [-30.5, '−30.5'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
    [null, '–'],
  ])('%s reads %s', (value, text) => expect(formatNumber(value)).toBe(text));

  it.each([
    [7.5, '7.50'],
    [15, '15.0'],
    [1, '1.00'],
    [9.996, '10.0'],
    [99.96, '100'],
    [12345, '12,345'],
  ])('%s with three significant digits reads %s', (value, text) => expect(formatSignificant(value)).toBe(text));

  it('groups what stands before the decimals', () => expect(formatFixed(12345.678, 1)).toBe('12,345.7'));
});

describe('waits', () => {
  it.each([
    [0, '0 s'],
    [0.0001, 'under 0.001 ms'],
    [36.45024, '36.5 ms'],
    [500, '500 ms'],
    [999.7, '1.00 s'],
    [1000, '1.00 s'],
    [7500, '7.50 s'],
    [15_000, '15.0 s'],
    [103_000, '103 s'],
    [119_499, '119 s'],
    [119_999, '2.0 min'],
    [204_800, '3.4 min'],
    [10_000_000, '166.7 min'],
    [121_212_121, '33.7 h'],
    [5_760_000_000, '66.7 days'],
    [Number.MAX_SAFE_INTEGER, '285,421 years'],
    [null, '–'],
    [Number.NaN, '–'],
  ])('%s ms reads %s', (ms, text) => expect(formatWait(ms)).toBe(text));

  it.each([
    [0, '0 ms'],
    [25, '25 ms (0.0250 s)'],
    [500, '500 ms (0.500 s)'],
    [2110, '2,110 ms (2.11 s)'],
    [2110.4, '2,110 ms (2.11 s)'],
    [32_000, '32,000 ms (32.0 s)'],
    [204_800, '204,800 ms (3.4 min)'],
  ])('%s ms in a table reads %s', (ms, text) => expect(formatTableMs(ms)).toBe(text));
});

describe('shares', () => {
  it.each([
    [0, '0 %'],
    [1, '100 %'],
    [0.4838709677419355, '48.4 %'],
    [1.2, '120.0 %'],
    [80, '8,000.0 %'],
    [0.03125, '3.1 %'],
    [0.999, '99.9 %'],
    [0.9999, '99.99 %'],
    [0.99987461, '99.987 %'],
    [0.99996, '99.996 %'],
    [6.561e-5, '0.0066 %'],
    [0.0004, '0.04 %'],
    [4.8e-7, '1 in 2.1 million'],
    [1 - 5e-7, 'all but 1 in 2 million'],
    [2.9e-9, '1 in 340 million'],
    [1e-20, 'fewer than 1 in 1 trillion'],
    [1 - 1e-14, 'all but fewer than 1 in 1 trillion'],
    [Number.NaN, '–'],
    [null, '–'],
  ])('%s reads %s', (share, text) => expect(formatShare(share)).toBe(text));

  it('shows two decimals on request', () => expect(formatShare(0.963128, 2)).toBe('96.31 %'));

  it('never rounds a share that is neither 0 nor 1 to one of them', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true }), (share) => {
        expect(formatShare(share)).not.toMatch(/^(0(\.0*)?|100(\.0*)?) %$/);
      }),
    );
  });
});

it('no format ever says NaN, Infinity or an exponent', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      for (const format of [formatNumber, formatWait, formatTableMs, formatShare]) {
        expect(format(value)).not.toMatch(/NaN|Infinity|e[+-]?\d|undefined/);
      }
    }),
  );
});
