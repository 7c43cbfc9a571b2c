import { LONGEST_WAIT_MS } from '../../backoff/compile.js';
import { formatNumber } from '../../text/format-number.js';
import { formatShare } from '../../text/format-share.js';
import { formatWait } from '../../text/format-time.js';
import type { Sayings } from '../../text/say.js';
import { fitsDeadline } from '../fits-deadline.js';
import type { ScheduleContext } from './context.js';

/** How the schedule compares with the time its caller has. */
export const DEADLINE = {
  'worst-case': ({ report, deadlineMs }) => {
    if (deadlineMs !== null || report.attempts === 1) return null;
    return `The worst total, ${formatWait(report.total.maxMs)}, is the number to compare with the caller's deadline; the time that the attempts take comes on top.`;
  },
  deadline: (context) => {
    const { report, load, deadlineMs } = context;
    if (deadlineMs === null) return null;
    const latencyMs = load.latencyMs ?? 0;
    const worstMs = report.total.maxMs + report.attempts * latencyMs;
    const plural = report.attempts === 1 ? 'attempt' : 'attempts';
    const time =
      load.latencyMs === null
        ? `${formatWait(worstMs)} of waits, with the attempts' own time left out`
        : `${formatWait(report.total.maxMs)} of waits and ${formatNumber(report.attempts)} ${plural} of ${formatWait(latencyMs)}, ${formatWait(worstMs)} together`;
    const fits = fitsDeadline(worstMs, deadlineMs);
    const verdict = fits ? 'fits' : 'does not fit';
    return `The worst case is ${time}: it ${verdict} into the deadline of ${formatWait(deadlineMs)}.${largestCap(context, fits)}`;
  },
  'resolved-by-deadline': ({ report, load, deadlineMs }) => {
    const share = report.resolvedByDeadlineShare;
    if (share === undefined || deadlineMs === null || load.success === null) {
      if (load.success === null) return null;
      return 'The success share says nothing here without a latency and a deadline: with them, the chance of success by the deadline is given.';
    }
    const interval = report.intervals?.resolvedByDeadlineShare;
    const sure =
      interval === undefined
        ? ''
        : `, between ${formatShare(interval.low, 2)} and ${formatShare(interval.high, 2)} with 95 % confidence`;
    const success = formatShare(load.success.value);
    return `When ${success} of attempts succeed and each takes ${formatWait(load.latencyMs)}, ${formatShare(share, 2)} of calls have succeeded by ${formatWait(deadlineMs)}${sure}.`;
  },
} satisfies Sayings<ScheduleContext>;

function largestCap({ report, rules }: ScheduleContext, fits: boolean): string {
  const largest = report.largestCapThatFitsMs;
  if (largest === undefined || report.attempts === 1) return '';
  if (largest === null) return ' No cap makes it fit: fewer attempts are needed.';
  if (largest >= LONGEST_WAIT_MS) return ' It does so with any cap.';
  if (!fits) return ` The largest cap that fits is ${formatWait(largest)}.`;
  // Close to it there is nothing to gain, and a cap that is reported as larger by a rounding would confuse.
  return largest <= rules.capMs * 1.001 ? '' : ` A cap of up to ${formatWait(largest)} still fits.`;
}
