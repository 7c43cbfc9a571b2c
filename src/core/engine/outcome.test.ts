import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { classify, NO_RESPONSE, Outcome, Trait, type Verdict } from './outcome.js';

const nameOf = (outcome: Outcome): string | undefined =>
  Object.entries(Outcome).find(([, code]) => code === outcome)?.[0];
const rules = (retryOn: PolicyInput['retryOn'] = {}) => compile(parsePolicy({ retryOn }));
const of = (
  status: number,
  verdict: Verdict | null = null,
  traits: number = Trait.NONE,
  input = {},
): string | undefined => nameOf(classify(rules(input), status, verdict, traits));

describe('the outcome of a status', () => {
  // RFC 9110 §15, RFC 6585 §4; 529 as the LLM providers use it.
  it.each<[number, string]>([
    [200, 'OK'],
    [204, 'OK'],
    [304, 'OK'],
    [399, 'OK'],
    [400, 'REJECTED'],
    [401, 'REJECTED'],
    [402, 'REJECTED'],
    [403, 'REJECTED'],
    [404, 'REJECTED'],
    [408, 'UNKNOWN'],
    [409, 'REJECTED'],
    [422, 'REJECTED'],
    [425, 'REJECTED'],
    [429, 'REFUSED'],
    [499, 'REJECTED'],
    [500, 'UNKNOWN'],
    [501, 'REJECTED'],
    [502, 'UNKNOWN'],
    [503, 'OVERLOADED'],
    [504, 'UNKNOWN'],
    [505, 'REJECTED'],
    [507, 'UNKNOWN'],
    [511, 'REJECTED'],
    [520, 'UNKNOWN'],
    [529, 'OVERLOADED'],
    [599, 'UNKNOWN'],
    [600, 'REJECTED'],
    [999, 'REJECTED'],
    [Number.NaN, 'REJECTED'],
  ])('%d is %s', (status, outcome) => {
    expect(of(status)).toBe(outcome);
  });

  it('RC-06: retries 408, 429 and 5xx, never 400 to 404, and 409 and 425 where the policy says so', () => {
    const statuses = [401, 402, 403, 404, 400, 408, 409, 425, 429, 500, 502, 503, 504, 529];
    const retried = (input: PolicyInput['retryOn']) =>
      statuses.map((status) => !['OK', 'REJECTED', 'TERMINAL'].includes(of(status, null, Trait.NONE, input) ?? ''));
    const byDefault = [false, false, false, false, false, true, false, false, true, true, true, true, true, true];
    expect(retried({})).toEqual(byDefault);
    const configured = [false, false, false, false, false, true, true, true, true, true, true, true, true, true];
    expect(retried({ statuses: [408, 409, 425, 429, '5xx'] })).toEqual(configured);
  });

  it('is REJECTED where the policy does not retry the status', () => {
    for (const status of [408, 429, 500, 503, 529])
      expect(of(status, null, Trait.NONE, { statuses: [] })).toBe('REJECTED');
    expect(of(503, null, Trait.NONE, { statuses: [503] })).toBe('OVERLOADED');
  });

  it('is UNKNOWN for a status that the policy adds: the request may have been processed', () => {
    expect(of(409, null, Trait.NONE, { statuses: [409] })).toBe('UNKNOWN');
  });
});

describe('the outcome of a network fault', () => {
  it.each<[string, number, PolicyInput['retryOn'], string]>([
    ['that may have been processed', Trait.NONE, {}, 'UNKNOWN'],
    ['before anything was sent', Trait.NOT_SENT, {}, 'OVERLOADED'],
    ['that the policy does not retry', Trait.NONE, { networkErrors: false }, 'NO_ANSWER'],
    ['before sending, which it does not retry either', Trait.NOT_SENT, { networkErrors: false }, 'NO_ANSWER'],
  ])('%s', (_, traits, retryOn, outcome) => {
    expect(of(NO_RESPONSE, null, traits, retryOn)).toBe(outcome);
  });

  it('has nothing to do with the list of statuses', () => {
    expect(of(NO_RESPONSE, null, Trait.NONE, { statuses: [] })).toBe('UNKNOWN');
  });
});

describe('what the response itself says', () => {
  it.each<[number, Verdict, number, string]>([
    // A verdict overrides the status.
    [429, 'ok', Trait.NONE, 'OK'],
    [404, 'ok', Trait.NONE, 'OK'],
    [429, 'never', Trait.NONE, 'TERMINAL'],
    [200, 'never', Trait.NONE, 'TERMINAL'],
    [500, 'rejected', Trait.NONE, 'REJECTED'],
    // A limit under another status: GitHub's 403, a GraphQL answer of 200, I'm a teapot.
    [403, 'retry', Trait.NONE, 'REFUSED'],
    [403, 'backoff', Trait.NONE, 'REFUSED'],
    [200, 'retry', Trait.NONE, 'REFUSED'],
    [418, 'backoff', Trait.NONE, 'REFUSED'],
    [429, 'retry', Trait.NONE, 'REFUSED'],
    // To be retried, but the status still says what may have happened.
    [408, 'retry', Trait.NONE, 'UNKNOWN'],
    [500, 'retry', Trait.NONE, 'UNKNOWN'],
    [502, 'backoff', Trait.NONE, 'UNKNOWN'],
    [503, 'retry', Trait.NONE, 'OVERLOADED'],
    // An overload under another status.
    [500, 'backoff', Trait.OVERLOAD, 'OVERLOADED'],
    [429, 'retry', Trait.OVERLOAD, 'OVERLOADED'],
    [200, 'backoff', Trait.OVERLOAD, 'OVERLOADED'],
  ])('%d with the verdict %s and traits %d is %s', (status, verdict, traits, outcome) => {
    expect(of(status, verdict, traits)).toBe(outcome);
  });

  it('marks an overload without a verdict too, among the statuses that are retried', () => {
    expect(of(500, null, Trait.OVERLOAD)).toBe('OVERLOADED');
    expect(of(429, null, Trait.OVERLOAD)).toBe('OVERLOADED');
    expect(of(400, null, Trait.OVERLOAD)).toBe('REJECTED');
    expect(of(200, null, Trait.OVERLOAD)).toBe('OK');
  });

  it('is UNKNOWN where the server does not know whether it was processed, whatever the status', () => {
    // Binance's 503 "Unknown error, please check your request or try again later": an order may have been placed.
    expect(of(503, null, Trait.MAYBE_DONE)).toBe('UNKNOWN');
    expect(of(503, 'backoff', Trait.MAYBE_DONE)).toBe('UNKNOWN');
    expect(of(503, 'backoff', Trait.MAYBE_DONE | Trait.OVERLOAD)).toBe('UNKNOWN');
    expect(of(400, 'backoff', Trait.MAYBE_DONE)).toBe('UNKNOWN');
    expect(of(503, 'rejected', Trait.MAYBE_DONE)).toBe('UNKNOWN');
  });

  it('gives every response exactly one outcome', () => {
    const verdict = fc.constantFrom<Verdict | null>(null, 'ok', 'retry', 'backoff', 'never', 'rejected');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), verdict, fc.nat({ max: 7 }), (status, said, traits) => {
        expect(Object.values(Outcome)).toContain(classify(rules(), status, said, traits));
      }),
    );
  });
});
