import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Quota } from '../policy/policy.js';
import { availableAt, createQuota, type QuotaState, take } from './quota.js';

const HOUR = 3_600_000;
const quotaOf = (amount: number, windowMs: number, burst = amount): Quota => ({ name: 'q', amount, windowMs, burst });

/** Takes as many single units as are to be had, up to `wanted`. */
function takeUnits(state: QuotaState, wanted: number, now: number): number {
  let taken = 0;
  while (taken < wanted && availableAt(state, 1, now) <= now) {
    take(state, 1, now);
    taken++;
  }
  return taken;
}

describe('a paced quota', () => {
  // 60 per minute, burst 10: one unit per second.
  it.each<[string, [at: number, cost: number, availableAt: number][]]>([
    [
      'a full one gives its burst at once',
      [
        [0, 10, 0],
        [0, 1, 1000],
      ],
    ],
    [
      'then a unit per second',
      [
        [0, 10, 0],
        [1000, 1, 1000],
        [1000, 1, 2000],
        [5000, 4, 5000],
      ],
    ],
    [
      'fractions of a unit count',
      [
        [0, 9.5, 0],
        [0, 1, 500],
        [500, 1, 500],
      ],
    ],
    [
      'it holds no more than its burst, however long it rests',
      [
        [0, 10, 0],
        [HOUR, 10, HOUR],
        [HOUR, 1, HOUR + 1000],
      ],
    ],
    [
      'a large cost waits for all of it',
      [
        [0, 10, 0],
        [3000, 10, 10_000],
        [10_000, 10, 10_000],
      ],
    ],
    [
      'a cost of 0 is free',
      [
        [0, 10, 0],
        [0, 0, 0],
      ],
    ],
    [
      'a cost above the burst never fits',
      [
        [0, 10.001, Infinity],
        [HOUR, 11, Infinity],
      ],
    ],
  ])('%s', (_, steps) => {
    const state = createQuota(quotaOf(60, 60_000, 10));
    for (const [now, cost, expected] of steps) {
      expect(availableAt(state, cost, now)).toBeCloseTo(expected, 6);
      if (expected <= now) take(state, cost, now);
    }
  });

  it('is the exact token bucket, restated in fractions of whole numbers', () => {
    const ask = fc.record({ afterMs: fc.nat({ max: 5000 }), cost: fc.integer({ min: 0, max: 25 }) });
    const size = fc.record({
      amount: fc.integer({ min: 1, max: 100 }),
      windowMs: fc.integer({ min: 1, max: 60_000 }),
      burst: fc.integer({ min: 1, max: 25 }),
    });
    fc.assert(
      fc.property(size, fc.array(ask, { maxLength: 60 }), ({ amount, windowMs, burst }, asks) => {
        const state = createQuota(quotaOf(amount, windowMs, burst));
        // The model's level in units of 1/windowMs: exact, since it grows by `amount` of them per ms.
        const [rate, scale] = [BigInt(amount), BigInt(windowMs)];
        const full = BigInt(burst) * scale;
        let [level, now] = [full, 0];
        for (const { afterMs, cost } of asks) {
          now += afterMs;
          level = level + BigInt(afterMs) * rate;
          if (level > full) level = full;
          const missing = BigInt(cost) * scale - level;
          const at = availableAt(state, cost, now);
          if (cost > burst) expect(at).toBe(Infinity);
          else if (missing > 0n) {
            expect(at).toBeGreaterThan(now);
            expect(at).toBeCloseTo(now + Number(missing) / amount, 4);
          } else {
            expect(at).toBeLessThanOrEqual(now);
            take(state, cost, now);
            level -= BigInt(cost) * scale;
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('LL-06: whoever waits exactly as long as told is served, without a second wait of nothing', () => {
    const amount = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    const windowMs = fc.integer({ min: 1, max: HOUR });
    const start = fc.double({ min: 0, max: 1e12, noNaN: true });
    const costs = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(amount, windowMs, start, costs, (units, window, startAt, shares) => {
        const state = createQuota(quotaOf(units, window));
        let now = startAt;
        for (const share of shares) {
          const at = availableAt(state, share * units, now);
          expect(at).toBeLessThan(Infinity);
          if (at > now) {
            now = at;
            const again = availableAt(state, share * units, now);
            // At instants of 10¹² ms a double steps by 0.0001 ms, so what is missing may be one such step.
            expect(again - now).toBeLessThanOrEqual(now * 2 ** -52);
          }
          take(state, share * units, now);
        }
      }),
      { numRuns: 500 },
    );
    const window = fc.integer({ min: 1000, max: HOUR });
    fc.assert(
      fc.property(amount, window, fc.double({ min: 0, max: 1e9, noNaN: true }), costs, (units, ms, startAt, shares) => {
        const quota = createQuota(quotaOf(units, ms));
        let now = startAt;
        for (const share of shares) {
          now = availableAt(quota, share * units, now);
          expect(availableAt(quota, share * units, now)).toBe(now);
          take(quota, share * units, now);
        }
      }),
      { numRuns: 500 },
    );
    const state = createQuota(quotaOf(1000, 1000));
    take(state, 1000, 0);
    expect(availableAt(state, 1, 0)).toBe(1);
    expect(availableAt(state, 1, 1)).toBe(1);
  });

  it('LL-06: keeps its rate over a thousand waits of one unit', () => {
    const state = createQuota(quotaOf(1000, 1000));
    take(state, 1000, 0);
    let [now, wakeUps] = [0, 0];
    for (let unit = 0; unit < 1000; unit++) {
      for (let at = availableAt(state, 1, now); at > now; at = availableAt(state, 1, now)) {
        now = at;
        wakeUps++;
      }
      take(state, 1, now);
    }
    expect(wakeUps).toBe(1000);
    expect(now).toBeCloseTo(1000, 6);
  });

  it('LL-03: has no unit too many after a rest', () => {
    const state = createQuota(quotaOf(5, 1000));
    expect([takeUnits(state, 5, 0), takeUnits(state, 1, 0), takeUnits(state, 6, 2000)]).toEqual([5, 0, 5]);
  });

  it('LL-05: refills although it is asked every millisecond', () => {
    const state = createQuota(quotaOf(10, 1000));
    take(state, 10, 0);
    let granted = 0;
    for (let now = 1; now <= 1000; now++) granted += takeUnits(state, 10, now);
    expect(granted).toBe(10);
  });
});

describe('a clock that jumps', () => {
  it('CK-01: takes nothing away when it steps back', () => {
    const state = createQuota(quotaOf(30, 1000));
    for (const wall of [100_000, 89_000, 89_010]) {
      expect(takeUnits(state, 1, wall)).toBe(1);
      expect(state.level).toBeGreaterThanOrEqual(27);
    }
  });

  it('CK-01: gives nothing away either, when it jitters by a millisecond', () => {
    const state = createQuota(quotaOf(30, 1000));
    take(state, 30, 1000);
    for (let now = 1000; now < 1100; now++) {
      availableAt(state, 1, now + 1);
      availableAt(state, 1, now);
    }
    expect(state.level).toBeCloseTo(3, 9);
  });

  it.each([
    ['paced', 60_000],
    ['unpaced', 24 * HOUR],
  ])('CK-02: never makes a wait longer than one window (%s)', (_, windowMs) => {
    const state = createQuota(quotaOf(1, windowMs));
    take(state, 1, 10 * windowMs);
    expect(availableAt(state, 1, 5 * windowMs) - 5 * windowMs).toBe(windowMs);
  });

  it('CK-03: gives no burst for a wall clock that leaps, since instants are monotonic', () => {
    const state = createQuota(quotaOf(1, 1000, 60));
    take(state, 60, 0);
    expect(takeUnits(state, 60, 50)).toBe(0);
    // A machine that really slept may refill, but only to the burst.
    expect(takeUnits(state, 100, HOUR)).toBe(60);
  });

  it('CK-04: does not shut a quota until it has caught up', () => {
    for (const windowMs of [1000, 2 * HOUR]) {
      const state = createQuota(quotaOf(2, windowMs));
      take(state, 2, 1e10);
      const steppedTo = 1e10 - 100 * windowMs;
      const at = availableAt(state, 2, steppedTo);
      expect(at).toBe(steppedTo + windowMs);
      expect(availableAt(state, 2, at)).toBe(at);
    }
  });
});
