import { formatCount, formatNumber } from '../../text/format-number.js';
import { formatShare } from '../../text/format-share.js';
import { formatWait } from '../../text/format-time.js';
import { limitLabel } from '../../text/limit-label.js';
import { joinAnd, type Sayings } from '../../text/say.js';
import { SAME_SHARE } from '../limits.js';
import { type PlanContext, unit } from './context.js';

/** What comes out: throughput, its tax, the backlog, and which lever moves it. */
export const FLOW = {
  resolved: ({ report }) =>
    `At the ceiling ${formatCount(report.completedPerMinute, 'request')} complete per minute, and ${formatNumber(report.resolvedPerMinute)} of them resolve, that is, end well.`,
  'retry-tax': ({ report, successShare }) => {
    const tax = `The retry tax is ${formatShare(report.retryTax)}, the share of attempts that are retries`;
    const spent = 1 / successShare;
    // A share below 5e-309 is no better than none: what it costs is beyond what a number can hold.
    if (spent === Infinity) return `${tax}; no request is ever resolved, whatever the schedule spends.`;
    return `${tax}: for every resolved request the schedule spends ${formatCount(spent, 'attempt')}.`;
  },
  drain: (context) => {
    const { report, load } = context;
    const { drain } = report;
    const rates = `${formatNumber(drain.resolvedPerMinute)} resolved and ${formatNumber(load.arrivalsPerMinute)} arriving per minute`;
    const backlog = `the backlog of ${formatNumber(load.backlog)}`;
    if (drain.status === 'empty') return `With ${rates} there is no backlog, and none builds up${pace(context)}.`;
    if (drain.status === 'clears') {
      const shrinks = `With ${rates}${pace(context)}, ${backlog} shrinks by ${formatNumber(drain.netPerMinute)} per minute`;
      const { ms = null } = drain;
      return ms === null ? `${shrinks}: too slowly to name a time.` : `${shrinks} and clears in ${formatWait(ms)}.`;
    }
    const { shortfallPerMinute = 0, maxArrivalsPerMinute = 0 } = drain;
    if (shortfallPerMinute === 0) {
      if (maxArrivalsPerMinute === 0)
        return `With ${rates}, ${backlog} stands still and never clears, so its time is infinite.`;
      return `With ${rates}${pace(context)}, ${backlog} stands still and never clears, so its time is infinite: arrivals would have to fall below ${formatNumber(maxArrivalsPerMinute)} per minute.`;
    }
    return `With ${rates}${pace(context)}, the backlog grows by ${formatNumber(shortfallPerMinute)} per minute; arrivals would have to fall to ${formatNumber(maxArrivalsPerMinute)} per minute for it to stand still.`;
  },
  lever: ({ report, binding, successShare }) => {
    if (successShare === 0)
      return 'The only lever is the success share: without one, more in flight or a larger quota resolve nothing.';
    const { planned } = report;
    const quota = `a larger ${limitLabel(binding.name)} quota or a better success share`;
    if (planned === null) return `Below the ceiling the lever is concurrency; at it, ${quota}.`;
    if (planned.utilization < 1 - SAME_SHARE)
      return 'The plan stays below the ceiling, so the lever is concurrency: more in flight resolve more.';
    return `The plan reaches the ceiling, so more in flight resolve nothing more: the lever is ${quota}.`;
  },
  'own-wait': ({ report }) =>
    `Each caller waits at least ${formatWait(report.expectedWaitMs)} of its own on average, counting waits between attempts only. That is another question than how long the backlog takes.`,
  units: ({ report, load, successShare }) => {
    if (load.backlog === 0) return null;
    if (successShare === 0) {
      return 'No amount of units works the backlog off, since no attempt succeeds: the units to drain it are infinite.';
    }
    const each = report.limits.flatMap(({ name, unitsToDrain }) =>
      unitsToDrain === null ? [] : [`${formatNumber(unitsToDrain)} ${unit(name)}`],
    );
    if (each.length === 0) return 'The units that the backlog uses are beyond what a number can hold.';
    return `Working the backlog off uses ${joinAnd([...new Set(each)])}; arrivals are not counted.`;
  },
} satisfies Sayings<PlanContext>;

/** The drain runs at the planned concurrency where that is the smaller. */
function pace({ report }: PlanContext): string {
  return report.planned !== null && report.planned.utilization < 1 - SAME_SHARE ? ' at the planned concurrency' : '';
}
