import type { Rules } from '../backoff/compile.js';
import type { Load } from '../capacity/load.js';
import { type CallModel, resolvedByDeadlineShare } from '../distributions/time-to-success.js';
import type { TotalWaits } from '../distributions/wait-distribution.js';
import { wilson } from '../distributions/wilson.js';
import { largestCapThatFitsMs } from './largest-cap.js';
import type { ScheduleReport } from './report.js';

/** The figures of a schedule that need a deadline. */
export type ByDeadline = Pick<
  ScheduleReport,
  'resolvedByDeadlineShare' | 'largestCapThatFitsMs' | 'interval' | 'intervals'
>;

/** How a schedule fits a deadline; the chance of success by then only where success and latency are known too. */
export function byDeadline(rules: Rules, totals: TotalWaits, load: Load, deadlineMs: number): ByDeadline {
  const cap = { largestCapThatFitsMs: largestCapThatFitsMs(rules, load.latencyMs ?? 0, deadlineMs) };
  const call = callModel(rules, totals, load);
  if (call === null) return cap;
  const resolvedAt = (successShare: number): number => resolvedByDeadlineShare({ ...call, successShare }, deadlineMs);
  const figures = { resolvedByDeadlineShare: resolvedAt(call.successShare), ...cap };
  const counts = load.success?.counts ?? null;
  if (counts === null) return figures;
  const interval = wilson(counts.successes, counts.trials);
  const bounds = { low: resolvedAt(interval.low), high: resolvedAt(interval.high) };
  return { ...figures, interval, intervals: { resolvedByDeadlineShare: bounds } };
}

/** A call of this policy, as the time to success is computed from; null while success or latency is not known. */
export function callModel(rules: Rules, totals: TotalWaits, { success, latencyMs }: Load): CallModel | null {
  if (success === null || latencyMs === null) return null;
  return { successShare: success.value, latencyMs, maxAttempts: rules.policy.maxAttempts, totals };
}
