import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../policy/parse-policy.js';
import type { RetryBudgetInput } from '../policy/policy.js';
import { Outcome } from './outcome.js';
import { createRetryBudget, noteFirstTry, type RetryBudgetState, refund, takeRetry } from './retry-budget.js';

/** A budget as the engine uses it. */
function budgetOf(retryBudget: RetryBudgetInput) {
  const policy = parsePolicy({ retryBudget });
  const state = createRetryBudget(policy) as RetryBudgetState;
  return {
    state,
    firstTries: (n: number, now = 0): void => {
      for (let k = 0; k < n; k++) noteFirstTry(state, now);
    },
    /** How many of `n` retries it lets go. */
    retries: (n: number, outcome: Outcome = Outcome.UNKNOWN, now = 0): number =>
      Array.from({ length: n }, () => takeRetry(policy, state, outcome, now)).filter((taken) => taken >= 0).length,
    success: (taken: number | null): void => refund(policy, state, taken),
  };
}

it('without a budget nothing is counted', () => {
  expect(createRetryBudget(parsePolicy({}))).toBeNull();
});

describe('a ratio', () => {
  it('RB-02: of 20 % lets 200 of 1000 failures in one instant retry, since it is charged when the retry is decided', () => {
    const budget = budgetOf({ share: 0.2, floorPerSecond: 0 });
    budget.firstTries(1000);
    expect(budget.retries(1000)).toBe(200);
    expect(budget.retries(1, Outcome.OVERLOADED)).toBe(0);
  });

  // Counted against requests in flight, the base would shrink with every failure and 3 of 6 would be refused. Ours is
  // counted against the first tries of the window, which no failure takes back.
  it('RB-01: of 100 % lets 6 of 6 failures retry, one after the other', () => {
    const budget = budgetOf({ share: 1, floorPerSecond: 0 });
    budget.firstTries(6);
    expect(budget.retries(7)).toBe(6);
  });

  it('RB-06: of a failing service says nothing of another one', () => {
    const [failing, healthy] = [budgetOf({ floorPerSecond: 0.1 }), budgetOf({ floorPerSecond: 0.1 })];
    failing.firstTries(10);
    healthy.firstTries(10);
    expect(failing.retries(100)).toBe(2);
    expect(healthy.retries(1)).toBe(1);
  });

  it('has a floor, so that a quiet client can retry at all', () => {
    const budget = budgetOf({ share: 0.1, windowMs: 10_000, floorPerSecond: 10 });
    expect(budget.retries(1000)).toBe(100);
  });

  it('comes back as the window moves on', () => {
    const budget = budgetOf({ share: 0, windowMs: 1000, floorPerSecond: 5 });
    expect(budget.retries(10, Outcome.UNKNOWN, 0)).toBe(5);
    expect(budget.retries(10, Outcome.UNKNOWN, 900)).toBe(0);
    expect(budget.retries(10, Outcome.UNKNOWN, 1000)).toBe(5);
  });

  it('counts no quota refusal: that is a wait which the server asked for', () => {
    const budget = budgetOf({ share: 0, floorPerSecond: 0 });
    expect(budget.retries(50, Outcome.REFUSED)).toBe(50);
    expect(budget.retries(50, Outcome.OVERLOADED)).toBe(0);
  });

  it('is exact where the share has no exact double: 10 % of 30 is 3', () => {
    const budget = budgetOf({ share: 0.1, floorPerSecond: 0 });
    budget.firstTries(30);
    expect(budget.retries(10)).toBe(3);
  });

  it('gains nothing from a success', () => {
    const budget = budgetOf({ share: 0, floorPerSecond: 0.1 });
    expect(budget.retries(2)).toBe(1);
    budget.success(null);
    budget.success(0);
    expect(budget.retries(1)).toBe(0);
  });
});

describe('tokens', () => {
  const aws: RetryBudgetInput = { kind: 'tokens', capacity: 500 };

  it('let 35 failed retries go, as 500 ÷ 14 says, and 100 that were throttled', () => {
    expect(budgetOf(aws).retries(1000, Outcome.OVERLOADED)).toBe(35);
    expect(budgetOf(aws).retries(1000, Outcome.UNKNOWN)).toBe(35);
    expect(budgetOf(aws).retries(1000, Outcome.REFUSED)).toBe(100);
  });

  it('RB-03: come back with every success, so that a drained bucket is not drained for ever', () => {
    const budget = budgetOf({ ...aws, cost: { transient: 5 }, refund: { firstTry: 1 } });
    expect(budget.retries(101)).toBe(100);
    for (let k = 0; k < 50; k++) budget.success(null);
    expect(budget.state.tokens).toBe(50);
    expect(budget.retries(1)).toBe(1);
    expect(budget.state.tokens).toBe(45);
  });

  it('that a retry took come back with its success, but never beyond the capacity', () => {
    const budget = budgetOf(aws);
    expect(budget.retries(1)).toBe(1);
    expect(budget.state.tokens).toBe(486);
    budget.success(14);
    budget.success(14);
    expect(budget.state.tokens).toBe(500);
  });

  it('come back after a retry as the policy says, in place of what it took', () => {
    const budget = budgetOf({
      kind: 'tokens',
      capacity: 50,
      cost: { transient: 10 },
      refund: { firstTry: 2, retry: 1 },
    });
    expect(budget.retries(2)).toBe(2);
    budget.success(10);
    expect(budget.state.tokens).toBe(31);
    budget.success(null);
    expect(budget.state.tokens).toBe(33);
    budget.success(0);
    expect(budget.state.tokens).toBe(34);
  });

  it('of which too few are left are left alone', () => {
    const budget = budgetOf({ kind: 'tokens', capacity: 20 });
    expect(budget.retries(2)).toBe(1);
    expect(budget.state.tokens).toBe(6);
    expect(budget.retries(1, Outcome.REFUSED)).toBe(1);
    expect(budget.state.tokens).toBe(1);
  });

  it('may cost nothing', () => {
    const budget = budgetOf({ kind: 'tokens', capacity: 1, cost: { transient: 0, throttled: 0 } });
    expect(budget.retries(1000)).toBe(1000);
    budget.success(0);
    expect(budget.state.tokens).toBe(1);
  });
});
