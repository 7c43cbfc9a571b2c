import type { Policy, TokenBudget } from '../policy/policy.js';
import { Outcome } from './outcome.js';
import { advance, count, createWindowCounts, type WindowCounts } from './window-counts.js';

/**
 * What rations the retries of one bucket, so that a failing dependency is not failed further.
 * Sources: the ratio after the Google SRE book, chapter 21, and Finagle's RetryBudget (window, floor);
 * the tokens after the retry quota of the AWS SDKs' standard mode.
 */
export interface RetryBudgetState {
  tokens: number;
  readonly counts: WindowCounts | null;
}

export function createRetryBudget(policy: Policy): RetryBudgetState | null {
  const budget = policy.retryBudget;
  if (budget === null) return null;
  return budget.kind === 'tokens'
    ? { tokens: budget.capacity, counts: null }
    : { tokens: 0, counts: createWindowCounts(budget.windowMs) };
}

/** Notes a first try, which is what a ratio is a ratio of. */
export function noteFirstTry(state: RetryBudgetState, now: number): void {
  if (state.counts !== null) count(state.counts, now, 1, 0);
}

/**
 * Takes one retry from the budget: the tokens it cost (0 for a ratio), or −1 when the budget refuses.
 * Reserved when the retry is decided, not when it is sent, so that a thousand failures in one instant cannot all pass.
 * A quota refusal is a wait that the server asked for; a ratio does not count it.
 */
export function takeRetry(policy: Policy, state: RetryBudgetState, outcome: Outcome, now: number): number {
  const budget = policy.retryBudget;
  if (budget === null) return 0;
  if (budget.kind === 'tokens') {
    const cost = outcome === Outcome.REFUSED ? budget.cost.throttled : budget.cost.transient;
    if (state.tokens < cost) return -1;
    state.tokens -= cost;
    return cost;
  }
  if (outcome === Outcome.REFUSED) return 0;
  const counts = state.counts as WindowCounts;
  advance(counts, now);
  const allowed = budget.share * counts.firstTotal + (budget.floorPerSecond * budget.windowMs) / 1000;
  if (counts.secondTotal + 1 > allowed + 1e-9) return -1;
  count(counts, now, 0, 1);
  return 0;
}

/** Gives tokens back after a success. `takenByRetry` is what the last retry took; null when there was none. */
export function refund(policy: Policy, state: RetryBudgetState, takenByRetry: number | null): void {
  const budget = policy.retryBudget;
  if (budget === null || budget.kind !== 'tokens') return;
  state.tokens = Math.min(budget.capacity, state.tokens + refundOf(budget, takenByRetry));
}

function refundOf({ refund }: TokenBudget, takenByRetry: number | null): number {
  if (takenByRetry === null) return refund.firstTry;
  return refund.retry === 'cost' ? takenByRetry : refund.retry;
}
