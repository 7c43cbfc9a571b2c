import { formatShare } from '../text/format-share.js';
import { formatWait } from '../text/format-time.js';
import type { ScheduleReport } from './report.js';

/** The schedule in one sentence: what the whole wait is and, with a deadline, how the calls fare by then. */
export function scheduleAnswer(report: ScheduleReport, deadlineMs: number | null): string {
  const { attempts, total, resolvedByDeadlineShare: resolved } = report;
  const calls = attempts === 1 ? 'One attempt' : `${COUNTS[attempts] ?? attempts} attempts`;
  const waits =
    attempts === 1
      ? `${calls} never waits`
      : total.minMs === total.maxMs
        ? `${calls} wait ${formatWait(total.maxMs)} in all, every time`
        : `${calls} wait ${formatWait(total.meanMs)} on average, ${formatWait(total.maxMs)} at worst`;
  if (deadlineMs === null) return `${waits}.`;
  const deadline = `${formatWait(deadlineMs)} deadline`;
  if (resolved !== undefined) return `${waits}; ${formatShare(resolved)} of calls are resolved within the ${deadline}.`;
  return total.maxMs <= deadlineMs
    ? `${waits}: that fits the ${deadline}, before the time of the attempts.`
    : `${waits}: the worst does not fit the ${deadline}.`;
}

/** Small counts are words at the start of a sentence. */
const COUNTS: Readonly<Record<number, string>> = {
  2: 'Two',
  3: 'Three',
  4: 'Four',
  5: 'Five',
  6: 'Six',
  7: 'Seven',
  8: 'Eight',
  9: 'Nine',
  10: 'Ten',
  11: 'Eleven',
  12: 'Twelve',
};
