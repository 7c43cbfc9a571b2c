import type { CurvePoint } from '../../../../src/core/distributions/resolved-curve.js';
import type { TotalWaits, WaitDistribution } from '../../../../src/core/distributions/wait-distribution.js';

const POINTS = 160;

/** The share of runs whose waits add up to at most t, as points to be joined by straight lines. */
export function waitedCurve(total: WaitDistribution, untilMs: number): CurvePoint[] {
  const { minMs, maxMs } = total;
  const last = { tMs: untilMs, share: total.cdf(untilMs) };
  if (minMs === maxMs) {
    if (minMs > untilMs) return [{ tMs: 0, share: 0 }, last];
    return [{ tMs: 0, share: 0 }, { tMs: minMs, share: 0 }, { tMs: minMs, share: 1 }, last];
  }
  const end = Math.min(maxMs, untilMs);
  const rise = Array.from({ length: POINTS + 1 }, (_, index) => {
    const tMs = minMs + ((end - minMs) * index) / POINTS;
    return { tMs, share: total.cdf(tMs) };
  });
  return [{ tMs: 0, share: 0 }, ...rise, last];
}

/** Where such a curve is over: the worst total, or where 99.9 % are if a long tail would squeeze the rest. */
export function waitedEndMs(totals: TotalWaits): number {
  const total = totals.after(totals.retries);
  const almostAllMs = total.quantile(0.999);
  return total.maxMs <= 2 * almostAllMs ? total.maxMs : almostAllMs;
}
