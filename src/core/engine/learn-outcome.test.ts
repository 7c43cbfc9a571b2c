import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { CallState } from './call-state.js';
import { AccountState, KeyState } from './key-state.js';
import { learnOutcome } from './learn-outcome.js';
import { Outcome } from './outcome.js';

const rules = compile(
  parsePolicy({
    breaker: { threshold: 3, resetMs: 1000 },
    throttle: { k: 2 },
    retryBudget: { kind: 'tokens', capacity: 10, refund: { firstTry: 1 } },
  }),
);

function learned(outcome: Outcome) {
  const key = new KeyState('bucket', new AccountState(''), rules);
  const call = new CallState(key, null, true, null);
  call.trial = true;
  const { breaker, throttle, budget } = key;
  if (breaker === null || throttle === null || budget === null) throw new Error('the policy has all three');
  // Half open, with the one trial out.
  Object.assign(breaker, { openUntil: 0, trials: 1 });
  const said = learnOutcome(rules.policy, call, outcome, 500);
  return { said, isTrial: call.trial, trials: breaker.trials, openUntil: breaker.openUntil };
}

describe('what a bucket learns from an attempt', () => {
  it.each([
    ['a success closes the breaker', Outcome.OK, true, -Infinity],
    ['a refusal is an answer of a service that works', Outcome.REFUSED, true, -Infinity],
    ['so is a rejection', Outcome.REJECTED, true, -Infinity],
    ['an overload opens it again', Outcome.OVERLOADED, true, 1500],
    ['so does an unknown end', Outcome.UNKNOWN, true, 1500],
    ['no answer leaves it as it was', Outcome.NO_ANSWER, false, 0],
  ])('%s, and the trial is over', (_, outcome, said, openUntil) => {
    expect(learned(outcome)).toEqual({ said, isTrial: false, trials: 0, openUntil });
  });
});
