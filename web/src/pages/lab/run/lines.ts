import type { SeriesReport } from '../../../../../src/simulator/index.js';

/** What is drawn over time, a value per bin; bins begin at 0. */
export interface Lines {
  readonly binMs: number;
  /** Attempts per second that reach the dependency. */
  readonly load: readonly number[];
  /** Of these, the useful ones. */
  readonly useful: readonly number[];
  /** Of these, those turned away, failed, or done for nobody. */
  readonly inVain: readonly number[];
  /** Calls that wait for an answer or for the next attempt. */
  readonly waiting: readonly number[];
}

export type LineName = Exclude<keyof Lines, 'binMs'>;

/** As many bins as a report has at most. */
const BINS = 256;

/**
 * The lines of a report on an axis of time, in bins that do not become coarser before the axis does. A report doubles its
 * bins as time passes, so that a rate within one bin falls by half each time: a picture of that would never hold still.
 */
export function linesOf(series: SeriesReport, axisMs: number): Lines {
  let binMs = series.binMs;
  while (binMs * BINS < axisMs) binMs *= 2;
  const per = binMs / series.binMs;
  return {
    binMs,
    load: averaged(series.offeredPerSecond, per),
    useful: averaged(series.usefulPerSecond, per),
    inVain: averaged(
      series.refusedPerSecond.map((rate, bin) => rate + (series.wastedPerSecond[bin] as number)),
      per,
    ),
    waiting: latest(series.callsInProgress, per),
  };
}

/** Rates of neighbours together. Of the last bin only a part has passed, and what comes still counts for all of it. */
function averaged(rates: readonly number[], per: number): number[] {
  if (per === 1) return [...rates];
  return chunks(rates, per).map((chunk) => chunk.reduce((sum, rate) => sum + rate, 0) / per);
}

function latest(values: readonly number[], per: number): number[] {
  return per === 1 ? [...values] : chunks(values, per).map((chunk) => chunk.at(-1) as number);
}

function chunks(values: readonly number[], per: number): number[][] {
  const count = Math.ceil(values.length / per);
  return Array.from({ length: count }, (_, index) => values.slice(index * per, (index + 1) * per));
}
