import type { PlanReport } from '../../../../src/core/capacity/report.js';
import { formatCount, formatNumber } from '../../../../src/core/text/format-number.js';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { limitLabel } from '../../../../src/core/text/limit-label.js';
import type { Tile } from '../../ui/tiles.js';
import type { PlanView } from './view.js';

/** The figures of a plan, with those of the second policy beneath. */
export function planTiles({ a, b }: PlanView): Tile[] {
  const others = b === null ? null : figures(b.report);
  return figures(a.report).map(({ label, value, note }, index) => ({
    label,
    value,
    note,
    other: others?.[index]?.value,
  }));
}

function figures(report: PlanReport): Tile[] {
  const { safeInFlight, slots, planned, hiddenCapacityWithBudgetPerMinute: withBudget } = report;
  return [
    {
      label: 'ceiling',
      value: `${formatNumber(report.ceilingPerMinute)}/min`,
      note: `by ${limitLabel(report.binding)}`,
    },
    {
      label: 'in flight',
      value: slots === null ? '–' : slots === 0 ? 'below 1' : formatNumber(slots),
      note: safeInFlight === null ? 'needs a latency' : `${formatNumber(safeInFlight)} by Little’s law`,
    },
    {
      label: 'planned',
      value: planned === null ? '–' : formatShare(planned.utilization),
      note:
        planned !== null
          ? `of the ceiling, ${formatNumber(planned.attemptsPerMinute)}/min`
          : safeInFlight === null
            ? 'needs a latency'
            : 'needs how many in flight',
    },
    { label: 'even spacing', value: formatWait(report.spacingMs), note: 'between attempts' },
    {
      label: 'cost of a request',
      value: formatCount(report.attemptsPerRequest, 'attempt'),
      note: `${formatShare(report.exhaustedShare)} exhaust them`,
    },
    { label: 'retry tax', value: formatShare(report.retryTax), note: 'of attempts are retries' },
    {
      label: 'resolved',
      value: `${formatNumber(report.resolvedPerMinute)}/min`,
      note: `of ${formatNumber(report.completedPerMinute)} that complete`,
    },
    drainTile(report),
    { label: 'own wait', value: formatWait(report.expectedWaitMs), note: 'of each request, on average' },
    {
      label: 'recovers below',
      value: `${formatNumber(withBudget ?? report.hiddenCapacityPerMinute)}/min`,
      note: withBudget === undefined ? 'when everything fails' : 'with the retry budget',
    },
  ];
}

function drainTile({ drain, load }: PlanReport): Tile {
  const name = 'backlog clears in';
  switch (drain.status) {
    case 'clears':
      return {
        label: name,
        value: formatWait(drain.ms ?? null),
        note: `${formatNumber(drain.netPerMinute)} fewer a minute`,
      };
    case 'empty':
      return { label: name, value: '0 s', note: 'no backlog' };
    case 'grows':
      return {
        label: name,
        value: 'never',
        note:
          (drain.shortfallPerMinute ?? 0) > 0
            ? `${formatNumber(drain.shortfallPerMinute ?? 0)} more a minute`
            : `${formatNumber(load.backlog)} stand still`,
      };
  }
}
