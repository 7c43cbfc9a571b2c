import type { CallModel } from '../../../../src/core/distributions/time-to-success.js';

/** What one attempt adds to the share of calls that have succeeded by the deadline. */
export interface DeadlineTerm {
  readonly attempt: number;
  /** Chance that all attempts before have failed and this one succeeds. */
  readonly succeedsShare: number;
  /** What the deadline leaves for the waits before this attempt. Below 0 it comes too late in any case. */
  readonly leftMs: number;
  /** Chance that those waits are over by then. */
  readonly inTimeShare: number;
}

/** The terms of the sum that `resolvedByDeadlineShare` is: their products add up to it. */
export function deadlineTerms(call: CallModel, deadlineMs: number): DeadlineTerm[] {
  const { successShare, latencyMs, maxAttempts, totals } = call;
  return Array.from({ length: maxAttempts }, (_, index) => {
    const leftMs = deadlineMs - (index + 1) * latencyMs;
    const total = totals.after(index);
    const inTimeShare = leftMs >= total.maxMs ? 1 : leftMs < total.minMs ? 0 : total.cdf(leftMs);
    return { attempt: index + 1, succeedsShare: successShare * (1 - successShare) ** index, leftMs, inTimeShare };
  });
}
