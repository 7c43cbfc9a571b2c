import { formatCount, formatNumber } from '../../text/format-number.js';
import { formatShare } from '../../text/format-share.js';
import { formatWait } from '../../text/format-time.js';
import type { Sayings } from '../../text/say.js';
import type { PlanContext } from './context.js';

/** What a request costs: success, waits, attempts. */
export const COST = {
  success: ({ load, report, successShare }) => {
    const { success } = load;
    if (success === null) {
      return 'No success share was given, so every attempt is taken to succeed at once (100 %). It is assumed, not measured: give one, best as counts such as 37/50.';
    }
    if (success.counts === null) {
      return `The success share of ${formatShare(successShare)} is assumed rather than measured, so no interval applies; give counts such as 37/50 to bracket the figures.`;
    }
    const { interval, intervals } = report;
    const attempts = intervals?.attemptsPerRequest;
    const { successes, trials } = success.counts;
    return `${formatNumber(successes)} of ${formatNumber(trials)} attempts succeeded: with 95 % confidence the success share lies between ${formatShare(interval?.low ?? null)} and ${formatShare(interval?.high ?? null)}, and a request costs ${formatNumber(attempts?.low ?? null)} to ${formatNumber(attempts?.high ?? null)} attempts.`;
  },
  'all-fail': ({ rules, allFail }) => {
    if (rules.policy.maxAttempts === 1)
      return 'There are no retries: a request that fails is given up without any wait.';
    return `If every attempt fails, a request waits ${formatWait(allFail.meanMs)} in total on average and ${formatWait(allFail.maxMs)} at worst before it is given up.`;
  },
  'throttled-waits': ({ allThrottled }) => {
    if (allThrottled === null) return null;
    return `After quota refusals the second base applies, and the total is ${formatWait(allThrottled.meanMs)} on average and ${formatWait(allThrottled.maxMs)} at worst; the figures here use the first base.`;
  },
  'attempts-per-request': ({ rules, report }) => {
    const attempts = rules.policy.maxAttempts;
    const all = attempts === 1 ? 'its only attempt' : `all ${formatNumber(attempts)} attempts`;
    return `Each request costs ${formatCount(report.attemptsPerRequest, 'attempt')} on average, and ${formatShare(report.exhaustedShare)} of requests exhaust ${all}.`;
  },
} satisfies Sayings<PlanContext>;
