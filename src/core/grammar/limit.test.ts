import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { parseLimit } from './limit.js';

describe('a limit', () => {
  it.each<[string, string, number, number, number, number]>([
    ['requests=1000/min', 'requests', 1000, 60_000, 1000, 1],
    ['tokens=200k/min@2000', 'tokens', 200_000, 60_000, 200_000, 2000],
    ['tokens=200k/min@2k+50k', 'tokens', 200_000, 60_000, 50_000, 2000],
    ['requests=60/min+1', 'requests', 60, 60_000, 1, 1],
    ['images=0.5/s@0.25', 'images', 0.5, 1000, 0.5, 0.25],
    ['tokens = 1,000,000/d @ 1,000', 'tokens', 1_000_000, 86_400_000, 1_000_000, 1000],
    ['a=1/1m30s', 'a', 1, 90_000, 1, 1],
    ['x-rate.limit_2=5/s', 'x-rate.limit_2', 5, 1000, 5, 1],
  ])('%j: name, amount, window, burst and cost', (text, name, amount, windowMs, burst, cost) => {
    expect(parseLimit(text, '--limit')).toEqual({ name, amount, windowMs, burst, cost });
  });

  it.each<[string, unknown]>([
    ['no name', '=5/s'],
    ['no equals sign', 'requests'],
    ['a name that starts with a digit', '1x=5/s'],
    ['a name with a blank', 'a b=5/s'],
    ['a name beyond 64 characters', `${'a'.repeat(65)}=5/s`],
    ['no window', 'requests=5'],
    ['an amount of 0', 'requests=0/min'],
    ['a cost of 0', 'requests=5/min@0'],
    ['a burst of 0', 'requests=5/min+0'],
    ['an empty cost', 'requests=5/min@'],
    ['an empty burst', 'requests=5/min+'],
    ['the burst before the cost', 'requests=5/min+2@3'],
    ['two costs', 'requests=5/min@1@2'],
    ['two bursts', 'requests=5/min+1+2'],
    ['two equals signs', 'requests=5/min=2'],
    ['a negative cost', 'requests=5/min@-1'],
    ['a word for a cost', 'requests=5/min@many'],
    ['nothing', ''],
    ['a number', 5],
    ['null', null],
    ['an object', { name: 'requests' }],
  ])('refuses %s', (_, value) => {
    expect(() => parseLimit(value, '--limit')).toThrow(InputError);
    expect(() => parseLimit(value, '--limit')).toThrow(/^--limit: .*NAME=AMOUNT\/WINDOW\[@COST\]\[\+BURST\]/);
  });

  it.each<[string, string]>([
    ['requests', 'the = between name and amount is missing'],
    ['=5/s', 'the name before the = is missing'],
    ['1x=5/s', 'the name "1x" is not made of 1 to 64 letters, digits, _, . and -, a letter first'],
    ['requests=5', 'the window is missing: a / and a time such as min'],
    ['requests=5/60', 'the window "60" needs a unit, such as s, min, h or d'],
    ['requests=5/fortnight', 'the window "fortnight" is no time such as s, min, h, d or 5m'],
    ['requests=many/min', 'the amount "many" is no number of 0 or more'],
    ['requests=0/min', 'the amount must be above 0'],
    ['requests=5/min@0', 'the cost "0" must be a number above 0'],
    ['requests=5/min@', 'the cost "" must be a number above 0'],
    ['requests=5/min@1+x', 'the burst "x" must be a number above 0'],
    ['requests=5/min+2@3', 'at most one @COST may follow, and then at most one +BURST'],
  ])('%j is refused with the part that is wrong', (text, hint) => {
    expect(() => parseLimit(text)).toThrow(
      expect.objectContaining({ issue: expect.objectContaining({ field: 'limit', value: text, hint }) }),
    );
  });
});
