import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilson } from './wilson.js';

describe("Wilson's interval", () => {
  // Newcombe, Statistics in Medicine 17 (1998) 857–872, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('for %d of %d is the published one', (successes, trials, low, high) => {
    expect(wilson(successes, trials).low).toBeCloseTo(low, 4);
    expect(wilson(successes, trials).high).toBeCloseTo(high, 4);
  });

  it('has ends p where the observed share lies z standard errors of p away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, part) => {
        const successes = Math.round(part * trials);
        const { low, high } = wilson(successes, trials);
        for (const p of [low, high]) {
          if (p === 0 || p === 1) continue;
          const z = Math.abs(successes / trials - p) / Math.sqrt((p * (1 - p)) / trials);
          expect(z).toBeCloseTo(1.959963984540054, 8);
        }
        expect(low).toBeLessThanOrEqual(successes / trials);
        expect(high).toBeGreaterThanOrEqual(successes / trials);
      }),
    );
  });

  it('reaches 0 and 1 exactly at none and at all, and shrinks to the share for z = 0', () => {
    expect(wilson(0, 7).low).toBe(0);
    expect(wilson(7, 7).high).toBe(1);
    expect(wilson(37, 50, 0)).toEqual({ low: 0.74, high: 0.74 });
  });

  it.each([
    [3, 0, 1, 'trials: 0'],
    [1, Number.NaN, 1, 'trials: NaN'],
    [-1, 5, 1, 'successes: -1'],
    [6, 5, 1, 'successes: 6'],
    [1, 5, -1, 'z: -1'],
  ])('refuses %d of %d with z %d, naming the field', (successes, trials, z, message) => {
    expect(() => wilson(successes, trials, z)).toThrow(message);
  });
});
