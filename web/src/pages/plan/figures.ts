import type { PlanReport } from '../../../../src/core/capacity/report.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { limitLabel } from '../../../../src/core/text/limit-label.js';
import { waitRange } from '../../ui/wait-range.js';
import type { PlanSide } from './view.js';

/** One row of the table: a figure, and what the interval of the success share makes of it. */
export interface FigureRow {
  readonly title: string;
  readonly value: string;
  readonly interval: string;
}

type Format = (value: number) => string;

/** Every figure of a plan. */
export function figureRows({ report, allFail }: PlanSide): FigureRow[] {
  const row = (title: string, path: string, value: number | null, format: Format): FigureRow => {
    return { title, value: value === null ? 'infinite' : format(value), interval: intervalOf(report, path, format) };
  };
  const perMinute: Format = (value) => `${formatNumber(value)}/min`;
  const { drain } = report;
  return [
    row('attempts per request', 'attemptsPerRequest', report.attemptsPerRequest, formatNumber),
    row('requests that exhaust their attempts', 'exhaustedShare', report.exhaustedShare, formatShare),
    row('wait of a request, on average', 'expectedWaitMs', report.expectedWaitMs, formatWait),
    row('wait if every attempt fails, on average', '', allFail.meanMs, formatWait),
    row('wait if every attempt fails, at worst', '', allFail.maxMs, formatWait),
    row('requests completed at the ceiling', 'completedPerMinute', report.completedPerMinute, perMinute),
    row('requests resolved at the ceiling', 'resolvedPerMinute', report.resolvedPerMinute, perMinute),
    row('retry tax', 'retryTax', report.retryTax, formatShare),
    row('resolved as planned', 'drain.resolvedPerMinute', drain.resolvedPerMinute, perMinute),
    ...(drain.status === 'clears' ? drained(row, report) : []),
    ...(drain.status === 'grows' ? shortfall(row, report) : []),
    ...report.limits.map(({ name, unitsToDrain }) =>
      row(`${limitLabel(name)} used by the backlog`, `limits.${name}.unitsToDrain`, unitsToDrain, formatNumber),
    ),
  ];
}

type MakeRow = (title: string, path: string, value: number | null, format: Format) => FigureRow;

function drained(row: MakeRow, { drain }: PlanReport): FigureRow[] {
  return [
    row('backlog, fewer a minute', 'drain.netPerMinute', drain.netPerMinute, formatNumber),
    row('backlog clears in', 'drain.ms', drain.ms ?? null, formatWait),
  ];
}

function shortfall(row: MakeRow, { drain }: PlanReport): FigureRow[] {
  const { shortfallPerMinute = 0, maxArrivalsPerMinute = 0 } = drain;
  return [
    row('shortfall a minute', 'drain.shortfallPerMinute', shortfallPerMinute, formatNumber),
    row('arrivals at which it stands still', 'drain.maxArrivalsPerMinute', maxArrivalsPerMinute, formatNumber),
  ];
}

function intervalOf(report: PlanReport, path: string, format: Format): string {
  const interval = report.intervals?.[path];
  if (interval === undefined) return '';
  const { low, high } = interval;
  if (format === formatWait && low !== null && high !== null) return waitRange(low, high).join(' … ');
  const bound = (value: number | null): string => (value === null ? 'infinite' : format(value));
  return `${bound(low)} … ${bound(high)}`;
}
