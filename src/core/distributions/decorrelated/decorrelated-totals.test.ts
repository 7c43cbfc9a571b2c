import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disorderOf } from '../fixtures/disorder.js';
import { shareUpTo, simulateDecorrelated } from '../fixtures/simulate.js';
import { type ScheduleVector, vectors } from '../fixtures/vectors.js';
import type { WaitDistribution } from '../wait-distribution.js';
import { type DecorrelatedBackoff, decorrelatedChain } from './decorrelated-chain.js';
import { decorrelatedTotals } from './decorrelated-totals.js';
import { decorrelatedWaits } from './decorrelated-waits.js';
import { totalTables } from './total-tables.js';

const SHARES = [0.5, 0.75, 0.9, 0.95, 0.99];

describe('the total of decorrelated waits', () => {
  it('agrees with the published sample quantiles of five retries, base 1 s, cap 32 s', () => {
    const vector = vectors<ScheduleVector>('schedule').find(({ expect: e }) => e.totalQuantilesApprox !== undefined);
    const { baseMs, capMs, maxAttempts } = (vector as ScheduleVector).input;
    const total = decorrelatedTotals({ baseMs, capMs, retries: maxAttempts - 1 }).after(maxAttempts - 1);
    for (const [name, value] of Object.entries((vector as ScheduleVector).expect.totalQuantilesApprox ?? {})) {
      // The published figures are themselves from simulation.
      expect(Math.abs(total.quantile(Number(name.slice(1, 3)) / 100) / value - 1)).toBeLessThan(1e-3);
    }
  });

  it.each<DecorrelatedBackoff>([
    { baseMs: 1000, capMs: 32_000, retries: 10 },
    { baseMs: 1000, capMs: 10_000, retries: 6 },
    { baseMs: 1000, capMs: 2500, retries: 6 },
    { baseMs: 1000, capMs: null, retries: 10 },
    { baseMs: 1000, capMs: 32_000, minMs: 1700, retries: 7 },
    { baseMs: 1000, capMs: 2500, minMs: 1500, retries: 6 },
    { baseMs: 0, capMs: 5000, minMs: 700, retries: 6 },
    { baseMs: 1000, capMs: 32_000, retries: 60 },
    { baseMs: 1000, capMs: null, retries: 40 },
  ])('agrees with simulation of %j within five standard errors', (backoff) => {
    const runs = backoff.retries > 20 ? 20_000 : 100_000;
    const simulated = simulateDecorrelated(backoff, runs, 7);
    const totals = decorrelatedTotals(backoff);
    for (let k = 1; k <= backoff.retries; k += Math.ceil(backoff.retries / 10)) {
      const total = totals.after(k);
      const sample = simulated.totals[k - 1] as Float64Array;
      for (const share of [0.05, 0.25, ...SHARES]) {
        // Just past the quantile, so that a jump right there is in both shares.
        const x = total.quantile(share) * (1 + 1e-12);
        const p = total.cdf(x);
        expect(Math.abs(shareUpTo(sample, x) - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / runs) + 2e-3);
      }
    }
  });

  it.each<DecorrelatedBackoff>([
    { baseMs: 1000, capMs: 32_000, retries: 10 },
    { baseMs: 1000, capMs: 9500, retries: 8 },
    { baseMs: 1000, capMs: 3000, retries: 10 },
    { baseMs: 1000, capMs: null, retries: 9 },
    { baseMs: 1000, capMs: 20_000, minMs: 1200, retries: 6 },
  ])('keeps 1e-3 of its quantiles and 2e-3 of its cdf against tables twice as fine both ways, for %j', (backoff) => {
    const chain = decorrelatedChain(backoff, 36);
    const [grid, tables] = totalTables(chain, backoff.retries, 2500);
    const totals = decorrelatedTotals(backoff);
    tables.slice(1).forEach(({ waits, continuous, jumps }) => {
      const total = totals.after(waits);
      const fine = continuous.map((chance, at) => {
        const excess = grid.points[at] as number;
        const jumped = jumps.reduce((sum, jump, i) => sum + (excess >= i * (chain.cap - chain.floor) ? jump : 0), 0);
        return chance + jumped;
      });
      fine.forEach((chance, at) => {
        const x = waits * chain.floor + (grid.points[at] as number);
        if (at % 25 === 0) expect(Math.abs(total.cdf(x) - chance)).toBeLessThan(2e-3);
      });
      for (const share of SHARES) {
        const above = fine.findIndex((chance) => chance >= share);
        const [low, high] = [fine[above - 1] as number, fine[above] as number];
        const [left, right] = [grid.points[above - 1] as number, grid.points[above] as number];
        const quantile = waits * chain.floor + left + ((share - low) / (high - low)) * (right - left);
        expect(Math.abs(total.quantile(share) / quantile - 1)).toBeLessThan(1e-3);
      }
    });
  });

  it('has the exact mean: ∫ (1 − cdf) is the sum of the means of the waits', () => {
    for (const backoff of [
      { baseMs: 1000, capMs: 32_000, retries: 10 },
      { baseMs: 1000, capMs: 2500, retries: 6 },
      { baseMs: 1000, capMs: 50_000, retries: 200 },
    ]) {
      const total = decorrelatedTotals(backoff).after(backoff.retries);
      const steps = 4000;
      let mean = total.minMs;
      for (let i = 0; i < steps; i++) {
        const width = (total.maxMs - total.minMs) / steps;
        mean += width * (1 - total.cdf(total.minMs + (i + 0.5) * width));
      }
      expect(Math.abs(mean / total.meanMs - 1)).toBeLessThan(3e-4);
    }
  });
});

describe('promises of decorrelated totals', () => {
  it('of no waits is 0, of one wait is that wait itself, and each is made once', () => {
    const backoff = { baseMs: 1000, capMs: 32_000, retries: 3 };
    const waits = decorrelatedWaits(backoff);
    const totals = decorrelatedTotals(backoff, waits);
    expect([totals.after(0).maxMs, totals.after(0).cdf(0)]).toEqual([0, 1]);
    expect(totals.after(1)).toBe(waits[0]);
    expect(totals.after(2)).toBe(totals.after(2));
    expect(() => totals.after(4)).toThrow('retries: 4 is not allowed; give a whole number from 0 to 3');
  });

  it('jumps by exactly the chance that every wait sits at the cap', () => {
    // 2.5 bases: the first wait is cut with 1/4, each later one after a cut with (3·2.5 − 2.5)/(3·2.5 − 1) = 10/13.
    const total = decorrelatedTotals({ baseMs: 1000, capMs: 2500, retries: 3 }).after(3);
    expect(1 - total.cdf(7500 * (1 - 1e-12))).toBeCloseTo((1 / 4) * (10 / 13) ** 2, 9);
    expect(total.quantile(0.99)).toBe(7500);
  });

  it('constant waits add up to a constant', () => {
    const total = decorrelatedTotals({ baseMs: 1000, capMs: 500, retries: 4 }).after(4);
    expect([total.minMs, total.quantile(0.5), total.maxMs, total.cdf(1999), total.cdf(2000)]).toEqual([
      2000, 2000, 2000, 0, 1,
    ]);
  });

  it('keeps order for random backoffs: quantiles between the ends, mean inside, cdf rising', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, fc.integer({ min: 2, max: 14 }), (base, cap, floor, retries) => {
        const baseMs = 10 ** (4 * base);
        const capMs = cap > 0.8 ? null : baseMs * 10 ** (4 * cap);
        const minMs = floor < 0.5 ? 0 : baseMs * 4 * floor;
        const totals = decorrelatedTotals({ baseMs, capMs, minMs, retries });
        for (const k of new Set([2, Math.ceil(retries / 2), retries]))
          expect(disorderOf(totals.after(k), 60)).toBeNull();
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    { baseMs: 1000, capMs: 32_000, retries: 1000 },
    { baseMs: 1000, capMs: null, retries: 150 },
  ])('a long schedule keeps order too: %j', (backoff) => {
    const total: WaitDistribution = decorrelatedTotals(backoff).after(backoff.retries);
    expect(disorderOf(total, 200)).toBeNull();
    expect(total.quantile(0.5)).toBeGreaterThan(total.minMs);
  });
});
