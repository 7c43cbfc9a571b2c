import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { CallState } from './call-state.js';
import { decide, needsDraw } from './decide.js';
import { Decision } from './decision.js';
import { AccountState, KeyState } from './key-state.js';
import { Outcome } from './outcome.js';

const NOW = 1000;
const { OK, REFUSED, OVERLOADED, UNKNOWN, REJECTED, TERMINAL } = Outcome;

/** What becomes of a call after an attempt, and how long from now it could go. */
function endOf(
  outcome: Outcome,
  policy: PolicyInput = {},
  given: { call?: Partial<CallState>; key?: Partial<KeyState>; repeatable?: boolean; hintMs?: number } = {},
) {
  const rules = compile(parsePolicy({ jitter: 'none', ...policy }));
  const key = Object.assign(new KeyState('bucket', new AccountState('account'), rules), given.key);
  const call = new CallState(key, null, given.repeatable ?? true, null);
  Object.assign(call, { attempt: 1 }, given.call);
  const draws = needsDraw(rules, key, call, outcome, given.hintMs ?? null);
  const code = decide(rules, key, call, outcome, given.hintMs ?? null, NOW, 0);
  const decision = Object.entries(Decision).find(([, value]) => value === code)?.[0];
  return { decision, waitMs: call.readyAt - NOW, draws, call, key };
}

describe('what the outcome allows', () => {
  it.each<[string, Outcome, PolicyInput['retryOn'], boolean, string]>([
    ['success', OK, {}, true, 'RETURN'],
    ['a wrong request', REJECTED, {}, true, 'RETURN'],
    ['the end of a quota', TERMINAL, {}, true, 'GIVE_UP_TERMINAL'],
    // Nothing was processed: any method may be repeated.
    ['a refusal of a POST', REFUSED, {}, false, 'RETRY'],
    ['an overload of a POST', OVERLOADED, {}, false, 'RETRY'],
    ['a refusal where repeating is never allowed', REFUSED, { idempotent: 'never' }, false, 'RETRY'],
    // It may have been processed.
    ['an unknown end of a GET', UNKNOWN, {}, true, 'RETRY'],
    ['an unknown end of a POST', UNKNOWN, {}, false, 'GIVE_UP_NOT_REPEATABLE'],
    ['the same where the policy says always', UNKNOWN, { idempotent: 'always' }, false, 'RETRY'],
    ['an unknown end of a GET where it says never', UNKNOWN, { idempotent: 'never' }, true, 'GIVE_UP_NOT_REPEATABLE'],
  ])('%s', (_, outcome, retryOn, repeatable, decision) => {
    const end = endOf(outcome, { retryOn: { ...retryOn } }, { repeatable });
    expect(end).toMatchObject({ decision, draws: decision === 'RETRY' });
  });

  it('a body that can be sent once is not sent again, though everything else allows it', () => {
    const call = { replayable: false };
    expect(endOf(OVERLOADED, {}, { call }).decision).toBe('GIVE_UP_BODY');
    expect(endOf(OK, {}, { call }).decision).toBe('RETURN');
    expect(endOf(OVERLOADED, { maxAttempts: 1 }, { call }).decision).toBe('GIVE_UP_ATTEMPTS');
  });
});

describe('the number of attempts', () => {
  it.each<[attempt: number, refusals: number, counted: boolean, outcome: Outcome, string]>([
    [5, 0, false, OVERLOADED, 'RETRY'],
    [6, 0, false, OVERLOADED, 'GIVE_UP_ATTEMPTS'],
    // A refusal is a wait, so it uses up none of them
    [6, 1, false, REFUSED, 'RETRY'],
    [50, 50, false, REFUSED, 'RETRY'],
    [55, 50, false, OVERLOADED, 'RETRY'],
    [56, 50, false, OVERLOADED, 'GIVE_UP_ATTEMPTS'],
    // but is counted by itself
    [100, 100, false, REFUSED, 'RETRY'],
    [101, 101, false, REFUSED, 'GIVE_UP_REFUSALS'],
    // unless the policy counts strictly.
    [5, 5, true, REFUSED, 'RETRY'],
    [6, 6, true, REFUSED, 'GIVE_UP_ATTEMPTS'],
    [6, 1, true, OVERLOADED, 'GIVE_UP_ATTEMPTS'],
  ])(
    'after %d attempts, %d of them refused (counted: %s), outcome %d: %s',
    (attempt, refusals, countAsAttempts, outcome, decision) => {
      expect(endOf(outcome, { refusals: { countAsAttempts } }, { call: { attempt, refusals } }).decision).toBe(
        decision,
      );
    },
  );

  it('of one means that nothing is retried but refusals', () => {
    expect(endOf(OVERLOADED, { maxAttempts: 1 }).decision).toBe('GIVE_UP_ATTEMPTS');
    expect(endOf(REFUSED, { maxAttempts: 1 }, { call: { refusals: 1 } }).decision).toBe('RETRY');
  });

  it('refusals.max 0 means that no refusal is waited for', () => {
    expect(endOf(REFUSED, { refusals: { max: 0 } }, { call: { refusals: 1 } }).decision).toBe('GIVE_UP_REFUSALS');
  });
});

describe('the deadline', () => {
  it.each<[number, string]>([
    [NOW + 1001, 'RETRY'],
    [NOW + 1000, 'GIVE_UP_DEADLINE'],
    [NOW + 5, 'GIVE_UP_DEADLINE'],
  ])('at %d ends a call whose retry would start at 2000 at once, with that instant: %s', (deadlineAt, decision) => {
    expect(endOf(OVERLOADED, {}, { call: { deadlineAt } })).toMatchObject({ decision, waitMs: 1000 });
  });

  it('is held against the hint, unshortened', () => {
    const end = endOf(REFUSED, {}, { call: { deadlineAt: NOW + 8000 }, hintMs: 10_000 });
    expect(end).toMatchObject({ decision: 'GIVE_UP_DEADLINE', waitMs: 10_000 });
  });

  it('is held against the cooldown of the bucket', () => {
    const end = endOf(REFUSED, {}, { call: { deadlineAt: NOW + 8000 }, hintMs: 5, key: { cooldownAt: NOW + 9000 } });
    expect(end).toMatchObject({ decision: 'GIVE_UP_DEADLINE', waitMs: 9000 });
  });
});

describe('the breaker', () => {
  const breaker = { failures: 9, openUntil: NOW + 5000, trials: 0 };

  it('ends a call whose retry would come while it is open, with the instant of its reset', () => {
    expect(endOf(OVERLOADED, { breaker: {} }, { key: { breaker } })).toMatchObject({
      decision: 'GIVE_UP_BREAKER',
      waitMs: 5000,
    });
  });

  it('lets a retry wait that comes when it has been reset', () => {
    const end = endOf(OVERLOADED, { breaker: {} }, { key: { breaker }, hintMs: 5000 });
    expect(end).toMatchObject({ decision: 'RETRY', waitMs: 5000 });
  });
});

describe('the budget', () => {
  const empty: PolicyInput = { retryBudget: { share: 0, floorPerSecond: 0 } };

  it('ends a call whose retry it refuses, with the instant at which that would have gone', () => {
    expect(endOf(OVERLOADED, empty)).toMatchObject({ decision: 'GIVE_UP_BUDGET', waitMs: 1000 });
    expect(endOf(UNKNOWN, empty).decision).toBe('GIVE_UP_BUDGET');
  });

  it('lets a refusal wait: it is exempt from a ratio', () => {
    expect(endOf(REFUSED, empty).decision).toBe('RETRY');
  });

  it('is charged by the outcome, and only for a retry that goes', () => {
    const tokens: PolicyInput = { retryBudget: { kind: 'tokens' } };
    const taken = (...given: Parameters<typeof endOf>) => {
      const { call, key } = endOf(...given);
      return [call.budgetTaken, key.budget?.tokens];
    };
    expect(taken(OVERLOADED, tokens)).toEqual([14, 486]);
    expect(taken(UNKNOWN, tokens)).toEqual([14, 486]);
    expect(taken(REFUSED, tokens)).toEqual([5, 495]);
    expect(taken(OVERLOADED, tokens, { call: { deadlineAt: NOW } })).toEqual([null, 500]);
    expect(taken(OVERLOADED, { ...tokens, maxAttempts: 1 })).toEqual([null, 500]);
  });
});

describe('a call that is given up knows when it could have gone', () => {
  it.each<[string, Outcome, PolicyInput, Parameters<typeof endOf>[2], number]>([
    ['after the wait that the server named', OVERLOADED, { maxAttempts: 1 }, { hintMs: 4000 }, 4000],
    ['after the refusals', REFUSED, { refusals: { max: 0 } }, { hintMs: 4000, call: { refusals: 1 } }, 4000],
    ['after an unknown end', UNKNOWN, {}, { hintMs: 4000, repeatable: false }, 4000],
    ['after a terminal one', TERMINAL, {}, { hintMs: 4000 }, 4000],
    ['after the cooldown', OVERLOADED, { maxAttempts: 1 }, { key: { cooldownAt: NOW + 6000 } }, 6000],
    ['now', OVERLOADED, { maxAttempts: 1 }, { call: { readyAt: 77 } }, 0],
    ['never, as far as is known', TERMINAL, {}, {}, Infinity],
  ])('%s', (_, outcome, policy, given, waitMs) => {
    expect(endOf(outcome, policy, given).waitMs).toBe(waitMs);
  });
});
