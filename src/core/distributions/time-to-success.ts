import { invertCdf } from './invert-cdf.js';
import type { TotalWaits } from './wait-distribution.js';

/** A call that is tried until it succeeds or its attempts are used up. Attempts succeed independently of each other. */
export interface CallModel {
  /** Chance that one attempt succeeds, 0…1. */
  readonly successShare: number;
  /** Time each attempt takes, ≥ 0. */
  readonly latencyMs: number;
  /** ≥ 1; attempt j follows the first j − 1 waits. */
  readonly maxAttempts: number;
  /** The waits, for at least maxAttempts − 1 retries. */
  readonly totals: TotalWaits;
}

/** An end that misses the deadline by so small a share of it counts as exactly at it: sums of decimals round. */
const ON_TIME = 1e-12;
/** Attempts that are less likely to be reached than this do not show in any digit. */
const NEVER = 1e-18;

/**
 * The chance that the call has succeeded by the deadline, an end exactly at it included:
 * Σ_j (1 − s)^(j−1) · s · P(first j − 1 waits ≤ deadline − j · latency).
 * Error: the mean error of the totals' cdfs, so at most 1e-12 (absolute and relative) for uniform jitters.
 */
export function resolvedByDeadlineShare(call: CallModel, deadlineMs: number): number {
  return resolvedBy(call, deadlineMs, ON_TIME * deadlineMs);
}

/** The chance that the call succeeds at all: 1 − (1 − s)^maxAttempts. Exact to rounding. */
export function resolvedShare({ successShare, maxAttempts }: CallModel): number {
  return successShare === 1 ? 1 : -Math.expm1(maxAttempts * Math.log1p(-successShare));
}

/**
 * The time by which `share` of the calls that succeed have done so; null when none ever does.
 * Error: that of {@link resolvedByDeadlineShare} divided by the slope of the curve there; jumps are exact to 1e-14.
 */
export function resolvedTimeQuantileMs(call: CallModel, share: number): number | null {
  const all = resolvedShare(call);
  if (!(all > 0)) return null;
  const last = call.maxAttempts * call.latencyMs + call.totals.after(call.maxAttempts - 1).maxMs;
  return invertCdf((tMs) => resolvedBy(call, tMs, 0) / all, call.latencyMs, last, share);
}

/** `slackMs`: by how much an end may miss the deadline. */
function resolvedBy(call: CallModel, deadlineMs: number, slackMs: number): number {
  const { successShare, latencyMs, maxAttempts, totals } = call;
  let resolved = 0;
  let reached = 1;
  for (let attempt = 1; attempt <= maxAttempts && reached > NEVER; attempt++) {
    const leftMs = deadlineMs - attempt * latencyMs;
    const total = totals.after(attempt - 1);
    // Later attempts start later and have less time left.
    if (!(leftMs + slackMs >= total.minMs)) break;
    const inTime = leftMs + slackMs >= total.maxMs ? 1 : total.cdf(Math.max(leftMs, total.minMs));
    resolved += reached * successShare * inTime;
    reached *= 1 - successShare;
  }
  return Math.min(1, resolved);
}
