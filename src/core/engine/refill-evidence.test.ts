import { describe, expect, it } from 'vitest';
import { told } from './fixtures/told.js';
import { createLearnedQuota, type LearnedQuota, Refill } from './learned-quota.js';
import { weighEvidence } from './refill-evidence.js';

/** A limit of 100 per 10 s, and readings of it without latency: [instant, what is left, all taken until then]. */
function judgeBy(
  start: Partial<LearnedQuota>,
  readings: [at: number, remaining: number, taken: number][],
): LearnedQuota {
  const quota = {
    ...createLearnedQuota('requests', 0),
    limit: 100,
    burst: 100,
    windowMs: 10_000,
    perMs: 0.01,
    ...start,
  };
  for (const [at, remaining, taken] of readings) {
    weighEvidence(
      quota,
      at,
      at,
      remaining,
      taken,
      told(remaining, { limit: 100, windowMs: 10_000, resetMeans: 'window' }),
    );
  }
  return quota;
}

describe('how a limit comes back', () => {
  it('is decided by two readings where nobody says it', () => {
    expect(
      judgeBy({}, [
        [0, 50, 50],
        [2000, 60, 60],
      ]).refill,
    ).toBe(Refill.EVENLY);
    expect(
      judgeBy({}, [
        [0, 50, 50],
        [2000, 40, 60],
      ]).refill,
    ).toBe(Refill.AT_ONCE);
  });

  it('stays open while too little should have come back to tell', () => {
    expect(
      judgeBy({}, [
        [0, 50, 50],
        [500, 55, 50],
      ]).refill,
    ).toBe(Refill.UNDECIDED);
  });

  it('stays open while others may have taken part of what came back', () => {
    expect(
      judgeBy({}, [
        [0, 50, 50],
        [2000, 58, 50],
      ]).refill,
    ).toBe(Refill.UNDECIDED);
  });

  it('stays as the dialect knows it until a second pair of readings says otherwise', () => {
    const bucket = { refill: Refill.EVENLY };
    const first: [number, number, number][] = [
      [0, 50, 50],
      [2000, 40, 60],
    ];
    expect(judgeBy(bucket, first).refill).toBe(Refill.EVENLY);
    expect(judgeBy(bucket, [...first, [4000, 30, 70]]).refill).toBe(Refill.AT_ONCE);
    expect(
      judgeBy({ refill: Refill.AT_ONCE }, [
        [0, 50, 50],
        [2000, 60, 60],
        [4000, 70, 70],
      ]).refill,
    ).toBe(Refill.EVENLY);
  });
});

describe('the rate of a bucket', () => {
  const bucket = { refill: Refill.EVENLY };

  it('stands as the dialect knows it until two readings in a row refute it, and is then the least that they allow', () => {
    // 20 units per second come back, where 10 were said to.
    const once = judgeBy(bucket, [
      [0, 0, 100],
      [3000, 60, 100],
    ]);
    expect(once.perMs).toBe(0.01);
    const twice = judgeBy(bucket, [
      [0, 0, 100],
      [3000, 60, 100],
      [4500, 90, 100],
    ]);
    expect(twice.perMs).toBeGreaterThan(0.018);
    expect(twice.perMs).toBeLessThanOrEqual(0.02);
  });

  it('is not inferred from fewer than ten steps', () => {
    expect(
      judgeBy(bucket, [
        [0, 0, 100],
        [300, 9, 100],
      ]).lowPerMs,
    ).toBe(0);
  });

  it('is an interval that every reading narrows and that always holds the true one', () => {
    const readings = Array.from({ length: 9 }, (_, n): [number, number, number] => [
      n * 4000,
      n % 2 === 0 ? 10 : 50,
      Math.floor(n / 2) * 80,
    ]);
    let width = Infinity;
    for (let count = 2; count <= readings.length; count++) {
      const { lowPerMs, highPerMs } = judgeBy(bucket, readings.slice(0, count));
      expect(lowPerMs).toBeLessThanOrEqual(0.01);
      expect(highPerMs).toBeGreaterThanOrEqual(0.01);
      expect(highPerMs - lowPerMs).toBeLessThanOrEqual(width);
      width = highPerMs - lowPerMs;
    }
    expect(width).toBeLessThan(0.005);
  });
});
