import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { compile, LONGEST_WAIT_MS } from './compile.js';

const rulesOf = (input: PolicyInput) => compile(parsePolicy(input));

describe('compiled rules', () => {
  it.each<[PolicyInput, number, number]>([
    [{ jitter: 'none' }, 1, 1],
    [{ jitter: 'full' }, 0, 1],
    [{ jitter: 'equal' }, 0.5, 1],
    [{ jitter: { low: 0.75, high: 1 } }, 0.75, 1],
    [{ jitter: '0.8..1.2' }, 0.8, 1.2],
  ])('of %j draw between these shares of the raw delay', (input, low, high) => {
    expect(rulesOf(input)).toMatchObject({ lowShare: low, highShare: high, decorrelated: false });
  });

  it('limit the raw delay to the cap divided by a high share above 1, and leave it at the cap otherwise', () => {
    expect(rulesOf({ backoff: { capMs: 120 }, jitter: '0.8..1.2' }).rawLimitMs).toBe(100);
    expect(rulesOf({ backoff: { capMs: 120 }, jitter: '0.2..0.8' }).rawLimitMs).toBe(120);
  });

  it('hold the raw delays until they stop growing or the attempts end', () => {
    const raw = (input: PolicyInput) => [...rulesOf(input).rawMs];
    expect(raw({ backoff: { baseMs: 1000, capMs: 5000 }, maxAttempts: 100 })).toEqual([1000, 2000, 4000, 5000]);
    expect(raw({ backoff: { baseMs: 1000 }, maxAttempts: 4 })).toEqual([1000, 2000, 4000]);
    expect(raw({ backoff: { baseMs: 1000, multiplier: 1 }, maxAttempts: 100 })).toEqual([1000]);
    expect(raw({ backoff: { baseMs: 0 }, maxAttempts: 100 })).toEqual([0]);
    expect(raw({ backoff: { baseMs: 9000, capMs: 5000 }, maxAttempts: 100 })).toEqual([5000]);
    expect(raw({ maxAttempts: 1 })).toEqual([1000]);
  });

  it('hold every listed delay, also those beyond the attempts, for refusals use up none', () => {
    const rules = rulesOf({ backoff: { delaysMs: [10, 200, 3000], capMs: 1000 }, maxAttempts: 2 });
    expect([...rules.rawMs]).toEqual([10, 200, 1000]);
  });

  it('have a second base only where the policy has one', () => {
    expect(rulesOf({}).throttled).toBeNull();
    expect(rulesOf({ backoff: { delaysMs: [1] } }).throttled).toBeNull();
    const { throttled } = rulesOf({ backoff: { baseMs: 50, throttledBaseMs: 1000, capMs: 3000 } });
    expect(throttled).toMatchObject({ baseMs: 1000, capMs: 3000, throttled: null });
    expect([...(throttled?.rawMs ?? [])]).toEqual([1000, 2000, 3000]);
  });

  it('saturate at the longest wait where there is no cap', () => {
    expect(rulesOf({ backoff: { capMs: null } }).capMs).toBe(LONGEST_WAIT_MS);
    const { rawMs } = rulesOf({ backoff: { baseMs: '1d', multiplier: 10, capMs: null }, maxAttempts: 1000 });
    expect(rawMs.at(-1)).toBe(LONGEST_WAIT_MS);
    expect(rawMs.length).toBeLessThan(20);
  });

  it('know every status that may be retried, and never 501, 505 and 511', () => {
    const retried = (input: PolicyInput) =>
      [...rulesOf(input).retryable.entries()].filter(([, yes]) => yes === 1).map(([status]) => status);
    const all5xx = Array.from({ length: 100 }, (_, n) => 500 + n).filter((status) => ![501, 505, 511].includes(status));
    expect(retried({})).toEqual([408, 429, ...all5xx]);
    expect(retried({ retryOn: { statuses: [503, 409] } })).toEqual([409, 503]);
    expect(retried({ retryOn: { statuses: [] } })).toEqual([]);
  });

  it('are frozen', () => {
    expect(Object.isFrozen(rulesOf({}))).toBe(true);
  });
});
