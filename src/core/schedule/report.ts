import type { FigureInterval } from '../capacity/figure-interval.js';
import type { ShareInterval } from '../distributions/wilson.js';
import type { Policy } from '../policy/policy.js';
import type { Sentence } from '../text/sentence.js';

/** What a policy waits: the answer of `scheduleOf`, and the JSON of `holdoff schedule --json`. All times in ms. */
export interface ScheduleReport {
  /** The policy as normalised. */
  readonly policy: Policy;
  /** Calls in all: retries + 1. */
  readonly attempts: number;
  readonly retries: readonly ScheduleRow[];
  readonly total: ScheduleTotal;
  readonly sample: { readonly seed: number; readonly totalMs: number };
  /** The same after quota refusals, where the policy has a second base. */
  readonly throttled?: { readonly retries: readonly ScheduleRow[]; readonly total: ScheduleTotal };
  /** With success, latency and deadline: the chance that a call has succeeded by then, the deadline included. */
  readonly resolvedByDeadlineShare?: number;
  /**
   * With a deadline: the largest cap with worst wait + attempts × latency ≤ deadline; null if none fits, the largest safe
   * integer if any does.
   */
  readonly largestCapThatFitsMs?: number | null;
  /** Where success was given as counts and has an effect: the 95 % Wilson interval of the success share itself. */
  readonly interval?: ShareInterval;
  /** What that interval makes of the figures that depend on success, by their path. */
  readonly intervals?: Readonly<Record<string, FigureInterval>>;
  readonly sentences: readonly Sentence[];
}

/** The wait before one retry, in ms: the range, the mean and one draw. The first retry is 1. */
export interface ScheduleRow {
  readonly retry: number;
  /** Delay before jitter; null for decorrelated, which has none. */
  readonly rawMs: number | null;
  readonly minMs: number;
  readonly meanMs: number;
  readonly maxMs: number;
  readonly stddevMs: number;
  readonly cumulativeMeanMs: number;
  /** The raw delay has reached the cap. */
  readonly capped: boolean;
  /** Decorrelated with a cap: the chance that this wait sits exactly at the cap. */
  readonly atCapShare?: number;
  /** One draw with the seed. */
  readonly sampleMs: number;
}

/** The sum of all waits when every attempt fails, in ms: exact range and mean, and quantiles. */
export interface ScheduleTotal {
  readonly minMs: number;
  readonly meanMs: number;
  readonly maxMs: number;
  readonly stddevMs: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}
