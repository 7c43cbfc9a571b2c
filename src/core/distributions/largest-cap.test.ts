import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestCapThatFits } from './largest-cap.js';

const doubling = [1000, 2000, 4000, 8000, 16_000];

describe('the largest cap that fits', () => {
  it.each([
    ['five retries in 30 s: 1 + 2 + 4 + 8 + 15', { uncappedMs: doubling, capShare: 1, minMs: 0 }, 30_000, 15_000],
    ['five equal caps', { uncappedMs: doubling, capShare: 1, minMs: 0 }, 2500, 500],
    ['two cut, three free', { uncappedMs: doubling, capShare: 1, minMs: 0 }, 19_000, 6000],
    [
      'jitter that reaches half of the raw delay',
      { uncappedMs: [500, 1000, 2000], capShare: 0.5, minMs: 0 },
      3000,
      3000,
    ],
    ['a floor under the short ones', { uncappedMs: doubling, capShare: 1, minMs: 3000 }, 21_000, 5500],
    ['decorrelated: 3 + 9 + 18', { uncappedMs: [3000, 9000, 27_000], capShare: 1, minMs: 0 }, 30_000, 18_000],
  ])('%s', (_, worst, budget, cap) => {
    expect(largestCapThatFits(worst, budget)).toBeCloseTo(cap, 8);
  });

  it('is Infinity where no cap is needed, an exact fit included', () => {
    expect(largestCapThatFits({ uncappedMs: doubling, capShare: 1, minMs: 0 }, 31_000)).toBe(Number.POSITIVE_INFINITY);
    expect(largestCapThatFits({ uncappedMs: [0.1, 0.2], capShare: 1, minMs: 0 }, 0.3)).toBe(Number.POSITIVE_INFINITY);
    expect(largestCapThatFits({ uncappedMs: [], capShare: 1, minMs: 0 }, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(largestCapThatFits({ uncappedMs: [0, 0], capShare: 1, minMs: 0 }, 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is null where none helps: no time, negative time, or floors that fill it', () => {
    expect(largestCapThatFits({ uncappedMs: doubling, capShare: 1, minMs: 0 }, 0)).toBeNull();
    expect(largestCapThatFits({ uncappedMs: doubling, capShare: 1, minMs: 0 }, -5)).toBeNull();
    expect(largestCapThatFits({ uncappedMs: [], capShare: 1, minMs: 0 }, -5)).toBeNull();
    expect(largestCapThatFits({ uncappedMs: doubling, capShare: 1, minMs: 1000 }, 4999)).toBeNull();
  });

  it('fills the budget exactly, so that no larger cap fits', () => {
    const wait = fc.double({ min: 0, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(wait, { minLength: 1, maxLength: 40 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1e4, noNaN: true }),
        fc.double({ min: 0, max: 1e8, noNaN: true }),
        (uncappedMs, capShare, minMs, budgetMs) => {
          const cap = largestCapThatFits({ uncappedMs, capShare, minMs }, budgetMs);
          const worst = (height: number): number =>
            uncappedMs.reduce((sum, ms) => sum + Math.max(minMs, Math.min(ms, capShare * height)), 0);
          if (cap === null) expect(worst(Number.MIN_VALUE)).toBeGreaterThan(budgetMs * (1 - 1e-9) - 1e-9);
          else if (cap === Number.POSITIVE_INFINITY) expect(worst(1e300)).toBeLessThanOrEqual(budgetMs * (1 + 1e-9));
          else expect(worst(cap)).toBeCloseTo(budgetMs, 4);
        },
      ),
    );
  });

  it('refuses a jitter that never waits', () => {
    expect(() => largestCapThatFits({ uncappedMs: [1], capShare: 0, minMs: 0 }, 5)).toThrow('capShare: 0');
  });
});
