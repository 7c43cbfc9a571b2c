import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { digitsOf } from './digits.js';
import { parseShare } from './share.js';

describe('a share', () => {
  it.each<[string | number, number]>([
    ['0.5', 0.5],
    ['.5', 0.5],
    ['1.', 1],
    ['0', 0],
    ['1', 1],
    ['50%', 0.5],
    ['50 %', 0.5],
    ['0%', 0],
    ['100%', 1],
    ['100.0%', 1],
    [' 0.25 ', 0.25],
    [0.1, 0.1],
    [1, 1],
    // Exact: 7 / 100 and 0.07 are the same double, 0.57 * 100 / 100 is not what it was.
    ['7%', 0.07],
    ['57%', 0.57],
    ['0.1%', 0.001],
  ])('%j is %d, assumed rather than measured', (text, value) => {
    expect(parseShare(text, 'success')).toEqual({ value, counts: null });
  });

  it.each<[string, number, number]>([
    ['37/50', 37, 50],
    ['0/5', 0, 5],
    ['5/5', 5, 5],
    ['1 / 3', 1, 3],
    ['0000001/2', 1, 2],
  ])('%j is %d of %d, measured', (text, successes, trials) => {
    expect(parseShare(text, 'success')).toEqual({ value: successes / trials, counts: { successes, trials } });
  });

  it.each<[string, unknown]>([
    ['more than all', '1.2'],
    ['more than 100 %', '100.1%'],
    ['a number above 1', 1.0000001],
    ['a number below 0', -0.1],
    ['no trials', '3/0'],
    ['no trials and no successes', '0/0'],
    ['more successes than trials', '5/3'],
    ['counts that are not whole', '1.5/2'],
    ['counts with a sign', '-1/2'],
    ['counts beyond exact numbers', '1/9007199254740993'],
    ['three counts', '1/2/3'],
    ['half a fraction', '1/'],
    ['nothing', ''],
    ['a percent sign alone', '%'],
    ['two percent signs', '5%%'],
    ['an exponent', '1e-3'],
    ['a word', 'half'],
    ['NaN', Number.NaN],
    ['Infinity', Infinity],
    ['null', null],
    ['undefined', undefined],
    ['true', true],
    ['a list', [0.5]],
  ])('refuses %s', (_, value) => {
    expect(() => parseShare(value, 'success')).toThrow(InputError);
    expect(() => parseShare(value, 'success')).toThrow(/^success: .*a share from 0 to 1, as 0\.5, 50% or counts/);
  });

  it('reads back whatever was written in digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
        expect(parseShare(digitsOf(value), 'success').value).toBe(value + 0);
      }),
    );
  });
});
