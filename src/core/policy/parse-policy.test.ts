import { describe, expect, it } from 'vitest';
import { PolicyError } from '../errors.js';
import { parsePolicy } from './parse-policy.js';
import type { Policy, PolicyInput } from './policy.js';

function refusals(input: unknown): string[] {
  try {
    parsePolicy(input);
  } catch (error) {
    if (error instanceof PolicyError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('a policy', () => {
  it('has the documented defaults', () => {
    const defaults: Policy = {
      version: 1,
      backoff: { baseMs: 1000, multiplier: 2, capMs: 32_000, minMs: 0, throttledBaseMs: null },
      jitter: 'full',
      maxAttempts: 6,
      refusals: { countAsAttempts: false, max: 100 },
      retryAfter: { honor: true, maxMs: 600_000, beyondMax: 'fail', spreadMs: 'auto' },
      retryOn: { statuses: [408, 429, '5xx'], networkErrors: true, idempotent: 'auto' },
      attemptTimeoutMs: null,
      idleTimeoutMs: null,
      deadlineMs: null,
      maxInFlight: null,
      initialInFlight: 4,
      quotas: [],
      retryBudget: null,
      throttle: null,
      breaker: null,
      onGiveUp: 'response',
    };
    expect(parsePolicy({})).toEqual(defaults);
    expect(parsePolicy()).toEqual(defaults);
    expect(parsePolicy(undefined)).toEqual(defaults);
  });

  it.each<[PolicyInput, Partial<Policy>]>([
    [{ retryBudget: {} }, { retryBudget: { kind: 'ratio', share: 0.1, windowMs: 10_000, floorPerSecond: 10 } }],
    [
      { retryBudget: { kind: 'tokens' } },
      {
        retryBudget: {
          kind: 'tokens',
          capacity: 500,
          cost: { transient: 14, throttled: 5 },
          refund: { firstTry: 1, retry: 'cost' },
        },
      },
    ],
    [{ throttle: {} }, { throttle: { k: 2, windowMs: 120_000, maxRejectShare: 0.9 } }],
    [{ breaker: {} }, { breaker: { threshold: 5, resetMs: 30_000, halfOpenPermits: 1 } }],
    [
      { retryBudget: null, throttle: null, breaker: null },
      { retryBudget: null, throttle: null, breaker: null },
    ],
  ])('of %j switches on what is named, with its defaults', (input, expected) => {
    expect(parsePolicy(input)).toMatchObject(expected);
  });

  it('takes durations and shares as they are written', () => {
    const policy = parsePolicy({
      backoff: { baseMs: '0.5s', capMs: 'none', minMs: '1ms', throttledBaseMs: '1s' },
      jitter: '0.75..1',
      deadlineMs: '1m',
      retryBudget: { share: '20%', windowMs: '1m' },
    });
    expect(policy.backoff).toMatchObject({ baseMs: 500, capMs: null, minMs: 1, throttledBaseMs: 1000 });
    expect(policy).toMatchObject({ jitter: { low: 0.75, high: 1 }, deadlineMs: 60_000, retryBudget: { share: 0.2 } });
  });

  it('takes a field that is undefined for one that is not there', () => {
    const blank = {
      backoff: undefined,
      jitter: undefined,
      refusals: { max: undefined },
      throttle: undefined,
      retryBudget: { kind: undefined, share: undefined },
    };
    expect(parsePolicy(blank)).toEqual(parsePolicy({ retryBudget: {} }));
  });

  it('does not cap listed delays, unless a cap is written beside them', () => {
    expect(parsePolicy({ backoff: { delaysMs: [60_000] } }).backoff).toEqual({
      delaysMs: [60_000],
      capMs: null,
      minMs: 0,
    });
    expect(parsePolicy({ backoff: { delaysMs: ['60s'], capMs: 1000 } }).backoff).toMatchObject({ capMs: 1000 });
  });

  it('is frozen to the last list, and leaves its input alone', () => {
    const input = {
      backoff: { delaysMs: [1, 2] },
      jitter: { low: 0, high: 1 },
      retryOn: { statuses: [429] },
      quotas: [{ name: 'a', amount: 1, windowMs: 1 }],
      breaker: {},
    };
    const before = structuredClone(input);
    const policy = parsePolicy(input);
    const unfrozen = (value: unknown): unknown[] =>
      typeof value !== 'object' || value === null
        ? []
        : [...(Object.isFrozen(value) ? [] : [value]), ...Object.values(value).flatMap(unfrozen)];
    expect(unfrozen(policy)).toEqual([]);
    expect(input).toEqual(before);
    expect(unfrozen(input)).toHaveLength(9);
    expect(() => Object.assign(policy, { maxAttempts: 7 })).toThrow(TypeError);
  });
});

describe('a policy is refused', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['a text', '{"maxAttempts":3}'],
    ['a number', 3],
    ['a function', () => ({})],
  ])('when it is %s', (_, input) => {
    expect(refusals(input)).toEqual([expect.stringMatching(/^policy: .* is not allowed; give a plain object$/)]);
  });

  it.each<[unknown, string, string | null]>([
    [{ maxAttempt: 3 }, 'maxAttempt', 'maxAttempts'],
    [{ retries: 3 }, 'retries', null],
    [{ backoff: { base: 100 } }, 'backoff.base', 'baseMs'],
    [{ backoff: { capMS: 100 } }, 'backoff.capMS', 'capMs'],
    [{ retryAfter: { honour: true } }, 'retryAfter.honour', 'honor'],
    [{ retryBudget: { kind: 'tokens', cost: { transiant: 1 } } }, 'retryBudget.cost.transiant', 'transient'],
    [{ breaker: { treshold: 1 } }, 'breaker.treshold', 'threshold'],
    [{ load: {} }, 'load', null],
  ])('for an unknown key: %j', (input, path, close) => {
    const [message, ...others] = refusals(input);
    expect(others).toEqual([]);
    expect(message).toContain(`${path}: "${path.split('.').at(-1)}" is not allowed; give one of `);
    expect(message?.includes('did you mean')).toBe(close !== null);
    if (close !== null) expect(message).toContain(`(did you mean ${close}?)`);
  });

  it.each<[string, unknown, RegExp]>([
    ['a list', { backoff: [] }, /^backoff: a list is not allowed; give an object with baseMs, multiplier,/],
    ['a number', { backoff: 1000 }, /^backoff: 1000 is not allowed; give an object/],
    ['null', { retryAfter: null }, /^retryAfter: null is not allowed; give an object with honor/],
    ['false', { throttle: false }, /^throttle: false is not allowed; give an object with k/],
    ['true', { breaker: true }, /^breaker: true is not allowed; give an object with threshold/],
    ['a text', { retryBudget: 'ratio' }, /^retryBudget: "ratio" is not allowed; give an object with kind/],
    ['null below', { retryBudget: { kind: 'tokens', cost: null } }, /^retryBudget\.cost: null is not allowed/],
  ])('for a group that is %s', (_, input, message) => {
    expect(refusals(input)).toEqual([expect.stringMatching(message)]);
  });

  it('with every issue at once, in one error', () => {
    const messages = refusals({
      maxAttempts: 0,
      jiter: 'full',
      backoff: { baseMs: '', multiplier: 11, cap: 5 },
      retryAfter: 7,
      retryOn: { statuses: ['x', 'y'] },
      quotas: [{ amount: 5 }],
    });
    const fields = messages.map((message) => message.split(':')[0]);
    expect(fields.sort()).toEqual([
      'backoff.baseMs',
      'backoff.cap',
      'backoff.multiplier',
      'jiter',
      'maxAttempts',
      'quotas[0].name',
      'retryAfter',
      'retryOn.statuses[0]',
    ]);
  });
});

// A delay that another setting silently switched off: what has no effect is not accepted in silence.
describe('CF-01: settings that would have no effect are refused', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'a base beside listed delays',
      { backoff: { baseMs: 10_000, delaysMs: [1000] } },
      /^backoff\.baseMs: 10000 is not allowed; give either backoff\.delaysMs or base and multiplier, not both$/,
    ],
    ['a multiplier beside them', { backoff: { multiplier: 3, delaysMs: [1000] } }, /^backoff\.multiplier: 3/],
    ['a second base beside them', { backoff: { throttledBaseMs: 3, delaysMs: [1] } }, /^backoff\.throttledBaseMs: 3/],
    [
      'the capacity of another kind of budget',
      { retryBudget: { capacity: 5 } },
      /^retryBudget\.capacity: 5 is not allowed; give it only with retryBudget\.kind tokens$/,
    ],
    [
      'the share of another kind of budget',
      { retryBudget: { kind: 'tokens', share: 0.1 } },
      /^retryBudget\.share: 0\.1 is not allowed; give it only with retryBudget\.kind ratio$/,
    ],
    [
      'a minimum above the cap',
      { backoff: { capMs: 100, minMs: 101 } },
      /^backoff\.minMs: 101 is not allowed; give at most the cap, 100ms$/,
    ],
    [
      'a minimum above the default cap',
      { backoff: { minMs: '1m' } },
      /^backoff\.minMs: 60000 .*at most the cap, 32000ms$/,
    ],
    [
      'growing jitter of listed delays',
      { backoff: { delaysMs: [1000] }, jitter: 'decorrelated' },
      /^jitter: "decorrelated" is not allowed; give another jitter/,
    ],
  ])('%s', (_, input, message) => {
    expect(refusals(input)).toEqual([expect.stringMatching(message)]);
  });

  it('but not a minimum equal to the cap, nor any without a cap', () => {
    expect(refusals({ backoff: { capMs: 100, minMs: 100 } })).toEqual([]);
    expect(refusals({ backoff: { capMs: null, minMs: '1d' } })).toEqual([]);
  });
});
