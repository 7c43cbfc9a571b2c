import { describe, expect, it } from 'vitest';
import { told } from './fixtures/told.js';
import { createLearnedQuota, type LearnedQuota, Refill } from './learned-quota.js';
import { weighEvidence, weighNewWindow } from './refill-evidence.js';

/** A limit of 100 per 10 s, and readings of it without latency: [instant, what is left, all taken until then]. */
function judgeBy(
  start: Partial<LearnedQuota>,
  readings: [at: number, remaining: number, taken: number][],
): LearnedQuota {
  const quota = {
    ...createLearnedQuota('requests', 0),
    limit: 100,
    seen: 100,
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
      0,
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

describe('a bucket that holds less than its limit says', () => {
  // 1200 per minute are 20 per second, whether it holds 20 or 1200.
  const told1200 = (resetMs: number, stepMs: number) =>
    ({
      limit: 1200,
      windowMs: 60_000,
      resetMs,
      resetMeans: 'full',
      resolution: { amount: 1, resetMs: stepMs },
    }) as const;

  /** A burst of what there is, whose readings come at once: 19 left and 50 ms to a full bucket, and so on. */
  function burst(perMs: number, stepMs: number, start: Partial<LearnedQuota> = {}): LearnedQuota {
    const known = { limit: 1200, seen: 20, windowMs: 60_000, perMs: 0.02, refill: Refill.EVENLY };
    const quota = { ...createLearnedQuota('requests', 0), ...known, ...start };
    for (let remaining = 19; remaining >= 0; remaining--) {
      const resetMs = Math.ceil((20 - remaining) / perMs / stepMs) * stepMs;
      weighEvidence(quota, 0, 1, remaining, 20 - remaining, 0, told(remaining, told1200(resetMs, stepMs)));
    }
    return quota;
  }

  it.each([1, 1000])(
    'is not taken for a fast one: the rate that is known stands, resets in steps of %d ms',
    (stepMs) => {
      const { perMs, isInferred, refill } = burst(0.02, stepMs);
      expect([perMs, isInferred, refill]).toEqual([0.02, false, Refill.EVENLY]);
    },
  );

  it.each([1, 1000])(
    'gives its rate by the slope of its resets where another was thought, in steps of %d ms',
    (stepMs) => {
      const { perMs, isInferred } = burst(0.02, stepMs, { perMs: 0.0003 });
      expect(isInferred).toBe(true);
      expect(perMs).toBeGreaterThan(0.017);
      expect(perMs).toBeLessThanOrEqual(0.02);
    },
  );

  it('is no bucket when less is left and yet it is whole sooner', () => {
    const quota = { ...createLearnedQuota('requests', 0), limit: 20, seen: 20, perMs: 0.02, refill: Refill.EVENLY };
    for (const [remaining, resetMs] of [
      [19, 950],
      [10, 940],
      [5, 930],
    ] as const) {
      weighEvidence(quota, 0, 1, remaining, 20 - remaining, 0, told(remaining, { resetMs, resetMeans: 'full' }));
    }
    expect(quota.refill).toBe(Refill.AT_ONCE);
  });
});

describe('an allowance that was never seen to be near its limit', () => {
  const start = { limit: 1200, seen: 20, refill: Refill.AT_ONCE, rolledAt: 1000, rolledTaken: 20 } as const;
  const reopened = (remaining: number): LearnedQuota => {
    const quota = { ...createLearnedQuota('requests', 0), ...start };
    weighNewWindow(quota, 1001, remaining, 21, told(remaining, { limit: 1200, resetMeans: 'window' }));
    return quota;
  };

  it('is a small bucket when a new window does not bring it', () => {
    expect(reopened(19).refill).toBe(Refill.EVENLY);
  });

  it('stays a window when it does', () => {
    expect(reopened(1199).refill).toBe(Refill.AT_ONCE);
  });
});
