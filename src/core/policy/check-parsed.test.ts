// Policies as plain JavaScript may pass them to a function that computes with one.

import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { planOf } from '../capacity/plan.js';
import { PolicyError } from '../errors.js';
import { parseLimit } from '../grammar/limit.js';
import { scheduleOf } from '../schedule/schedule.js';
import { parsePolicy } from './parse-policy.js';

const parsed = parsePolicy({});
const limits = [parseLimit('requests=60/min')];

describe('a policy that did not come from parsePolicy', () => {
  it.each<[what: string, policy: unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'openai-python'],
    ['an empty object', {}],
    ['one with fields left out', { maxAttempts: 3, backoff: { baseMs: 1000 } }],
    ['one with durations as text', { ...parsed, backoff: { ...parsed.backoff, baseMs: '1s' } }],
    ['one with a group left out', { ...parsed, backoff: {} }],
    ['one with broken attempts', { ...parsed, maxAttempts: Number.NaN }],
    ['the result of a promise', Promise.resolve(parsed)],
  ])('%s is refused, with what is needed', (_, policy) => {
    const given = policy as never;
    for (const compute of [() => scheduleOf(given), () => planOf(given, { limits }), () => compile(given)]) {
      expect(compute).toThrow(PolicyError);
      expect(compute).toThrow(/^policy: .*; give a policy from parsePolicy \(parsePolicy checks /);
    }
  });

  it.each([
    ['as it is', {}],
    ['with listed delays', { backoff: { delaysMs: ['1s', '2s'] } }],
    ['without a cap', { backoff: { capMs: null } }],
    ["with a jitter of one's own", { jitter: '0.5..1' }],
  ])('one that did is taken, %s, copied or not', (_, input) => {
    const policy = parsePolicy(input);
    expect(compile(structuredClone(policy)).policy).toEqual(policy);
    expect(compile({ ...policy }).policy).toEqual(policy);
  });
});

describe('the options of a schedule', () => {
  it.each<[options: unknown, message: string]>([
    [null, 'options: null is not allowed; give an object with seed, load'],
    [{ sed: 1 }, 'sed: "sed" is not allowed; give one of seed, load (did you mean seed?)'],
    [{ seed: 1.5 }, 'seed: 1.5 is not allowed'],
  ])('%j are refused', (options, message) => {
    expect(() => scheduleOf(parsed, options as never)).toThrow(message);
  });
});
