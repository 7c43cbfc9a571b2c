import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactRate, msFor } from './exact-rate.js';

const DAY = 86_400_000;

describe('the units of a rate', () => {
  it.each([
    ['60 a minute', 60, 60_000, 1, 1000],
    ['1,000 a second', 1000, 1000, 1, 1],
    ['10,000 a day', 10_000, DAY, 1, 8640],
    ['a thousand million a day, as Cerebras has it', 1e9, DAY, 625, 54],
    ['7 in 97 ms', 7, 97, 7, 97],
  ])('%s', (_, amount, windowMs, perMs, perCount) => {
    expect(exactRate(amount, windowMs, amount)).toEqual({ perMs, perCount });
  });

  it.each([
    ['parts of a token', 0.5, 1000, 1],
    ['sums that would leave the safe integers', 1e12 + 1, 999_983, 1e12],
  ])('are the counted things themselves for %s', (_, amount, windowMs, most) => {
    expect(exactRate(amount, windowMs, most)).toEqual({ perMs: amount / windowMs, perCount: 1 });
  });
});

describe('the ms in which units come in', () => {
  it('are those of whole-number arithmetic, up to the largest numbers in use', () => {
    const large = fc.bigInt({ min: 1n, max: 2n ** 51n });
    fc.assert(
      fc.property(large, fc.bigInt({ min: 1n, max: 10n ** 6n }), (missing, perMs) => {
        expect(BigInt(msFor(Number(missing), Number(perMs)))).toBe((missing + perMs - 1n) / perMs);
      }),
      { numRuns: 2000 },
    );
    // One unit more than whole ms bring: where a quotient of doubles is the most likely to lose it.
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 31n }), fc.bigInt({ min: 2n, max: 10n ** 6n }), (ms, perMs) => {
        expect(BigInt(msFor(Number(ms * perMs + 1n), Number(perMs)))).toBe(ms + 1n);
        expect(BigInt(msFor(Number(ms * perMs), Number(perMs)))).toBe(ms);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['nothing missing', 0, 5, 0],
    ['more than enough', -3, 5, 0],
    ['what is only rounding', 1e-9, 5, 0],
    ['rounding above whole ms', 10 + 1e-9, 5, 2],
    ['rates below one unit a ms', 1, 0.25, 4],
  ])('%s', (_, missing, perMs, ms) => {
    expect(msFor(missing, perMs)).toBe(ms);
  });
});
