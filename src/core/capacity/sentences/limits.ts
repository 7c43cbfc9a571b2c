import { formatCount, formatNumber } from '../../text/format-number.js';
import { formatShare } from '../../text/format-share.js';
import { formatWait } from '../../text/format-time.js';
import { limitLabel } from '../../text/limit-label.js';
import { joinAnd, type Sayings } from '../../text/say.js';
import { SAME_SHARE } from '../limits.js';
import type { PlannedLimit } from '../report.js';
import type { PlanContext } from './context.js';

const HOUR_MS = 3_600_000;

/** What the limits allow: which binds, how many in flight, how far apart. */
export const LIMITS = {
  limits: ({ report }) => {
    const { limits, binding } = report;
    const first = limits[0] as PlannedLimit;
    if (limits.length === 1) {
      return `The ${limitLabel(binding)} limit allows ${formatNumber(first.attemptsPerMinute)} attempts/min. It is the only one given, so no comparison is possible.`;
    }
    const each = limits.map(({ name, attemptsPerMinute }) => `${limitLabel(name)} ${formatNumber(attemptsPerMinute)}`);
    const others = limits
      .filter(({ name }) => name !== binding)
      .map(({ name, headroom }) => `the ${limitLabel(name)} limit is ${times(headroom)} the binding limit`);
    return `Attempts/min that each limit allows: ${joinAnd(each)}. The ${limitLabel(binding)} limit binds; ${joinAnd(others)}.`;
  },
  'long-window': ({ binding }) => {
    if (binding.windowMs <= HOUR_MS) return null;
    return `The binding limit counts over ${formatWait(binding.windowMs)}, and the ceiling spreads it evenly. It can be spent sooner, but then nothing is left until the window ends.`;
  },
  'in-flight': ({ report, load }) => {
    const { safeInFlight, slots } = report;
    if (load.latencyMs === null) return 'The latency of an attempt is not known, so no concurrency can be given.';
    if (safeInFlight === null || slots === null) {
      return 'With a latency of 0 an attempt holds no slot, so no concurrency is given: space the attempts instead.';
    }
    const law = `By Little's law ${formatCount(safeInFlight, 'attempt')} in flight ${formatNumber(safeInFlight) === '1' ? 'reaches' : 'reach'} the ceiling at ${formatWait(load.latencyMs)} each.`;
    if (slots === 0) {
      return `${law} That is below one slot: keep one in flight and start an attempt every ${formatWait(report.spacingMs)}.`;
    }
    const pool = slots === 1 ? 'Set the pool to 1 slot' : `Set the pool to ${formatNumber(slots)} slots`;
    const advice = `${law} ${pool}, the whole-slot figure: a worker never holds a part of one, nor two.`;
    const reached = slots / safeInFlight;
    if (reached > 1 - SAME_SHARE) return advice;
    // Everything that is said of the ceiling, the drain too, is out of reach of whole slots by this much.
    const sent = formatNumber(report.ceilingPerMinute * reached);
    return `${advice} That sends ${sent} attempts/min, ${formatShare(reached)} of the ceiling.`;
  },
  spacing: ({ report }) =>
    `Spread evenly, that is one attempt every ${formatWait(report.spacingMs)}. Do spread them, since a limit of 60 per minute may be enforced as one per second.`,
  planned: ({ report, load }) => {
    const { planned } = report;
    if (load.inFlight === null) return null;
    const count = formatNumber(load.inFlight);
    if (planned === null) return `What ${count} planned in flight imply cannot be told without a latency above 0.`;
    const imply = `${count} planned in flight ${load.inFlight === 1 ? 'implies' : 'imply'} ${formatNumber(planned.attemptsPerMinute)} attempts/min, ${formatShare(planned.utilization)} of the ceiling`;
    return planned.utilization > 1 + SAME_SHARE ? `${imply}: what is above it will be refused.` : `${imply}.`;
  },
} satisfies Sayings<PlanContext>;

function times(headroom: number): string {
  return headroom <= 1 + SAME_SHARE ? 'as large as' : `${formatNumber(headroom)} times`;
}
