import type { Rules } from '../backoff/compile.js';
import { decorrelatedTotals } from '../distributions/decorrelated/decorrelated-totals.js';
import { decorrelatedWaits } from '../distributions/decorrelated/decorrelated-waits.js';
import type { TotalWaits } from '../distributions/wait-distribution.js';
import { uniformWaits } from './uniform-waits.js';

/** The wait before one retry: its range, mean and spread, in ms. */
export interface Wait {
  /** Delay before jitter; null for decorrelated, which has none. */
  readonly rawMs: number | null;
  readonly minMs: number;
  readonly meanMs: number;
  readonly maxMs: number;
  readonly stddevMs: number;
  /** The raw delay has reached the cap; for decorrelated, a wait can sit at it. */
  readonly capped: boolean;
  /** Decorrelated with a cap: the chance that this wait sits exactly at the cap. */
  readonly atCapShare?: number;
}

export interface Waits {
  /** All retries, in order. */
  readonly each: readonly Wait[];
  /** The distribution of their sum, after any number of them. Costs nothing until it is asked. */
  readonly totals: TotalWaits;
}

/**
 * The waits of a policy. Uniform jitters in closed form, decorrelated jitter by quadrature, relative error ≤ 1e-10. For the
 * totals' errors see their makers.
 */
export function waitsOf(rules: Rules): Waits {
  return rules.decorrelated ? decorrelated(rules) : uniformWaits(rules);
}

function decorrelated({ policy, baseMs, minMs }: Rules): Waits {
  const { capMs } = policy.backoff;
  const backoff = { baseMs, capMs, minMs, retries: policy.maxAttempts - 1 };
  const waits = decorrelatedWaits(backoff);
  const each = waits.map((wait) => ({
    rawMs: null,
    minMs: wait.minMs,
    // The mean of a narrow range may leave it by a rounding.
    meanMs: Math.min(wait.maxMs, Math.max(wait.minMs, wait.meanMs)),
    maxMs: wait.maxMs,
    stddevMs: wait.stddevMs,
    capped: capMs !== null && wait.maxMs >= capMs,
    ...(capMs === null ? {} : { atCapShare: wait.atCapShare }),
  }));
  return { each, totals: decorrelatedTotals(backoff, waits) };
}
