import type { Limit } from '../grammar/limit.js';

/** What one limit allows. */
export interface LimitRate {
  readonly limit: Limit;
  readonly attemptsPerMinute: number;
  /** How many times the binding limit it is, 1 or more. */
  readonly headroom: number;
}

/** All limits as attempts per minute, and the one that binds. */
export interface Ceiling {
  readonly rates: readonly LimitRate[];
  readonly binding: LimitRate;
  readonly attemptsPerMinute: number;
}

/** Figures that differ by less than this share are the same: rounding must not decide a tie or a whole slot. */
export const SAME_SHARE = 1e-12;

/** The ceiling of one or more limits. Of several that allow the same, the first given binds. */
export function ceilingOf(limits: readonly Limit[]): Ceiling {
  const allowed = limits.map((limit) => (limit.amount * 60_000) / limit.windowMs / limit.cost);
  let binding = 0;
  for (const [index, attempts] of allowed.entries()) {
    if (attempts < (allowed[binding] as number) * (1 - SAME_SHARE)) binding = index;
  }
  const attemptsPerMinute = allowed[binding] as number;
  const rates = limits.map((limit, index) => {
    const attempts = allowed[index] as number;
    return { limit, attemptsPerMinute: attempts, headroom: Math.max(1, attempts / attemptsPerMinute) };
  });
  return { rates, binding: rates[binding] as LimitRate, attemptsPerMinute };
}

/** Whole slots of a concurrency: 6 of 6.67, and 3 of 2.9999999999999996. */
export function wholeSlots(inFlight: number): number {
  return Math.floor(inFlight * (1 + SAME_SHARE));
}
