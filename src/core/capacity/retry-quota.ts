import { InputError } from '../errors.js';
import type { TokenBudget } from '../policy/policy.js';

/**
 * The failing share of attempts above which a budget of retry tokens drains, 0…1: the root p of
 * refund · (1 − p) = (cost − retryRefund · (1 − p)) · (p + p² + … + p^(m−1)), with m attempts.
 *
 * Per request, the first attempt succeeds with 1 − p and returns `refund`; retry k is reached with p^k, takes `cost` and
 * returns `retryRefund` when it succeeds: by default what it took. Below the root the budget fills, above it runs dry.
 * AWS's retry quota (500 tokens, 3 attempts): 0.2149 at cost 14, 0.3207 at cost 5. 1 where nothing can drain it: no
 * retries, or a cost of 0. Absolute error ≤ 1e-15. Throws {@link InputError} for a
 * cost or refund below 0, and for attempts outside 1…1000.
 */
export function retryQuotaCrossover(
  cost: number,
  maxAttempts: number,
  refund = 1,
  retryRefund: number | 'cost' = 'cost',
): number {
  for (const [name, value] of [
    ['cost', cost],
    ['refund', refund],
    ['retryRefund', retryRefund === 'cost' ? 0 : retryRefund],
  ] as const) {
    if (!(value >= 0 && Number.isFinite(value))) refuse(name, value, 'a number of at least 0');
  }
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1 || maxAttempts > 1000) {
    refuse('maxAttempts', maxAttempts, 'a whole number from 1 to 1000');
  }
  let low = 0;
  let high = 1;
  // The gain falls in p; the loss is at most 0 at first, then rises. So halving finds the one crossing, and 60 halvings
  // reach the last digit.
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (lossPerRequest(cost, maxAttempts, { firstTry: refund, retry: retryRefund }, middle) > 0) high = middle;
    else low = middle;
  }
  return high === 1 ? 1 : low;
}

/**
 * Requests after which a full budget is empty at this failing share, on average; null while it does not drain.
 * The budget is spent at a steady pace of the loss per request, so this is exact as a mean drift only.
 */
export function requestsUntilDry(
  budget: TokenBudget,
  cost: number,
  maxAttempts: number,
  failShare: number,
): number | null {
  const loss = lossPerRequest(cost, maxAttempts, budget.refund, failShare);
  return loss > 0 ? budget.capacity / loss : null;
}

function lossPerRequest(cost: number, maxAttempts: number, refund: TokenBudget['refund'], failShare: number): number {
  let retries = 0;
  let power = 1;
  for (let k = 1; k < maxAttempts; k++) {
    power *= failShare;
    retries += power;
  }
  const lossPerRetry = refund.retry === 'cost' ? cost * failShare : cost - refund.retry * (1 - failShare);
  return lossPerRetry * retries - refund.firstTry * (1 - failShare);
}

function refuse(field: string, value: number, allowed: string): never {
  throw new InputError({ field, value, allowed });
}
