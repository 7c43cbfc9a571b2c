import type { ShareInterval } from '../distributions/wilson.js';
import type { Policy } from '../policy/policy.js';
import type { Sentence } from '../text/sentence.js';
import type { FigureInterval } from './figure-interval.js';
import type { Load } from './load.js';

/** What limits and load allow: the answer of `planOf`, and the JSON of `holdoff plan --json`. Infinite figures are null. */
export interface PlanReport {
  /** The policy as normalised. */
  readonly policy: Policy;
  /** The load planned with; its limits are those that were used, so the policy's quotas where it had none. */
  readonly load: Load;
  readonly attemptsPerRequest: number;
  readonly exhaustedShare: number;
  /** Mean wait of a request, whether it ends well or not. */
  readonly expectedWaitMs: number;
  readonly limits: readonly PlannedLimit[];
  /** Name of the limit that allows the fewest attempts; the first given of several. */
  readonly binding: string;
  readonly ceilingPerMinute: number;
  /** Even spacing of attempts at the ceiling. */
  readonly spacingMs: number;
  /** Little's law at the ceiling; null without a latency, and with a latency of 0. */
  readonly safeInFlight: number | null;
  /** Whole slots of it; 0 means that even one in flight has to pause between attempts. */
  readonly slots: number | null;
  readonly completedPerMinute: number;
  readonly resolvedPerMinute: number;
  readonly retryTax: number;
  /** Requests per minute from which the dependency recovers by itself when everything fails, without a budget. */
  readonly hiddenCapacityPerMinute: number;
  /** The same with the policy's retry budget. */
  readonly hiddenCapacityWithBudgetPerMinute?: number;
  /** What the calls planned in flight imply; null without them, without a latency, and with a latency of 0. */
  readonly planned: { readonly attemptsPerMinute: number; readonly utilization: number } | null;
  readonly drain: Drain;
  /** Where success was given as counts: the 95 % Wilson interval of the success share itself. */
  readonly interval?: ShareInterval;
  /**
   * Where success was given as counts: what that interval makes of each figure that depends on success, keyed by its path,
   * such as `retryTax`, `drain.ms` or `limits.tokens.unitsToDrain`. low ≤ high; null is infinite, so never a low beside a number.
   */
  readonly intervals?: Readonly<Record<string, FigureInterval>>;
  readonly sentences: readonly Sentence[];
}

/** What one limit allows by itself, in attempts per minute, beside the one that binds. */
export interface PlannedLimit {
  readonly name: string;
  readonly attemptsPerMinute: number;
  /** How many times the binding limit it is. */
  readonly headroom: number;
  /** Units the backlog takes in all; null where nothing ever succeeds. */
  readonly unitsToDrain: number | null;
}

/** What becomes of a backlog at the planned rate: it clears, is empty, or grows. Rates are requests per minute. */
export interface Drain {
  readonly resolvedPerMinute: number;
  readonly netPerMinute: number;
  readonly status: 'clears' | 'empty' | 'grows';
  /** With `clears`: the time it takes; null beyond what a number can hold. */
  readonly ms?: number | null;
  /** With `grows`: by how much, and the arrivals at which the backlog would stand still. */
  readonly shortfallPerMinute?: number;
  readonly maxArrivalsPerMinute?: number;
}
