import { formatNumber } from '../text/format-number.js';
import { formatWait } from '../text/format-time.js';
import type { PlanReport } from './report.js';

/** The plan in one sentence: the ceiling, what to set, what comes out. */
export function planAnswer({
  binding,
  ceilingPerMinute,
  slots,
  resolvedPerMinute,
  drain,
  spacingMs,
}: PlanReport): string {
  const ceiling = `The ${binding} limit binds at ${formatNumber(ceilingPerMinute)} attempts/min`;
  const pool =
    slots === null || slots === 0
      ? `start one every ${formatWait(spacingMs)}`
      : `keep ${formatNumber(slots)} in flight`;
  return `${ceiling}: ${pool}, ${formatNumber(resolvedPerMinute)} requests per minute resolve, and ${drainText(drain)}.`;
}

function drainText({ status, ms, shortfallPerMinute = 0 }: PlanReport['drain']): string {
  if (status === 'empty') return 'no backlog builds up';
  if (status === 'clears') {
    return ms == null ? 'the backlog clears some day' : `the backlog clears in ${formatWait(ms)}`;
  }
  return shortfallPerMinute === 0
    ? 'the backlog never clears'
    : `the backlog grows by ${formatNumber(shortfallPerMinute)} per minute`;
}
