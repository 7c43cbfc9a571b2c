import type { PlanReport } from '../../../../src/core/capacity/report.js';
import { formatFixed, formatNumber } from '../../../../src/core/text/format-number.js';
import { limitLabel } from '../../../../src/core/text/limit-label.js';
import type { Bar } from '../../charts/bar-chart.js';

/** What each limit allows, the binding one marked. */
export function limitBars({ limits, binding }: PlanReport): Bar[] {
  return limits.map(({ name, attemptsPerMinute, headroom }) => ({
    label: limitLabel(name),
    value: attemptsPerMinute,
    note: name === binding ? (limits.length > 1 ? 'binds' : '') : `${formatFixed(headroom, 1)}× the binding limit`,
    isMain: name === binding,
  }));
}

/** What the calls planned in flight send. */
export function plannedMark({ planned, load }: PlanReport): { value: number; label: string } | null {
  if (planned === null) return null;
  return {
    value: planned.attemptsPerMinute,
    label: `${formatNumber(load.inFlight)} in flight send ${formatNumber(planned.attemptsPerMinute)}`,
  };
}

/** How many requests a minute can be borne: when all is well, as it is, and when everything fails. */
export function capacityBars(report: PlanReport): Bar[] {
  const { hiddenCapacityWithBudgetPerMinute: withBudget, policy } = report;
  const bars: Bar[] = [
    { label: 'if every attempt succeeds', value: report.ceilingPerMinute, note: '', isMain: false },
    { label: 'resolved as it is', value: report.resolvedPerMinute, note: '', isMain: true },
  ];
  if (policy.maxAttempts > 1) {
    const note = withBudget === undefined ? '' : 'without the budget';
    bars.push({ label: 'recovers from an outage below', value: report.hiddenCapacityPerMinute, note, isMain: false });
  }
  if (withBudget !== undefined) {
    bars.push({ label: 'with the retry budget below', value: withBudget, note: '', isMain: false });
  }
  return bars;
}

export function arrivalsMark({ load }: PlanReport): { value: number; label: string } | null {
  if (load.arrivalsPerMinute === 0) return null;
  return { value: load.arrivalsPerMinute, label: `${formatNumber(load.arrivalsPerMinute)} arrive` };
}
