import { describe, expect, it } from 'vitest';
import type { Quota } from '../policy/policy.js';
import { availableAt, createQuota, LONGEST_PACED_WINDOW_MS, type QuotaState, settleQuota, take } from './quota.js';

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

describe('a quota with a window above an hour', () => {
  const daily = (): QuotaState => createQuota(quotaOf(3, 24 * HOUR));

  it('is told by its window: one hour is paced, a millisecond more is not', () => {
    expect(createQuota(quotaOf(1, LONGEST_PACED_WINDOW_MS)).paced).toBe(true);
    expect(createQuota(quotaOf(1, LONGEST_PACED_WINDOW_MS + 1)).paced).toBe(false);
  });

  it('is spent at once and then gone until its window ends', () => {
    const state = daily();
    expect(takeUnits(state, 5, 1000)).toBe(3);
    expect(availableAt(state, 1, 2000)).toBe(1000 + 24 * HOUR);
    expect(takeUnits(state, 5, 999 + 24 * HOUR)).toBe(0);
    expect(takeUnits(state, 5, 1000 + 24 * HOUR)).toBe(3);
  });

  it('has a window that opens with its first use, not before', () => {
    const state = daily();
    expect(availableAt(state, 1, 0)).toBeLessThanOrEqual(0);
    expect(takeUnits(state, 1, 10 * HOUR)).toBe(1);
    expect(takeUnits(state, 5, 20 * HOUR)).toBe(2);
    expect(availableAt(state, 1, 20 * HOUR)).toBe(34 * HOUR);
    // Untouched from the end of the window on, the next one opens with the next use.
    expect(takeUnits(state, 1, 50 * HOUR)).toBe(1);
    expect(takeUnits(state, 5, 60 * HOUR)).toBe(2);
    expect(availableAt(state, 1, 60 * HOUR)).toBe(74 * HOUR);
  });

  it('is not held by its burst', () => {
    const state = createQuota(quotaOf(100, 24 * HOUR, 1));
    expect(availableAt(state, 100, 0)).toBeLessThanOrEqual(0);
    expect(availableAt(state, 101, 0)).toBe(Infinity);
  });
});

describe('settling', () => {
  it('gives back what was reserved in excess, up to the burst', () => {
    const state = createQuota(quotaOf(60, 60_000, 10));
    take(state, 8, 0);
    settleQuota(state, 8, 3, 0);
    expect(state.level).toBe(7);
    settleQuota(state, 100, 0, 0);
    expect(state.level).toBe(10);
  });

  it('takes what was missing, also into debt, which is paid back at the rate', () => {
    const state = createQuota(quotaOf(60, 60_000, 10));
    take(state, 8, 0);
    settleQuota(state, 8, 20, 0);
    expect(state.level).toBe(-10);
    expect(availableAt(state, 1, 0)).toBe(11_000);
    expect(availableAt(state, 1, 11_000)).toBe(11_000);
  });

  it('after the window of an unpaced quota has ended counts in the next one, which it opens', () => {
    const state = createQuota(quotaOf(100, 24 * HOUR));
    take(state, 1, 0);
    settleQuota(state, 1, 151, 25 * HOUR);
    expect(availableAt(state, 1, 25 * HOUR)).toBe(49 * HOUR);
    expect(availableAt(state, 100, 49 * HOUR)).toBeLessThanOrEqual(49 * HOUR);
  });

  it('to the same amount changes nothing', () => {
    const state = createQuota(quotaOf(100, 24 * HOUR));
    settleQuota(state, 5, 5, 0);
    expect(state).toMatchObject({ level: 100, endsAt: -Infinity });
  });
});
