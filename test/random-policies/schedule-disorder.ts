import type { Load } from '../../src/core/capacity/load.js';
import { resolvedByDeadlineShare, resolvedShare } from '../../src/core/distributions/time-to-success.js';
import type { CallModel } from '../../src/core/distributions/time-to-success.js';
import { resolvedCurve } from '../../src/core/distributions/resolved-curve.js';
import type { ScheduleReport, ScheduleRow, ScheduleTotal } from '../../src/core/schedule/report.js';
import { notFinite, notSaid } from './not-finite.js';

/** Roundings, as a share. */
const ROUNDING = 1e-12;
/** Shorter times are in order too, but their squares underflow, so that nothing is known of their spread. */
const TINY_MS = 1e-150;

/** What is wrong with a schedule, in words; null when all its figures are in order. */
export function scheduleDisorder(report: ScheduleReport, load: Load): string | null {
  const { retries, total, throttled, sample } = report;
  if (retries.length !== report.attempts - 1) return `${retries.length} retries of ${report.attempts} attempts`;
  const odd = notFinite(report, 'report') ?? notSaid(report.sentences);
  if (odd !== null) return odd;
  const capMs = report.policy.backoff.capMs ?? MOST_MS;
  const disorder =
    rowsDisorder(retries, capMs) ??
    totalDisorder(total) ??
    (throttled === undefined ? null : (rowsDisorder(throttled.retries, capMs) ?? totalDisorder(throttled.total)));
  if (disorder !== null) return disorder;
  if (!within(total.minMs, sample.totalMs, total.maxMs)) return `sample ${sample.totalMs} in total`;
  return capDisorder(report, load) ?? resolvedDisorder(report);
}

/** The largest cap that fits lies on the right side of the cap that there is. */
function capDisorder({ policy, total, attempts, largestCapThatFitsMs: largest }: ScheduleReport, load: Load): string | null {
  const deadlineMs = load.deadlineMs ?? policy.deadlineMs;
  if (deadlineMs === null || largest === undefined) return deadlineMs === null ? null : 'no largest cap';
  const { capMs } = policy.backoff;
  const worstMs = total.maxMs + attempts * (load.latencyMs ?? 0);
  const told = `largest cap ${largest} with ${worstMs} of ${deadlineMs} ms and a cap of ${capMs}`;
  if (worstMs <= deadlineMs * (1 - NEAR)) return largest !== null && largest >= (capMs ?? 0) * (1 - NEAR) ? null : told;
  if (worstMs > deadlineMs * (1 + NEAR)) return largest === null || largest <= (capMs ?? MOST_MS) * (1 + NEAR) ? null : told;
  return null;
}

const NEAR = 1e-9;
const MOST_MS = Number.MAX_SAFE_INTEGER;

function resolvedDisorder({ resolvedByDeadlineShare: resolved, interval, intervals }: ScheduleReport): string | null {
  if (resolved === undefined) return null;
  if (!(resolved >= 0 && resolved <= 1)) return `resolved by the deadline ${resolved}`;
  if (interval === undefined) return null;
  const { low, high } = intervals?.resolvedByDeadlineShare ?? { low: null, high: null };
  if (!((low as number) <= resolved + ROUNDING && resolved <= (high as number) + ROUNDING))
    return `resolved by the deadline ${resolved} outside ${low}…${high}`;
  return null;
}

function rowsDisorder(rows: readonly ScheduleRow[], capMs: number): string | null {
  let cumulativeMs = 0;
  for (const row of rows) {
    const { retry, minMs, meanMs, maxMs, stddevMs, sampleMs, cumulativeMeanMs } = row;
    const at = `retry ${retry}: `;
    if (!(minMs >= 0 && minMs <= meanMs && meanMs <= maxMs && maxMs <= capMs))
      return `${at}${minMs} ≤ ${meanMs} ≤ ${maxMs} ≤ cap ${capMs}`;
    if (!within(minMs, sampleMs, maxMs)) return `${at}sample ${sampleMs} outside ${minMs}…${maxMs}`;
    if (!(stddevMs >= 0 && stddevMs <= ((maxMs - minMs) / 2) * (1 + ROUNDING)))
      return `${at}standard deviation ${stddevMs} of ${minMs}…${maxMs}`;
    if (!(cumulativeMeanMs >= cumulativeMs)) return `${at}cumulative mean ${cumulativeMeanMs} after ${cumulativeMs}`;
    if (row.rawMs !== null && !(row.rawMs >= 0 && row.rawMs <= capMs)) return `${at}raw delay ${row.rawMs}`;
    if (row.atCapShare !== undefined && !(row.atCapShare >= 0 && row.atCapShare <= 1))
      return `${at}chance at the cap ${row.atCapShare}`;
    cumulativeMs = cumulativeMeanMs;
  }
  return null;
}

function within(minMs: number, valueMs: number, maxMs: number): boolean {
  const slackMs = ROUNDING * maxMs + TINY_MS;
  return valueMs >= minMs - slackMs && valueMs <= maxMs + slackMs;
}

/** How far from the mean, in standard deviations, any distribution at all can have its median, 90th, … percentile. */
const CANTELLI = { p50Ms: 1, p90Ms: 3, p95Ms: Math.sqrt(19), p99Ms: Math.sqrt(99) } as const;

function totalDisorder(total: ScheduleTotal): string | null {
  const { minMs, meanMs, maxMs, stddevMs, p50Ms, p90Ms, p95Ms, p99Ms } = total;
  const rising = [0, minMs, p50Ms, p90Ms, p95Ms, p99Ms, maxMs];
  for (let i = 1; i < rising.length; i++) {
    if (!((rising[i] as number) >= (rising[i - 1] as number))) return `total: ${rising.slice(1).join(' ≤ ')}`;
  }
  if (!(meanMs >= minMs && meanMs <= maxMs)) return `total: mean ${meanMs} outside ${minMs}…${maxMs}`;
  if (!(stddevMs >= 0 && stddevMs <= ((maxMs - minMs) / 2) * (1 + ROUNDING)))
    return `total: standard deviation ${stddevMs} of ${minMs}…${maxMs}`;
  for (const [name, most] of Object.entries(CANTELLI)) {
    const apart = Math.abs(total[name as keyof typeof CANTELLI] - meanMs);
    // Quantiles of decorrelated totals are good to 3e-2 at worst.
    if (apart > most * stddevMs * 1.03 + ROUNDING * maxMs + TINY_MS)
      return `total: ${name} ${apart / stddevMs} standard deviations from the mean`;
  }
  return null;
}

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
  return Math.abs(least - resolvedShare(call)) <= 1e-9 ? null : `${least} resolved in the end, not ${resolvedShare(call)}`;
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
