import { formatNumber } from '../text/format-number.js';
import { formatWait } from '../text/format-time.js';
import { neverFits } from './never-fits.js';
import type { PlanReport } from './report.js';

/**
 * The plan in one sentence: the ceiling and what reaches it, and what comes out. All of its figures belong together:
 * those of the calls planned in flight where they stay below the ceiling, else those of the ceiling.
 */
export function planAnswer(plan: PlanReport): string {
  const never = neverFits(plan.load.limits);
  return never === null ? figuresOf(plan) : `${figuresOf(plan)} ${never}.`;
}

function figuresOf(plan: PlanReport): string {
  const { binding, ceilingPerMinute, safeInFlight, slots, spacingMs, planned, drain, load } = plan;
  const reach =
    safeInFlight === null || safeInFlight < 1
      ? `one every ${formatWait(spacingMs)}`
      : `reached with ${formatNumber(safeInFlight)} in flight (${slotsText(slots)})`;
  const ceiling = `The ${binding} limit binds at ${formatNumber(ceilingPerMinute)} attempts/min, ${reach}`;
  const resolved = `${formatNumber(drain.resolvedPerMinute)} requests per minute resolve, and ${drainText(drain)}.`;
  if (planned === null || planned.utilization >= 1 || load.inFlight === null) return `${ceiling}: ${resolved}`;
  return `${ceiling}; the ${formatNumber(load.inFlight)} planned stay below it: ${resolved}`;
}

function slotsText(slots: number | null): string {
  return slots === 1 ? '1 whole slot' : `${formatNumber(slots)} whole slots`;
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
