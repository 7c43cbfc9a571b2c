import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { createRandom } from '../random/random.js';
import { backoffMs, intervalMs, isCapped, rawDelayMs } from './backoff.js';
import { compile, type Rules } from './compile.js';

const rulesOf = (input: PolicyInput): Rules => compile(parsePolicy(input));
const raw = (backoff: PolicyInput['backoff'], retry: number): number =>
  rawDelayMs(rulesOf({ ...(backoff && { backoff }), maxAttempts: 4 }), retry);

describe('the raw delay', () => {
  it.each<[NonNullable<PolicyInput['backoff']>, number[], number[]]>([
    [{ baseMs: 1000 }, [1, 2, 3, 5, 6, 7, 100, 1e6], [1000, 2000, 4000, 16_000, 32_000, 32_000, 32_000, 32_000]],
    [{ baseMs: 100, multiplier: 1.5, capMs: null }, [1, 2, 3, 4, 5, 6], [100, 150, 225, 337.5, 506.25, 759.375]],
    [{ baseMs: 250, multiplier: 1 }, [1, 2, 1000], [250, 250, 250]],
    [{ baseMs: 0, multiplier: 10, capMs: null }, [1, 2, 1e6], [0, 0, 0]],
    [{ baseMs: 5000, capMs: 1000 }, [1, 2, 50], [1000, 1000, 1000]],
    [{ baseMs: 1, capMs: null }, [53, 54, 55, 2000], [2 ** 52, 2 ** 53 - 1, 2 ** 53 - 1, 2 ** 53 - 1]],
    // The list goes on beyond the attempts, since refusals use up none; its last entry repeats.
    [{ delaysMs: [5, 300, 20, 4000, 50] }, [1, 2, 3, 4, 5, 6, 1e6], [5, 300, 20, 4000, 50, 50, 50]],
    [{ delaysMs: [5, 300], capMs: 100 }, [1, 2, 3], [5, 100, 100]],
  ])('of %j grows as written', (backoff, retries, delays) => {
    expect(retries.map((retry) => raw(backoff, retry))).toEqual(delays);
  });
});

describe('the wait', () => {
  it.each<[PolicyInput['jitter'], number[]]>([
    ['none', [4000, 4000, 4000]],
    ['full', [0, 2000, 3000]],
    ['equal', [2000, 3000, 3500]],
    ['0.75..1', [3000, 3500, 3750]],
    ['0.8..1.2', [3200, 4000, 4400]],
  ])('of the third retry with jitter %s lies at its uniform', (jitter = 'full', waits) => {
    const rules = rulesOf({ jitter });
    expect([0, 0.5, 0.75].map((u) => backoffMs(rules, 3, 0, u))).toEqual(waits.map((ms) => expect.closeTo(ms, 9)));
  });

  it.each<[PolicyInput['jitter'], number[]]>([
    // minMs lifts the low end; above the high end it is the wait. The draw stays uniform in what is left.
    ['none', [3000, 3000]],
    ['full', [1500, 2250]],
    ['equal', [1500, 2250]],
    ['0.25..0.4', [1500, 1500]],
  ])('with a minimum and jitter %s is drawn above it', (jitter = 'full', waits) => {
    const rules = rulesOf({ backoff: { baseMs: 3000, minMs: 1500 }, jitter });
    expect([0, 0.5].map((u) => backoffMs(rules, 1, 0, u))).toEqual(waits);
  });

  it('is the recursion s = min(cap, U(base, 3·s)) with decorrelated jitter, whatever the multiplier', () => {
    const [baseMs, capMs] = [100, 5000];
    for (const multiplier of [1, 2, 10]) {
      const rules = rulesOf({ backoff: { baseMs, multiplier, capMs }, jitter: 'decorrelated' });
      const { next } = createRandom(11);
      let [ours, theirs] = [baseMs, baseMs];
      for (let retry = 1; retry <= 200; retry++) {
        const u = next();
        ours = backoffMs(rules, retry, ours, u);
        theirs = Math.min(capMs, baseMs + u * (theirs * 3 - baseMs));
        expect(ours).toBe(theirs);
      }
    }
  });

  it('with decorrelated jitter and a minimum grows from what was waited', () => {
    const rules = rulesOf({ backoff: { baseMs: 100, minMs: 1000, capMs: 5000 }, jitter: 'decorrelated' });
    expect(backoffMs(rules, 1, 100, 0.99)).toBe(1000);
    expect(backoffMs(rules, 2, 1000, 0.5)).toBe(1550);
    expect([1, 2, 3, 4].map((retry) => intervalMs(rules, retry))).toEqual([
      { minMs: 1000, maxMs: 1000 },
      { minMs: 1000, maxMs: 3000 },
      { minMs: 1000, maxMs: 5000 },
      { minMs: 1000, maxMs: 5000 },
    ]);
  });
});

describe('the cap is marked as reached', () => {
  it.each<[PolicyInput, boolean[]]>([
    [{ backoff: { baseMs: 1000, capMs: 4000 } }, [false, false, true, true]],
    [{ backoff: { baseMs: 1000, capMs: 4800 }, jitter: '0.8..1.2' }, [false, false, true, true]],
    [{ backoff: { baseMs: 1000, capMs: 4801 }, jitter: '0.8..1.2' }, [false, false, false, true]],
    [{ backoff: { baseMs: 1000, capMs: 500 } }, [true, true, true, true]],
    [{ backoff: { baseMs: 1000, capMs: null } }, [false, false, false, false]],
    [{ backoff: { baseMs: 1000, capMs: 9000 }, jitter: 'decorrelated' }, [false, true, true, true]],
    [{ backoff: { baseMs: 1000, capMs: 9001 }, jitter: 'decorrelated' }, [false, false, true, true]],
    [{ backoff: { baseMs: 0, capMs: 0 } }, [true, true, true, true]],
    [{ backoff: { delaysMs: [5, 10, 5, 20], capMs: 10 } }, [false, true, false, true]],
  ])('%j: at retries 1 to 4 %j, equality counts', (input, capped) => {
    expect([1, 2, 3, 4].map((retry) => isCapped(rulesOf(input), retry))).toEqual(capped);
  });
});
