import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random/random.js';
import { decorrelatedTotals } from './decorrelated/decorrelated-totals.js';
import { simulateDecorrelated } from './fixtures/simulate.js';
import { intervalsOf, type ResolveVector, type VectorInput, vectors } from './fixtures/vectors.js';
import { type CallModel, resolvedByDeadlineShare, resolvedShare, resolvedTimeQuantileMs } from './time-to-success.js';
import { uniformTotals } from './uniform/uniform-sum.js';

const capped: VectorInput = { baseMs: 1000, multiplier: 2, capMs: 32_000, maxAttempts: 6, jitter: 'full' };

function call(input: VectorInput, successShare: number, latencyMs: number): CallModel {
  return { successShare, latencyMs, maxAttempts: input.maxAttempts, totals: uniformTotals(intervalsOf(input)) };
}

describe('the chance to have succeeded by a deadline', () => {
  it.each(vectors<ResolveVector>('resolve').map((v) => [v.name, v] as const))('agrees with the vector "%s"', (_, v) => {
    const { successShare, latencyMs, deadlineMs } = v.input;
    const share = resolvedByDeadlineShare(call(v.input, successShare, latencyMs), deadlineMs);
    expect(Math.abs(share - v.expect.resolvedByDeadlineShare)).toBeLessThan(1e-12);
  });

  it('success 0.5, latency 4 s, six attempts, full jitter: 96.31 % by 30 s', () => {
    expect(resolvedByDeadlineShare(call(capped, 0.5, 4000), 30_000)).toBeCloseTo(0.9631, 4);
  });

  it('counts an end exactly at the deadline, also where the sum of decimals is rounded', () => {
    const none = call({ baseMs: 0.1, multiplier: 2, capMs: null, maxAttempts: 3, jitter: 'none' }, 0.5, 0.1);
    // Ends: 0.1, then 0.1 + 0.1 + 0.1, then 3·0.1 + 0.1 + 0.2; in floating point none of the sums is exact.
    const shares = [0.0999, 0.1, 0.2999, 0.3, 0.5999, 0.6].map((t) => resolvedByDeadlineShare(none, t));
    expect(shares).toEqual([0, 0.5, 0.5, 0.75, 0.75, 0.875]);
  });

  it('is 0 when nothing succeeds or time is negative, and all of it when everything succeeds at once', () => {
    expect(resolvedByDeadlineShare(call(capped, 0, 100), 1e9)).toBe(0);
    expect(resolvedByDeadlineShare(call(capped, 0.5, 0), -1)).toBe(0);
    expect(resolvedByDeadlineShare(call(capped, 1, 100), 99)).toBe(0);
    expect(resolvedByDeadlineShare(call(capped, 1, 100), 100)).toBe(1);
    expect(resolvedByDeadlineShare(call(capped, 0.5, 0), 0)).toBe(0.5);
  });

  it('reaches 1 − (1 − s)^attempts with all the time in the world', () => {
    expect(resolvedByDeadlineShare(call(capped, 0.3, 10), 1e12)).toBeCloseTo(1 - 0.7 ** 6, 14);
    expect(resolvedShare(call(capped, 0.3, 10))).toBeCloseTo(1 - 0.7 ** 6, 15);
    expect([resolvedShare(call(capped, 0, 10)), resolvedShare(call(capped, 1, 10))]).toEqual([0, 1]);
  });

  it('a call of one attempt is a step', () => {
    const once = call({ ...capped, maxAttempts: 1 }, 0.25, 50);
    expect([49, 50].map((t) => resolvedByDeadlineShare(once, t))).toEqual([0, 0.25]);
  });

  it.each(['full', 'decorrelated'] as const)(
    'agrees with simulation of %s jitter within four standard errors',
    (jitter) => {
      const runs = 50_000;
      const backoff = { baseMs: 1000, capMs: 20_000, retries: 7 };
      const input: VectorInput = { ...capped, capMs: 20_000, maxAttempts: 8 };
      const intervals = intervalsOf(input);
      const { next } = createRandom(99);
      const decorrelated = simulateDecorrelated(backoff, runs, 11).totals;
      const ends = new Float64Array(runs).map((_, run) => {
        let waited = 0;
        for (let attempt = 1; attempt <= 8; attempt++) {
          if (next() < 0.3) return waited + attempt * 700;
          if (jitter === 'full') waited += next() * (intervals[attempt - 1]?.maxMs ?? 0);
          else waited = decorrelated[attempt - 1]?.[run] ?? 0;
        }
        return Number.POSITIVE_INFINITY;
      });
      const totals = jitter === 'full' ? uniformTotals(intervals) : decorrelatedTotals(backoff);
      const model = { successShare: 0.3, latencyMs: 700, maxAttempts: 8, totals };
      for (const deadline of [500, 1000, 3000, 8000, 20_000, 60_000, 200_000]) {
        const p = resolvedByDeadlineShare(model, deadline);
        const seen = ends.reduce((count, end) => count + (end <= deadline ? 1 : 0), 0) / runs;
        expect(Math.abs(seen - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / runs) + 1e-12);
      }
    },
  );

  it('never falls with time, success or attempts', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, fc.integer({ min: 1, max: 30 }), unit, (success, time, attempts, latency) => {
        const input = { ...capped, maxAttempts: attempts + 1 };
        const deadline = 300_000 * time;
        const share = resolvedByDeadlineShare(call(input, success, 5000 * latency), deadline);
        const longer = resolvedByDeadlineShare(call(input, success, 5000 * latency), deadline * 1.1);
        const fewer = resolvedByDeadlineShare(
          call({ ...input, maxAttempts: attempts }, success, 5000 * latency),
          deadline,
        );
        expect(share >= 0 && share <= longer && longer <= 1 && fewer <= share + 1e-15).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the time by which a share of the successes is there', () => {
  it('inverts the chance', () => {
    const model = call(capped, 0.5, 4000);
    for (const share of [0.6, 0.8, 0.95, 0.99]) {
      const t = resolvedTimeQuantileMs(model, share) as number;
      expect(resolvedByDeadlineShare(model, t)).toBeCloseTo(share * resolvedShare(model), 10);
    }
  });

  it('is the latency for what the first attempt resolves, and stops exactly at jumps', () => {
    expect(resolvedTimeQuantileMs(call(capped, 0.5, 4000), 0.5)).toBe(4000);
    const none = call({ ...capped, jitter: 'none' }, 0.5, 4000);
    expect(resolvedTimeQuantileMs(none, 0.7)).toBeCloseTo(9000, 8);
    expect(resolvedTimeQuantileMs(none, 1)).toBe(55_000);
  });

  it('is null when nothing ever succeeds', () => {
    expect(resolvedTimeQuantileMs(call(capped, 0, 4000), 0.5)).toBeNull();
  });
});
