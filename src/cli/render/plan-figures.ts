import type { PlanReport } from '../../core/capacity/report.js';
import type { TotalWait } from '../../core/schedule/total-wait.js';
import { formatCount, formatNumber } from '../../core/text/format-number.js';
import { formatShare } from '../../core/text/format-share.js';
import { formatWait } from '../../core/text/format-time.js';
import type { Figure } from './figures.js';

type Format = (value: number | null) => string;

/** The figures of a plan as people read them; the interval stands beside each that depends on a measured share. */
export function planFigures(report: PlanReport, allFail: TotalWait): Figure[] {
  const beside = (path: string, format: Format): string => {
    const interval = report.intervals?.[path];
    return interval === undefined ? '' : ` [${bound(interval.low, format)} … ${bound(interval.high, format)}]`;
  };
  const number = (path: keyof PlanReport, value: number): string => formatNumber(value) + beside(path, formatNumber);
  const share = (path: keyof PlanReport, value: number): string => formatShare(value) + beside(path, formatShare);
  const rows: [string, string | null][] = [
    ['if all attempts fail', `${formatWait(allFail.meanMs)} mean, ${formatWait(allFail.maxMs)} worst wait in total`],
    ['expected wait', `${formatWait(report.expectedWaitMs)}${beside('expectedWaitMs', formatWait)} per request`],
    ['cost', cost(report, beside('attemptsPerRequest', formatNumber))],
    ['exhausted', `${share('exhaustedShare', report.exhaustedShare)} of requests`],
    ['ceiling', `${formatNumber(report.ceilingPerMinute)} attempts/min, bound by ${report.binding}`],
    ['even spacing', `one every ${formatWait(report.spacingMs)}`],
    ['in flight', inFlight(report)],
    ['planned', planned(report)],
    ['completed', `${number('completedPerMinute', report.completedPerMinute)} per minute`],
    ['resolved', `${number('resolvedPerMinute', report.resolvedPerMinute)} per minute`],
    ['retry tax', share('retryTax', report.retryTax)],
    ['drain', drain(report, beside('drain.ms', formatWait))],
    ['recovers by itself', recovery(report)],
  ];
  return rows.flatMap(([label, text]) => (text === null ? [] : [{ label, text }]));
}

function bound(value: number | null, format: Format): string {
  return value === null ? 'infinite' : format(value);
}

function cost({ attemptsPerRequest }: PlanReport, interval: string): string {
  if (interval === '') return `${formatCount(attemptsPerRequest, 'attempt')} per request`;
  return `${formatNumber(attemptsPerRequest)}${interval} attempts per request`;
}

function inFlight({ safeInFlight, slots }: PlanReport): string | null {
  if (safeInFlight === null || slots === null) return null;
  const whole = slots === 0 ? 'below one slot' : `${formatNumber(slots)} ${slots === 1 ? 'slot' : 'slots'}`;
  return `${formatNumber(safeInFlight)} (${whole})`;
}

function planned({ planned, load }: PlanReport): string | null {
  if (planned === null) return null;
  const attempts = `${formatNumber(planned.attemptsPerMinute)} attempts/min`;
  return `${formatShare(planned.utilization)} of the ceiling: ${formatNumber(load.inFlight)} in flight send ${attempts}`;
}

function drain({ drain, load }: PlanReport, interval: string): string | null {
  switch (drain.status) {
    case 'clears':
      return `${formatWait(drain.ms ?? null)}${interval}, ${formatNumber(drain.netPerMinute)} fewer per minute`;
    case 'empty':
      return load.backlog === 0 && load.arrivalsPerMinute === 0 ? null : 'nothing to drain';
    case 'grows':
      return `never: ${formatNumber(drain.shortfallPerMinute ?? 0)} more per minute`;
  }
}

function recovery({ hiddenCapacityPerMinute, hiddenCapacityWithBudgetPerMinute, policy }: PlanReport): string | null {
  if (policy.maxAttempts === 1) return null;
  const without = `up to ${formatNumber(hiddenCapacityPerMinute)} requests per minute`;
  if (hiddenCapacityWithBudgetPerMinute === undefined) return without;
  return `${without}, with the retry budget up to ${formatNumber(hiddenCapacityWithBudgetPerMinute)}`;
}
