import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { CallState } from './call-state.js';
import { cool, cooledUntil, isCooledTooLong, resizeWindow, type Scope } from './cooldown.js';
import { Decision } from './decision.js';
import { AccountState, KeyState } from './key-state.js';
import { Outcome } from './outcome.js';

const { OK, REFUSED, OVERLOADED, UNKNOWN, REJECTED, TERMINAL } = Outcome;

/** A bucket, its sibling, and a way to refuse calls of it. */
function bucket(policy: PolicyInput = {}) {
  const rules = compile(parsePolicy(policy));
  const account = new AccountState('account');
  const [key, sibling] = [new KeyState('a', account, rules), new KeyState('b', account, rules)];
  const call = new CallState(key, null, true, null);
  return {
    rules,
    key,
    call,
    account,
    /** Ends an attempt; `ownMs` is the computed wait of its retry. */
    answer(
      now: number,
      outcome: Outcome,
      hintMs: number | null,
      ownMs = 100,
      scope: Scope = 'bucket',
      decision: Decision = Decision.RETRY,
    ) {
      call.previousMs = ownMs;
      call.readyAt = Math.max(now + ownMs, cooledUntil(key));
      cool(rules, call, outcome, hintMs, decision, scope, now);
      return [cooledUntil(key), cooledUntil(sibling)];
    },
  };
}

describe('a refusal', () => {
  it('shuts its bucket for as long as the server says, and no other', () => {
    expect(bucket().answer(1000, REFUSED, 5000)).toEqual([6000, 0]);
  });

  it('of the whole account shuts all of its buckets', () => {
    const { answer, key, account } = bucket();
    expect(answer(1000, REFUSED, 5000, 100, 'account')).toEqual([6000, 6000]);
    expect([key.cooldownAt, account.cooldownAt]).toEqual([0, 6000]);
  });

  it('is never shortened, whatever comes after it', () => {
    const { answer } = bucket();
    answer(0, REFUSED, 60_000);
    expect(answer(10, REFUSED, 1)[0]).toBe(60_000);
    expect(answer(20, REFUSED, null, 5)[0]).toBe(60_000);
    expect(answer(30, OK, null)[0]).toBe(60_000);
    expect(answer(40, REFUSED, 70_000)[0]).toBe(70_040);
  });

  it('without a hint shuts it for the own wait of the refused call', () => {
    expect(bucket().answer(1000, REFUSED, null, 250)).toEqual([1250, 0]);
    expect(bucket().answer(1000, REFUSED, 0, 250)).toEqual([1250, 0]);
    expect(bucket({ retryAfter: { honor: false } }).answer(1000, REFUSED, 9000, 250)).toEqual([1250, 0]);
  });

  it('of a hundred calls at once shuts it for one wait, not for the largest of a hundred', () => {
    const { answer } = bucket();
    for (let k = 0; k < 100; k++) expect(answer(1000 + k / 1000, REFUSED, null, 250 + 10 * k)[0]).toBe(1250);
    expect(answer(1250, REFUSED, null, 500)[0]).toBe(1750);
  });

  it('of the account is not held for as long as one of its buckets is', () => {
    const { answer, account } = bucket();
    answer(0, REFUSED, 60_000);
    expect(answer(10, REFUSED, null, 100, 'account')).toEqual([60_000, 110]);
    expect(account.cooldownAt).toBe(110);
  });

  it('that gives the call up still shuts the bucket for the named wait, and without one it does not', () => {
    expect(bucket().answer(0, REFUSED, 700_000, 100, 'bucket', Decision.GIVE_UP_HINT)[0]).toBe(700_000);
    expect(bucket().answer(0, REFUSED, null, 100, 'bucket', Decision.GIVE_UP_ATTEMPTS)[0]).toBe(0);
  });

  it.each<[PolicyInput['retryAfter'], number]>([
    [{ beyondMax: 'fail' }, 900_000],
    [{ beyondMax: 'clamp' }, 600_000],
    [{ beyondMax: 'backoff' }, 100],
  ])('beyond the longest wait, with %j, shuts it for %d ms', (retryAfter, until) => {
    expect(bucket({ retryAfter: { ...retryAfter } }).answer(0, REFUSED, 900_000)[0]).toBe(until);
  });
});

describe('an overload', () => {
  it('is kept apart from the quota', () => {
    const { answer, key } = bucket();
    answer(0, OVERLOADED, 5000);
    expect([key.overloadAt, key.cooldownAt]).toEqual([5000, 0]);
    answer(0, REFUSED, 9000);
    expect([key.overloadAt, key.cooldownAt]).toEqual([5000, 9000]);
  });

  it('without a named wait shuts nothing', () => {
    expect(bucket().answer(0, OVERLOADED, null)).toEqual([0, 0]);
  });

  it('of one bucket says nothing of the others, even when the whole account is named', () => {
    expect(bucket().answer(0, OVERLOADED, 5000, 100, 'account')).toEqual([5000, 0]);
  });

  it.each([OK, UNKNOWN, REJECTED, TERMINAL])('is not what outcome %d is: that shuts nothing', (outcome) => {
    expect(bucket().answer(0, outcome, 5000)).toEqual([0, 0]);
  });
});

describe('a bucket that is shut for too long', () => {
  it.each<[string, Outcome, number | null, number, Scope, boolean]>([
    ['for the longest wait', REFUSED, 10_000, 0, 'bucket', false],
    ['for longer', REFUSED, 10_001, 0, 'bucket', true],
    ['by its account', REFUSED, 10_001, 0, 'account', true],
    ['by an overload', OVERLOADED, 10_001, 0, 'bucket', true],
    // The server named nothing, so there is nothing that the policy would not obey.
    ['by an own wait', REFUSED, null, 32_000, 'bucket', false],
  ])('%s', (_, outcome, hintMs, ownMs, scope, tooLong) => {
    const { answer, rules, key } = bucket({ retryAfter: { maxMs: 10_000 } });
    answer(500, outcome, hintMs, ownMs, scope);
    expect(isCooledTooLong(rules, key, 500)).toBe(tooLong);
    expect(isCooledTooLong(rules, key, 501)).toBe(false);
  });

  it('is waited for where the policy does not fail', () => {
    const { answer, rules, key } = bucket({ retryAfter: { maxMs: 10, beyondMax: 'clamp' } });
    answer(0, REFUSED, 10_000);
    expect(isCooledTooLong(rules, key, 0)).toBe(false);
  });
});

describe('the window of a bucket of which nothing is known', () => {
  it('doubles per answered round until the first refusal', () => {
    const { key, call } = bucket({ initialInFlight: 2 });
    for (let round = 0; round < 3; round++) {
      const inFlight = key.window;
      for (let k = 0; k < inFlight; k++) resizeWindow(key, call, OK, round);
    }
    expect(key.window).toBe(16);
  });

  it('halves once per round of refusals, and never below one', () => {
    const { key, call } = bucket({ initialInFlight: 8 });
    call.sentAt = 0;
    for (let k = 0; k < 8; k++) resizeWindow(key, call, REFUSED, 100 + k);
    expect(key.window).toBe(4);
    for (const sentAt of [110, 210, 310, 410]) {
      call.sentAt = sentAt;
      resizeWindow(key, call, REFUSED, sentAt + 50);
    }
    expect(key.window).toBe(1);
  });

  it('is one when it is refused again after a wait that the server named, which may be for one', () => {
    const { key, call, answer } = bucket({ initialInFlight: 16 });
    resizeWindow(key, call, REFUSED, 0);
    answer(0, REFUSED, 50);
    expect(key.window).toBe(8);
    call.sentAt = 50;
    resizeWindow(key, call, REFUSED, 100);
    expect(key.window).toBe(1);
  });

  it('then grows by one per round', () => {
    const { key, call } = bucket({ initialInFlight: 8 });
    resizeWindow(key, call, REFUSED, 0);
    for (let k = 0; k < 4; k++) resizeWindow(key, call, OK, 1);
    expect(key.window).toBeGreaterThan(4.8);
    expect(key.window).toBeLessThan(5);
  });

  it.each([OVERLOADED, UNKNOWN, REJECTED, TERMINAL])('is not moved by outcome %d', (outcome) => {
    const { key, call } = bucket();
    resizeWindow(key, call, outcome, 0);
    expect(key.window).toBe(4);
  });

  it('is none where a quota is known', () => {
    const { key, call } = bucket({ quotas: [{ name: 'a', amount: 1, windowMs: 1000 }] });
    resizeWindow(key, call, REFUSED, 0);
    expect(key.window).toBe(Infinity);
  });
});
