import { type InputIssue, PolicyError } from '../errors.js';
import type { CheckResult } from '../text/check-result.js';
import { formatNumber } from '../text/format-number.js';
import { formatShare } from '../text/format-share.js';
import { SAME_SHARE } from './limits.js';
import type { PlanReport } from './report.js';

/**
 * A plan holds when what is planned in flight stays within the ceiling and the backlog clears, or there is none. Throws
 * {@link PolicyError} for calls in flight without a latency above 0: what they send is not known.
 */
export function checkPlan({ planned, drain, binding, load }: PlanReport): CheckResult {
  const { inFlight, latencyMs } = load;
  if (inFlight !== null && (latencyMs === null || latencyMs === 0)) {
    throw new PolicyError([{ ...LATENCY, value: latencyMs ?? undefined }]);
  }
  const faults: string[] = [];
  // Of calls in flight that take no time worth the name, more are sent than a number can hold.
  if (inFlight !== null && planned === null) faults.push(`the plan sends far more than the ${binding} limit allows`);
  if (planned !== null && planned.utilization > 1 + SAME_SHARE) {
    faults.push(`the plan sends ${formatShare(planned.utilization)} of what the ${binding} limit allows`);
  }
  if (drain.status === 'grows') {
    const shortfall = drain.shortfallPerMinute ?? 0;
    faults.push(
      shortfall === 0 ? 'the backlog never clears' : `the backlog grows by ${formatNumber(shortfall)} per minute`,
    );
  }
  if (faults.length > 0) return { ok: false, sentence: `Check failed: ${faults.join(', and ')}.` };
  const within =
    planned === null
      ? 'no concurrency was planned'
      : `the plan uses ${formatShare(planned.utilization)} of the ceiling`;
  return {
    ok: true,
    sentence: `Check passed: ${within}, and ${drain.status === 'empty' ? 'no backlog builds up' : 'the backlog clears'}.`,
  };
}

const LATENCY: InputIssue = { field: 'latency', value: undefined, allowed: 'the time that one attempt takes, above 0' };
