import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { readQuotas } from './read-quotas.js';

const read = (...quotas: unknown[]): unknown => readQuotas(quotas, 'quotas');

describe('quotas', () => {
  it('have the amount for their burst unless another is given', () => {
    expect(read({ name: 'requests', amount: '50', windowMs: '1m' })).toEqual([
      { name: 'requests', amount: 50, windowMs: 60_000, burst: 50 },
    ]);
    expect(read({ name: 'tokens', amount: '200k', windowMs: 60_000, burst: '10k' })).toEqual([
      { name: 'tokens', amount: 200_000, windowMs: 60_000, burst: 10_000 },
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ['a name', { amount: 5, windowMs: 1000 }, /^quotas\[0\]\.name: missing; give a name such as requests$/],
    ['an amount', { name: 'a', windowMs: 1000 }, /^quotas\[0\]\.amount: missing; give a number/],
    ['a window', { name: 'a', amount: 5 }, /^quotas\[0\]\.windowMs: missing; give a duration/],
    ['any key', {}, /^quotas\[0\]\.name: missing/],
  ])('LL-11: half of one, without %s, is refused and the missing half named', (_, quota, message) => {
    expect(() => read(quota)).toThrow(InputError);
    expect(() => read(quota)).toThrow(message);
  });

  it.each<[string, unknown, RegExp]>([
    ['an amount of 0', { name: 'a', amount: 0, windowMs: 1000 }, /^quotas\[0\]\.amount: 0/],
    ['a window of 0', { name: 'a', amount: 5, windowMs: 0 }, /^quotas\[0\]\.windowMs: 0 .* at least 1ms$/],
    ['a burst of 0', { name: 'a', amount: 5, windowMs: 1000, burst: 0 }, /^quotas\[0\]\.burst: 0/],
    ['a burst of null', { name: 'a', amount: 5, windowMs: 1000, burst: null }, /^quotas\[0\]\.burst: null/],
    ['NaN', { name: 'a', amount: Number.NaN, windowMs: 1000 }, /^quotas\[0\]\.amount: NaN/],
    ['an unknown key', { name: 'a', amount: 5, window: 1000 }, /^quotas\[0\]\.window: .*\(did you mean windowMs\?\)$/],
    ['a text', '50/min', /^quotas\[0\]: "50\/min" is not allowed; give an object with name, amount, windowMs, burst$/],
    ['null', null, /^quotas\[0\]: null/],
    ['a list', [], /^quotas\[0\]: a list/],
    [
      'a key of every object',
      JSON.parse('{"name":"a","amount":5,"windowMs":1000,"__proto__":{"burst":1}}'),
      /__proto__/,
    ],
  ])('refuse %s', (_, quota, message) => {
    expect(() => read(quota)).toThrow(message);
  });

  it('refuse a name given twice, at the second one', () => {
    const quota = { name: 'a', amount: 5, windowMs: 1000 };
    expect(() => read(quota, { ...quota, name: 'b' }, quota)).toThrow(
      /^quotas\[2\]\.name: "a" is not allowed; give a name that no other quota has$/,
    );
  });

  it('are read by the ten thousand', () => {
    const quotas = Array.from({ length: 10_000 }, (_, n) => ({ name: `q${n}`, amount: 1, windowMs: 1000 }));
    expect(read(...quotas)).toHaveLength(10_000);
  });
});
