import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { parseRate, perMinute } from './rate.js';

describe('a rate', () => {
  it.each<[string, number, number]>([
    // A bare unit is a window of one
    ['20/min', 20, 60_000],
    ['20/m', 20, 60_000],
    ['5/s', 5, 1000],
    ['300/h', 300, 3_600_000],
    ['2/d', 2, 86_400_000],
    ['1/ms', 1, 1],
    ['20/MIN', 20, 60_000],
    // Words
    ['5/sec', 5, 1000],
    ['5/second', 5, 1000],
    ['5/minute', 5, 60_000],
    ['5/hour', 5, 3_600_000],
    ['5/Day', 5, 86_400_000],
    // A window of one's own
    ['1000/5m', 1000, 300_000],
    ['10/1m30s', 10, 90_000],
    ['10/500ms', 10, 500],
    // The amount as any count
    ['200k/min', 200_000, 60_000],
    ['1,000/min', 1000, 60_000],
    ['0.5/s', 0.5, 1000],
    ['0/min', 0, 60_000],
    [' 20 / min ', 20, 60_000],
  ])('%j is %d in %d ms', (text, amount, windowMs) => {
    expect(parseRate(text, 'arrivals')).toEqual({ amount, windowMs });
  });

  it.each<[string, unknown]>([
    ['no slash', '20'],
    ['no amount', '/min'],
    ['no window', '20/'],
    ['two slashes', '1/2/3'],
    ['a window of zero', '5/0s'],
    ['a bare window of zero', '5/0'],
    ['an unknown unit', '5/fortnight'],
    ['a window without a unit', '37/50'],
    ['a plural', '5/minutes'],
    ['a negative amount', '-5/s'],
    ['a name that every object has', '5/constructor'],
    ['another one', '5/__proto__'],
    ['per', '5 per s'],
    ['nothing', ''],
    ['a number', 20],
    ['null', null],
    ['undefined', undefined],
    ['an object', { amount: 1, windowMs: 1 }],
  ])('refuses %s', (_, value) => {
    expect(() => parseRate(value, 'arrivals')).toThrow(InputError);
    expect(() => parseRate(value, 'arrivals')).toThrow(/^arrivals: .*an amount per window such as 20\/min/);
  });

  it.each<[string, string]>([
    ['20', 'the window is missing: a / and a time such as min'],
    ['/min', 'the amount before the / is missing'],
    ['many/min', 'the amount "many" is no number of 0 or more'],
    ['20/', 'the window after the / is missing'],
    ['37/50', 'the window "50" needs a unit, such as s, min, h or d'],
    ['5/0.5', 'the window "0.5" needs a unit, such as s, min, h or d'],
    ['5/0s', 'the window "0s" must be above 0'],
    ['5/fortnight', 'the window "fortnight" is no time such as s, min, h, d or 5m'],
  ])('%j is refused with the part that is wrong', (text, hint) => {
    expect(() => parseRate(text, 'arrivals')).toThrow(
      expect.objectContaining({ issue: expect.objectContaining({ field: 'arrivals', value: text, hint }) }),
    );
  });

  it.each<[string, number]>([
    ['20/min', 20],
    ['5/s', 300],
    ['300/h', 5],
    ['1440/d', 1],
    ['1000/5m', 200],
  ])('%s is %d per minute', (text, amount) => {
    expect(perMinute(parseRate(text, 'arrivals'))).toBe(amount);
  });
});
