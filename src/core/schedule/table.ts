import type { Rules } from '../backoff/compile.js';
import type { TotalWaits } from '../distributions/wait-distribution.js';
import type { ScheduleRow, ScheduleTotal } from './report.js';
import { sampleWaits } from './sample.js';
import type { Waits } from './waits.js';

/** One schedule: every retry, the total, and the distributions that they were read from. */
export interface ScheduleTable {
  readonly retries: readonly ScheduleRow[];
  readonly total: ScheduleTotal;
  readonly sampleTotalMs: number;
  readonly totals: TotalWaits;
}

/** The schedule of one base, with one sample. Sums are plain sums of the rows, so that they agree with what is shown. */
export function tableOf(rules: Rules, { each, totals }: Waits, seed: number): ScheduleTable {
  const sample = sampleWaits(rules, seed);
  const sum = { minMs: 0, meanMs: 0, maxMs: 0, sampleMs: 0 };
  const retries = each.map((wait, index): ScheduleRow => {
    const { rawMs, minMs, meanMs, maxMs, stddevMs, capped, atCapShare } = wait;
    const sampleMs = sample[index] as number;
    sum.minMs += minMs;
    sum.meanMs += meanMs;
    sum.maxMs += maxMs;
    sum.sampleMs += sampleMs;
    // Written out rather than spread: with a thousand retries, copies of rows would be half of the work.
    const retry = index + 1;
    const cumulativeMeanMs = sum.meanMs;
    return atCapShare === undefined
      ? { retry, rawMs, minMs, meanMs, maxMs, stddevMs, capped, cumulativeMeanMs, sampleMs }
      : { retry, rawMs, minMs, meanMs, maxMs, stddevMs, capped, cumulativeMeanMs, atCapShare, sampleMs };
  });
  const { stddevMs, quantile } = totals.after(retries.length);
  const within = (share: number): number => Math.min(sum.maxMs, Math.max(sum.minMs, quantile(share)));
  const { minMs, meanMs, maxMs } = sum;
  const total = {
    minMs,
    meanMs,
    maxMs,
    stddevMs,
    p50Ms: within(0.5),
    p90Ms: within(0.9),
    p95Ms: within(0.95),
    p99Ms: within(0.99),
  };
  return { retries, total, sampleTotalMs: sum.sampleMs, totals };
}
