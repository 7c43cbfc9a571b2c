import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { LEAST_UNITS, MOST_UNITS, parseUnits } from './units.js';

describe('units', () => {
  it.each<[unknown, number]>([
    ['200k', 200_000],
    ['1,000', 1000],
    [0.5, 0.5],
    [LEAST_UNITS, 1e-9],
    [MOST_UNITS, 2 ** 53 - 1],
  ])('%j are %d', (input, units) => expect(parseUnits(input, 'cost')).toBe(units));

  it.each<[unknown, RegExp]>([
    [0, /^cost: 0 is not allowed; give a number above 0$/],
    ['0k', /^cost: "0k" is not allowed; give a number above 0$/],
    [5e-324, /^cost: 5e-324 is not allowed; give a number from 1e-9 to 9007199254740991$/],
    [1e16, /^cost: 10000000000000000 is not allowed; give a number from 1e-9 to/],
    [Number.MAX_VALUE, /give a number from 1e-9 to/],
    [Number.POSITIVE_INFINITY, /give a number such as 50/],
    [-1, /^cost: -1 is not allowed/],
    ['many', /^cost: "many" is not allowed/],
    [undefined, /^cost: missing/],
  ])('%j are refused', (input, message) => {
    expect(() => parseUnits(input, 'cost')).toThrow(InputError);
    expect(() => parseUnits(input, 'cost')).toThrow(message);
  });
});
