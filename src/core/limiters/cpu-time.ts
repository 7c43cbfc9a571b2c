import type { LimiterKind } from './limiter.js';
import { bringUpToDate, createUseLog, msUntilEmpty, msUntilFreed, note, type UseLog } from './use-log.js';

export interface CpuTimeSpec {
  /** Processor time that may be used per window, in ms. Several processors at once can use more than the window is long. */
  readonly amount: number;
  readonly windowMs: number;
}

export interface CpuTime {
  readonly amount: number;
  readonly log: UseLog;
}

/**
 * What a request costs is known only when it is done. So a request is admitted while less than the amount was used in
 * the window that ends now, whatever it will cost, and is charged afterwards: the amount can be exceeded by whatever was
 * in flight. GitHub allows 90 s of processor time per 60 s.
 */
export const cpuTime: LimiterKind<CpuTimeSpec, CpuTime> = {
  create: ({ amount, windowMs }, now) => ({ amount, log: createUseLog(windowMs, now) }),
  waitMs({ amount, log }, _cost, now) {
    bringUpToDate(log, now);
    if (log.sum < amount) return 0;
    // What stays must be less than the amount, so that which brings it down to exactly the amount is not enough.
    return msUntilFreed(log, log.sum - amount + smallestPart(amount), now);
  },
  charge({ log }, cost, now) {
    note(log, cost, now);
  },
  /** Nothing was charged at the start. */
  settle({ log }, _charged, used, _chargedAt, now) {
    note(log, used, now);
  },
  remaining({ amount, log }, now) {
    bringUpToDate(log, now);
    return amount - log.sum;
  },
  resetMs: ({ log }, now) => msUntilEmpty(log, now),
};

/** Less than any difference of two times that is measured, and more than the rounding of their sums. */
function smallestPart(amount: number): number {
  return Math.max(1, amount) * 1e-9;
}
