import type { Limit } from '../grammar/limit.js';
import type { FigureInterval } from './figure-interval.js';
import type { SuccessFigures } from './figures.js';

/**
 * The figures at the two ends of the success interval, as least and greatest value of each, keyed by its path in the report.
 * A drain that clears at one end only has no greatest time. Figures that success does not touch are left out.
 */
export function intervalsOf(
  atLow: SuccessFigures,
  atHigh: SuccessFigures,
  limits: readonly Limit[],
): Record<string, FigureInterval> {
  const intervals: Record<string, FigureInterval> = {};
  for (const figure of FIGURES) intervals[figure] = ordered(atLow[figure], atHigh[figure]);
  for (const [index, limit] of limits.entries()) {
    const units = ordered(atLow.unitsToDrain[index] ?? null, atHigh.unitsToDrain[index] ?? null);
    intervals[`limits.${limit.name}.unitsToDrain`] = units;
  }
  for (const figure of RATES) intervals[`drain.${figure}`] = ordered(atLow.drain[figure], atHigh.drain[figure]);
  if (atLow.drain.ms !== undefined || atHigh.drain.ms !== undefined) {
    intervals['drain.ms'] = ordered(atLow.drain.ms ?? null, atHigh.drain.ms ?? null);
  }
  if (atLow.drain.status === 'grows' || atHigh.drain.status === 'grows') {
    const shortfalls = [atLow, atHigh].map(({ drain }) => drain.shortfallPerMinute ?? 0) as [number, number];
    intervals['drain.shortfallPerMinute'] = ordered(...shortfalls);
    intervals['drain.maxArrivalsPerMinute'] = ordered(atLow.drain.resolvedPerMinute, atHigh.drain.resolvedPerMinute);
  }
  return intervals;
}

const FIGURES = [
  'attemptsPerRequest',
  'exhaustedShare',
  'expectedWaitMs',
  'completedPerMinute',
  'resolvedPerMinute',
  'retryTax',
] as const;

const RATES = ['resolvedPerMinute', 'netPerMinute'] as const;

/** Null is infinite, so it goes to the high end. */
function ordered(a: number | null, b: number | null): FigureInterval {
  if (a === null) return { low: b, high: null };
  if (b === null) return { low: a, high: null };
  return a <= b ? { low: a, high: b } : { low: b, high: a };
}
