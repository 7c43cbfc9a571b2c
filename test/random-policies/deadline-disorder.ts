import { resolvedCurve } from '../../src/core/distributions/resolved-curve.js';
import {
  type CallModel,
  resolvedByDeadlineShare,
  resolvedShare,
} from '../../src/core/distributions/time-to-success.js';

/** What is wrong with the chance to have succeeded as the deadline moves out, in words; null when it only rises. */
export function deadlineDisorder(call: CallModel): string | null {
  const { latencyMs, maxAttempts, totals } = call;
  const { minMs, maxMs } = totals.after(maxAttempts - 1);
  const endMs = maxAttempts * latencyMs + maxMs;
  const deadlines = [0, latencyMs, latencyMs + totals.after(Math.min(1, maxAttempts - 1)).minMs, minMs, endMs / 2];
  for (let i = 1; i <= 16; i++) deadlines.push((i / 15) * endMs);
  deadlines.sort((a, b) => a - b);
  let least = 0;
  for (const deadlineMs of deadlines) {
    const resolved = resolvedByDeadlineShare(call, deadlineMs);
    if (!(resolved >= least && resolved <= 1)) return `${resolved} resolved by ${deadlineMs} after ${least}`;
    least = resolved;
  }
  return Math.abs(least - resolvedShare(call)) <= 1e-9
    ? null
    : `${least} resolved in the end, not ${resolvedShare(call)}`;
}

/** What is wrong with the curve of that chance, in words; null when it only rises. */
export function curveDisorder(call: CallModel): string | null {
  let before = { tMs: 0, share: 0 };
  for (const point of resolvedCurve(call)) {
    if (!(point.tMs >= before.tMs && point.tMs < Infinity && point.share >= before.share && point.share <= 1))
      return `curve: ${JSON.stringify(point)} after ${JSON.stringify(before)}`;
    before = point;
  }
  return null;
}
