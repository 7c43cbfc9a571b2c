import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { parseCount } from './count.js';
import { digitsOf } from './digits.js';

describe('a count', () => {
  it.each<[string | number, number]>([
    ['50', 50],
    ['0', 0],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['200k', 200_000],
    ['200K', 200_000],
    ['1.5M', 1_500_000],
    ['1.5m', 1_500_000],
    ['2G', 2_000_000_000],
    ['2g', 2_000_000_000],
    ['1,000', 1000],
    ['12,345,678', 12_345_678],
    ['999,999', 999_999],
    [' 7 ', 7],
    [1.25, 1.25],
    // Exact: 1.1 * 1e6 is 1100000.0000000002 in doubles.
    ['1.1M', 1_100_000],
    ['4.35k', 4350],
  ])('%j is %d', (text, count) => {
    expect(parseCount(text, 'rpm')).toBe(count);
  });

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['a unit alone', 'k'],
    ['a group that is too short', '1,00'],
    ['a group that is too long', '1,0000'],
    ['a first group that is too long', '1234,567'],
    ['a group and a decimal', '1,000.5'],
    ['a group and a unit', '1,000k'],
    ['a comma at an end', '1,'],
    ['other separators', '1_000'],
    ['two units', '1kk'],
    ['an unknown unit', '5T'],
    ['a blank before the unit', '5 k'],
    ['a negative number', '-5'],
    ['a sign', '+5'],
    ['an exponent', '1e3'],
    ['a point at the end', '5.'],
    ['a number too large for a double', '9'.repeat(400)],
    ['NaN', Number.NaN],
    ['Infinity', Infinity],
    ['a number below zero', -1],
    ['null', null],
    ['undefined', undefined],
    ['a list', [5]],
    ['true', true],
  ])('refuses %s', (_, value) => {
    expect(() => parseCount(value, 'rpm')).toThrow(InputError);
    expect(() => parseCount(value, 'rpm')).toThrow(/^rpm: .*a number such as 50, 1,000, 200k or 1\.5M/);
  });

  it('reads back whatever was written in digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseCount(digitsOf(value), 'rpm')).toBe(value + 0);
      }),
    );
  });
});
