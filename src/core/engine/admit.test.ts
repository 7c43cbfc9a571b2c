import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { admit, hasOwnSlot, NO_SLOT, neverFits, predictedStartAt, settle, spentUntil, TAKEN } from './admit.js';
import { CallState } from './call-state.js';
import { costOf } from './cost-of.js';
import { AccountState, KeyState } from './key-state.js';

const HOUR = 3_600_000;
const requests = { name: 'requests', amount: 10, windowMs: 10_000 };
const tokens = { name: 'tokens', amount: 1000, windowMs: 10_000 };
const daily = { name: 'daily', amount: 5, windowMs: 24 * HOUR };

function bucketOf(policy: PolicyInput) {
  const rules = compile(parsePolicy(policy));
  const key = new KeyState('a', new AccountState('account'), rules);
  const levels = (): number[] => key.quotas.map(({ level }) => level);
  const enter = (costs: readonly number[] | null, now: number): number => admit(rules, key, costs, now);
  return { rules, key, levels, enter };
}

describe('admission in several dimensions', () => {
  it('takes a slot and every cost together', () => {
    const { enter, key, levels } = bucketOf({ quotas: [requests, tokens, daily], maxInFlight: 5 });
    expect(enter([1, 250, 2], 0)).toBe(TAKEN);
    expect(levels()).toEqual([9, 750, 3]);
    expect([key.inFlight, key.account.inFlight]).toEqual([1, 1]);
  });

  it('takes nothing at all when one of them is missing, and says when the last of them is there', () => {
    const { enter, key, levels } = bucketOf({ quotas: [requests, tokens], maxInFlight: 5 });
    enter([9, 900], 0);
    expect(enter([4, 150], 0)).toBe(3000);
    expect(enter([2, 600], 0)).toBe(5000);
    expect(enter([4, 600], 0)).toBe(5000);
    expect(levels()).toEqual([1, 100]);
    expect([key.inFlight, key.account.inFlight]).toEqual([1, 1]);
    expect(enter([4, 600], 5000)).toBe(TAKEN);
  });

  it('takes no cost when only the slot is missing', () => {
    const { enter, levels } = bucketOf({ quotas: [requests, tokens], maxInFlight: 1 });
    enter([1, 1], 0);
    expect(enter([1, 1], 0)).toBe(NO_SLOT);
    expect(levels()).toEqual([9, 999]);
  });

  it('counts one of each where no costs are given', () => {
    const { enter, levels } = bucketOf({ quotas: [requests, tokens] });
    enter(null, 0);
    expect(levels()).toEqual([9, 999]);
    expect([costOf(null, 0), costOf([7], 0), costOf([7], 1), costOf([0], 0)]).toEqual([1, 7, 1, 0]);
  });

  it.each([
    ['the bucket', 'cooldownAt'],
    ['its overload', 'overloadAt'],
  ] as const)('waits for the cooldown of %s before anything else', (_, which) => {
    const { enter, key, levels } = bucketOf({ quotas: [requests], maxInFlight: 1 });
    key[which] = 500;
    expect(enter(null, 499)).toBe(500);
    expect(levels()).toEqual([10]);
    expect(enter(null, 500)).toBe(TAKEN);
  });

  it('waits for the cooldown of the account', () => {
    const { enter, key } = bucketOf({});
    key.account.cooldownAt = 500;
    expect([enter(null, 0), enter(null, 500)]).toEqual([500, TAKEN]);
  });
});

describe('slots', () => {
  it('of an account are shared by its buckets', () => {
    const { rules, key, enter } = bucketOf({ maxInFlight: 2 });
    const sibling = new KeyState('b', key.account, rules);
    expect([enter(null, 0), admit(rules, sibling, null, 0), enter(null, 0)]).toEqual([TAKEN, TAKEN, NO_SLOT]);
    expect(admit(rules, new KeyState('c', new AccountState('other'), rules), null, 0)).toBe(TAKEN);
  });

  it('of a bucket of which nothing is known are whole ones of its window', () => {
    const { key, enter } = bucketOf({ initialInFlight: 2 });
    key.window = 2.99;
    expect([enter(null, 0), enter(null, 0), enter(null, 0)]).toEqual([TAKEN, TAKEN, NO_SLOT]);
    key.window = 3;
    expect(hasOwnSlot(key)).toBe(true);
  });

  it('are not limited where nothing says so', () => {
    const { enter } = bucketOf({ quotas: [{ ...requests, burst: 5000 }] });
    for (let k = 0; k < 5000; k++) expect(enter(null, 0)).toBe(TAKEN);
  });
});

describe('what can never fit', () => {
  it('is told from what has to wait', () => {
    const { key } = bucketOf({ quotas: [requests, { ...tokens, burst: 200 }, daily] });
    expect(neverFits(key, [10, 200, 5], 0)).toBe(false);
    for (const costs of [
      [10.5, 1, 1],
      [1, 201, 1],
      [1, 1, 6],
    ])
      expect(neverFits(key, costs, 0)).toBe(true);
    expect(neverFits(key, null, 0)).toBe(false);
  });
});

describe('a spent quota with a long window', () => {
  it('is in the way until its window ends; a paced one never is', () => {
    const { rules, key, enter } = bucketOf({ quotas: [requests, daily] });
    expect(spentUntil(rules, key, null, 0)).toBe(0);
    enter([10, 4], 1000);
    expect(spentUntil(rules, key, null, 1000)).toBe(0);
    expect(spentUntil(rules, key, [1, 2], 1000)).toBe(1000 + 24 * HOUR);
    expect(spentUntil(rules, key, [1, 2], 1000 + 24 * HOUR)).toBe(0);
  });
});

describe('the predicted start', () => {
  it('is now where nothing is in the way', () => {
    expect(predictedStartAt(bucketOf({ quotas: [requests] }).key, null, 77)).toBe(77);
  });

  it('is after the cooldowns', () => {
    const { key } = bucketOf({});
    Object.assign(key, { cooldownAt: 100, overloadAt: 300 });
    key.account.cooldownAt = 200;
    expect(predictedStartAt(key, null, 50)).toBe(300);
    expect(predictedStartAt(key, null, 400)).toBe(400);
  });

  it('is when the slowest paced quota has filled for everything ahead of it', () => {
    const { key, enter } = bucketOf({ quotas: [requests, tokens, daily] });
    enter([10, 500, 1], 0);
    // 10 requests and 1000 tokens per 10 s; three calls of 200 tokens are queued ahead.
    key.queuedCosts.set([3, 600, 3]);
    expect(predictedStartAt(key, [1, 200, 1], 0)).toBe(4000);
    expect(predictedStartAt(key, [1, 900, 1], 0)).toBe(10_000);
    expect(predictedStartAt(key, [1, 200, 1], 3500)).toBe(4000);
  });
});

describe('settling', () => {
  it('corrects every dimension, in the order of the quotas', () => {
    const { key, enter, levels } = bucketOf({ quotas: [requests, tokens] });
    enter([1, 400], 0);
    settle(key, new CallState(key, [1, 400], true, null), [1, 150], 0);
    expect(levels()).toEqual([9, 850]);
    settle(key, new CallState(key, null, true, null), [1, 101], 0);
    expect(levels()).toEqual([9, 750]);
  });
});
