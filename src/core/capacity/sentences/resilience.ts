import type { RatioBudget, TokenBudget } from '../../policy/policy.js';
import { formatCount, formatNumber } from '../../text/format-number.js';
import { formatShare } from '../../text/format-share.js';
import type { Sayings } from '../../text/say.js';
import { requestsUntilDry, retryQuotaCrossover } from '../retry-quota.js';
import type { PlanContext } from './context.js';

/** What happens when everything fails: the capacity hidden below the ceiling, and what a budget does about it. */
export const RESILIENCE = {
  'hidden-capacity': ({ report, rules, load }) => {
    const attempts = rules.policy.maxAttempts;
    if (attempts === 1) return null;
    const hidden = report.hiddenCapacityPerMinute;
    const without = rules.policy.retryBudget === null ? '' : ' without a retry budget';
    const rule = `If everything fails, each request costs all ${formatNumber(attempts)} attempts, so${without} the dependency recovers by itself only up to ${formatCount(hidden, 'request')} per minute (the ceiling ÷ ${formatNumber(attempts)}).`;
    if (load.arrivalsPerMinute <= hidden) return rule;
    return `${rule} More than that arrive, ${formatNumber(load.arrivalsPerMinute)} per minute, so an outage would keep itself going after its cause is gone.`;
  },
  'hidden-capacity-with-budget': ({ report, rules, load }) => {
    const budget = rules.policy.retryBudget;
    const hidden = report.hiddenCapacityWithBudgetPerMinute;
    if (budget === null || hidden === undefined || rules.policy.maxAttempts === 1) return null;
    const verdict =
      load.arrivalsPerMinute > hidden
        ? `, still less than the ${formatNumber(load.arrivalsPerMinute)} that arrive`
        : '';
    const why = budget.kind === 'ratio' ? ratioReason(budget) : 'once the tokens are gone nothing is retried';
    return `The retry budget raises that to ${formatCount(hidden, 'request')} per minute${verdict}: ${why}.`;
  },
  'retry-quota': ({ rules, successShare }) => {
    const { retryBudget: budget, maxAttempts } = rules.policy;
    if (budget?.kind !== 'tokens' || maxAttempts === 1) return null;
    const { transient } = budget.cost;
    const crossover = retryQuotaCrossover(transient, maxAttempts, budget.refund.firstTry, budget.refund.retry);
    const full = `A budget of ${formatNumber(budget.capacity)} retry tokens stays full while fewer than ${formatShare(crossover)} of attempts fail at a cost of ${formatNumber(transient)} each`;
    return `${full}${throttledCrossover(budget, maxAttempts)}. ${dryness(budget, maxAttempts, 1 - successShare)}`;
  },
} satisfies Sayings<PlanContext>;

function ratioReason({ share, floorPerSecond }: RatioBudget): string {
  const floor =
    floorPerSecond === 0
      ? ''
      : `; the ${formatNumber(floorPerSecond)} retries per second that each client may always make come on top`;
  return `retries stay within ${formatShare(share)} of requests${floor}`;
}

function throttledCrossover({ cost, refund }: TokenBudget, maxAttempts: number): string {
  if (cost.throttled === cost.transient) return '';
  const crossover = retryQuotaCrossover(cost.throttled, maxAttempts, refund.firstTry, refund.retry);
  return `, ${formatShare(crossover)} at ${formatNumber(cost.throttled)} for quota refusals`;
}

function dryness(budget: TokenBudget, maxAttempts: number, failShare: number): string {
  const fail = `Here ${formatShare(failShare)} fail`;
  const requests = requestsUntilDry(budget, budget.cost.transient, maxAttempts, failShare);
  if (requests === null) return `${fail}, so it stays full.`;
  return `${fail}, so it is empty after about ${formatNumber(Math.ceil(requests))} requests: from then on only what successes return is retried, and the figures above no longer hold.`;
}
