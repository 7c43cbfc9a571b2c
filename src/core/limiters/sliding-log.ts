import type { LimiterKind } from './limiter.js';
import { bringUpToDate, correct, createUseLog, msUntilEmpty, msUntilFreed, note, type UseLog } from './use-log.js';
import { isWithin } from './within.js';

export interface SlidingWindowSpec {
  readonly amount: number;
  readonly windowMs: number;
}

export interface SlidingLog {
  readonly amount: number;
  readonly log: UseLog;
}

/**
 * Every use counts for exactly one window. The only kind that keeps "at most `amount` in any window" to the letter; it
 * pays with memory for each use.
 */
export const slidingLog: LimiterKind<SlidingWindowSpec, SlidingLog> = {
  create: ({ amount, windowMs }, now) => ({ amount, log: createUseLog(windowMs, now) }),
  waitMs({ amount, log }, cost, now) {
    if (cost > amount) return Infinity;
    bringUpToDate(log, now);
    if (isWithin(log.sum + cost, amount)) return 0;
    return msUntilFreed(log, log.sum + cost - amount, now);
  },
  charge({ log }, cost, now) {
    note(log, cost, now);
  },
  settle({ log }, charged, used, chargedAt, now) {
    if (!correct(log, used - charged, chargedAt, now) && used > charged) note(log, used - charged, now);
  },
  remaining({ amount, log }, now) {
    bringUpToDate(log, now);
    return amount - log.sum;
  },
  resetMs: ({ log }, now) => msUntilEmpty(log, now),
};
