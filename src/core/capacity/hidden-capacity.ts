import type { Policy } from '../policy/policy.js';

/**
 * Requests per minute up to which the dependency recovers by itself once everything has failed: the ceiling divided by
 * the attempts that a failing request then costs. Source: Bronson et al., "Metastable Failures in Distributed Systems"
 * (HotOS 2021): 300/s with one retry recovers below 150/s.
 */
export function hiddenCapacity(ceilingPerMinute: number, { maxAttempts }: Policy): number {
  return ceilingPerMinute / maxAttempts;
}

/**
 * The same with the policy's retry budget; undefined without one. A ratio budget adds at most its share of retries to the
 * requests (its floor per second, which every client has, is left out). Tokens run out when nothing succeeds, unless a
 * retry costs none of them, and then nothing is retried.
 */
export function hiddenCapacityWithBudget(ceilingPerMinute: number, policy: Policy): number | undefined {
  const budget = policy.retryBudget;
  if (budget === null) return undefined;
  const allowed = budget.kind === 'ratio' ? 1 + budget.share : budget.cost.transient > 0 ? 1 : policy.maxAttempts;
  return ceilingPerMinute / Math.min(allowed, policy.maxAttempts);
}
