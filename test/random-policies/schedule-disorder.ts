import type { Load } from '../../src/core/capacity/load.js';
import type { ScheduleReport, ScheduleRow, ScheduleTotal } from '../../src/core/schedule/report.js';
import type { Wait } from '../../src/core/schedule/waits.js';
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

/** The largest cap that fits is on the right side of the cap that there is. */
function capDisorder({ policy, total, attempts, largestCapThatFitsMs }: ScheduleReport, load: Load): string | null {
  const deadlineMs = load.deadlineMs ?? policy.deadlineMs;
  if (deadlineMs === null) return null;
  if (largestCapThatFitsMs === undefined) return 'no largest cap';
  const { capMs } = policy.backoff;
  // A cap of nothing is never offered.
  if (capMs !== null && total.maxMs < TINY_MS) return null;
  const largest = largestCapThatFitsMs ?? 0;
  const worstMs = total.maxMs + attempts * (load.latencyMs ?? 0);
  const wrong =
    worstMs <= deadlineMs * (1 - NEAR)
      ? largest < (capMs ?? 0) * (1 - NEAR)
      : worstMs > deadlineMs * (1 + NEAR) && largest > (capMs ?? MOST_MS) * (1 + NEAR);
  return wrong
    ? `largest cap ${largestCapThatFitsMs}, where a cap of ${capMs} gives ${worstMs} of ${deadlineMs} ms`
    : null;
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
    const { retry, minMs, maxMs, sampleMs, cumulativeMeanMs } = row;
    const disorder = waitDisorder(row, capMs);
    if (disorder !== null) return `retry ${retry}: ${disorder}`;
    if (!within(minMs, sampleMs, maxMs)) return `retry ${retry}: sample ${sampleMs} outside ${minMs}…${maxMs}`;
    if (!(cumulativeMeanMs >= cumulativeMs)) return `retry ${retry}: ${cumulativeMeanMs} after ${cumulativeMs} in all`;
    cumulativeMs = cumulativeMeanMs;
  }
  return null;
}

/** What is wrong with one wait, in words; null when its figures are in order and none is above the cap. */
export function waitDisorder(
  { rawMs, minMs, meanMs, maxMs, stddevMs, atCapShare = 0 }: Wait,
  capMs: number,
): string | null {
  if (!(minMs >= 0 && minMs <= meanMs && meanMs <= maxMs && maxMs <= capMs)) {
    return `${minMs} ≤ ${meanMs} ≤ ${maxMs} ≤ cap ${capMs}`;
  }
  if (!(stddevMs >= 0 && stddevMs <= mostSpread(minMs, maxMs))) return `spread ${stddevMs} of ${minMs}…${maxMs}`;
  if (rawMs !== null && !(rawMs >= 0 && rawMs <= capMs)) return `raw delay ${rawMs}`;
  return atCapShare >= 0 && atCapShare <= 1 ? null : `chance at the cap ${atCapShare}`;
}

/** The standard deviation of a toss between both ends, which no other distribution exceeds. */
function mostSpread(minMs: number, maxMs: number): number {
  return ((maxMs - minMs) / 2) * (1 + ROUNDING);
}

function within(minMs: number, valueMs: number, maxMs: number): boolean {
  const slackMs = ROUNDING * maxMs + TINY_MS;
  return valueMs >= minMs - slackMs && valueMs <= maxMs + slackMs;
}

/** Cantelli's inequality: so many standard deviations from the mean a percentile can lie, in any distribution at all. */
const CANTELLI = [
  ['p50Ms', 1],
  ['p90Ms', 3],
  ['p95Ms', Math.sqrt(19)],
  ['p99Ms', Math.sqrt(99)],
] as const;

function totalDisorder(total: ScheduleTotal): string | null {
  const { minMs, meanMs, maxMs, stddevMs, p50Ms, p90Ms, p95Ms, p99Ms } = total;
  const rising = [0, minMs, p50Ms, p90Ms, p95Ms, p99Ms, maxMs];
  const falls = rising.some((ms, i) => i > 0 && !(ms >= (rising[i - 1] as number)));
  if (falls) return `total: ${rising.join(' ≤ ')}`;
  if (!(meanMs >= minMs && meanMs <= maxMs)) return `total: mean ${meanMs} outside ${minMs}…${maxMs}`;
  if (!(stddevMs >= 0 && stddevMs <= mostSpread(minMs, maxMs))) return `total: spread ${stddevMs} of ${minMs}…${maxMs}`;
  for (const [name, deviations] of CANTELLI) {
    // Quantiles of long decorrelated totals are good to 3 %.
    const mostMs = deviations * stddevMs * 1.03 + ROUNDING * maxMs + TINY_MS;
    if (Math.abs(total[name] - meanMs) > mostMs) return `total: ${name} ${total[name]} is too far from mean ${meanMs}`;
  }
  return null;
}
