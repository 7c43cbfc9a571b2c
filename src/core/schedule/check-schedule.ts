import type { Load } from '../capacity/load.js';
import { type InputIssue, PolicyError } from '../errors.js';
import type { CheckResult } from '../text/check-result.js';
import { formatShare } from '../text/format-share.js';
import { formatWait } from '../text/format-time.js';
import { fitsDeadline } from './fits-deadline.js';
import type { ScheduleReport } from './report.js';

/**
 * Whether a schedule fits its deadline. With a share: at least so many calls have succeeded by then. With null: even the
 * worst wait, and as much time for every attempt as one takes, fits. `load` is the one that the report was made with.
 * Throws {@link PolicyError} when the deadline, or for a share the success or the latency, was not given.
 */
export function checkSchedule(report: ScheduleReport, load: Partial<Load>, share: number | null): CheckResult {
  const deadlineMs = load.deadlineMs ?? report.policy.deadlineMs;
  if (share === null) {
    if (deadlineMs === null) throw new PolicyError([DEADLINE]);
    return checkWorst(report, load.latencyMs ?? 0, deadlineMs);
  }
  const resolved = report.resolvedByDeadlineShare;
  if (deadlineMs === null || resolved === undefined) {
    const missing = [deadlineMs === null ? DEADLINE : null, load.success == null ? SUCCESS : null];
    if (load.latencyMs == null) missing.push(LATENCY);
    throw new PolicyError(missing.filter((issue) => issue !== null));
  }
  const ok = resolved >= share;
  const verdict = ok ? 'Check passed' : 'Check failed';
  const least = formatShare(share, 2);
  return {
    ok,
    sentence: `${verdict}: ${formatShare(resolved, 2)} of calls have succeeded by ${formatWait(deadlineMs)}, where at least ${least} are asked for.`,
  };
}

function checkWorst({ total, attempts }: ScheduleReport, latencyMs: number, deadlineMs: number): CheckResult {
  const worstMs = total.maxMs + attempts * latencyMs;
  const ok = fitsDeadline(worstMs, deadlineMs);
  return {
    ok,
    sentence: `${ok ? 'Check passed' : 'Check failed'}: the worst case takes ${formatWait(worstMs)} of the ${formatWait(deadlineMs)} that the deadline allows.`,
  };
}

const DEADLINE: InputIssue = { field: 'deadline', value: undefined, allowed: 'the time to check against, such as 30s' };
const SUCCESS: InputIssue = { field: 'success', value: undefined, allowed: 'the share of attempts that succeed' };
const LATENCY: InputIssue = { field: 'latency', value: undefined, allowed: 'the time that one attempt takes, if 0' };
