import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { createRandom } from '../random/random.js';
import { backoffMs, rawDelayMs } from './backoff.js';
import { compile, type Rules } from './compile.js';

// Reports from the field. Their "attempt n" is our retry n; `jitter {ratio r}` is our { low: 1 − r, high: 1 + r }, which
// limits the raw delay to cap ÷ (1 + r); a floor of any kind is our minMs.

type Backoff = NonNullable<PolicyInput['backoff']>;
const rulesOf = (backoff: Backoff, jitter: NonNullable<PolicyInput['jitter']>): Rules =>
  compile(parsePolicy({ backoff, jitter }));
const ratio = (r: number) => ({ low: 1 - r, high: 1 + r });
const waits = (rules: Rules, retries: readonly number[], uniforms: readonly number[]): number[] =>
  retries.flatMap((retry) => uniforms.map((u) => backoffMs(rules, retry, 0, u)));
const upTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1);

describe('a backoff that grows without end', () => {
  it('TO-01: passes the largest timer delay without shrinking to 1 ms', () => {
    const rules = rulesOf({ baseMs: 1000, multiplier: 2, capMs: null }, 'none');
    const [fits, beyond, ...far] = waits(rules, [22, 23, 40, 1100], [0]);
    expect(fits).toBe(2_097_152_000);
    expect(beyond).toBe(4_194_304_000);
    for (const wait of far) {
      expect(wait).toBeGreaterThan(2 ** 31 - 1);
      expect(Number.isSafeInteger(wait)).toBe(true);
    }
  });

  it('BM-06: is never Infinity, and never NaN where a draw of 0 meets it', () => {
    const rules = rulesOf({ baseMs: 1000, multiplier: 2, capMs: null }, 'full');
    for (const wait of waits(rules, [1024, 1025, 2000, 1_000_000], [0, 0.5])) expect(wait).toSatisfy(Number.isFinite);
    expect(waits(rules, [1024, 2000], [0])).toEqual([0, 0]);
  });

  it('BM-03: never undercuts its cap, however large the number of the retry', () => {
    const rules = rulesOf({ baseMs: 1000, multiplier: 2, capMs: 10_000 }, ratio(0.05));
    const { next } = createRandom(1);
    for (const retry of upTo(2000)) {
      const wait = backoffMs(rules, retry, 0, next());
      expect(wait).toBeLessThanOrEqual(10_000);
      expect(wait).toBeGreaterThanOrEqual(retry >= 5 ? 9000 : 0);
    }
  });

  it('BM-10: stays at its cap where a shift would have run over the word', () => {
    const rules = rulesOf({ baseMs: 10, multiplier: 2, capMs: 60_000 }, 'none');
    expect(waits(rules, [39, 40, 41, 62, 63, 64], [0])).toEqual(Array(6).fill(60_000));
  });

  it('BM-11: of zero stays zero', () => {
    const rules = rulesOf({ baseMs: 0, multiplier: 2, capMs: 60_000 }, 'none');
    expect(waits(rules, [1, 2, 10, 1024, 1025, 5000], [0])).toEqual(Array(6).fill(0));
  });
});

describe('a jitter around the raw delay', () => {
  it('BM-09: draws without throwing where its lower end would lie above the cap', () => {
    const rules = rulesOf({ baseMs: 1000, multiplier: 2, capMs: 1100, minMs: 800 }, ratio(0.2));
    for (const wait of waits(rules, [1, 2, 3], [0, 0.999])) {
      expect(wait).toBeGreaterThanOrEqual(800);
      expect(wait).toBeLessThanOrEqual(1100);
    }
  });

  it('JC-02: neither doubles the cap nor piles half of all draws on it', () => {
    const rules = rulesOf({ baseMs: 1000, multiplier: 2, capMs: 60_000 }, ratio(1));
    const drawn = waits(rules, [12], [0, 0.25, 0.5, 0.75, 0.999999]);
    expect(drawn).toEqual([0, 15_000, 30_000, 45_000, expect.closeTo(60_000, 0)]);
    expect(new Set(drawn).size).toBe(5);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(60_000);
  });

  it('JC-03: still spreads the waits once they have reached the cap', () => {
    const rules = rulesOf({ baseMs: 5000, multiplier: 2, capMs: 60_000 }, ratio(0.2));
    const drawn = waits(rules, [8], [0, 0.2, 0.4, 0.6, 0.8, 0.999]);
    expect(new Set(drawn).size).toBe(6);
    expect(Math.min(...drawn)).toBeCloseTo(40_000, 6);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(60_000);
  });

  it('CF-05: of a tiny base is held above 0 by a minimum', () => {
    const rules = rulesOf({ baseMs: 1, multiplier: 1, capMs: 10, minMs: 1 }, ratio(0.9));
    for (const wait of waits(rules, upTo(20), [0, 0.1])) expect(wait).toBeGreaterThanOrEqual(1);
  });
});

describe('full jitter', () => {
  it('JC-06: may spend eight retries in 4.55 s, where equal jitter waits for a minute', () => {
    const backoff: Backoff = { baseMs: 1000, multiplier: 2, capMs: 20_000 };
    const full = waits(rulesOf(backoff, 'full'), upTo(8), [0.05]);
    expect(full).toEqual([50, 100, 200, 400, 800, 1000, 1000, 1000]);
    expect(full.reduce((sum, wait) => sum + wait)).toBe(4550);
    const equal = waits(rulesOf(backoff, 'equal'), upTo(8), [0.05]);
    expect(equal).toEqual([525, 1050, 2100, 4200, 8400, 10_500, 10_500, 10_500]);
  });

  it('JC-08: keeps to the minimum', () => {
    const rules = rulesOf({ baseMs: 1000, multiplier: 2, minMs: 500, capMs: 60_000 }, 'full');
    for (const wait of waits(rules, [1, 5], [0, 0.001])) expect(wait).toBeGreaterThanOrEqual(500);
  });
});

describe('CF-01: a delay that was asked for', () => {
  it('is the delay that is waited', () => {
    const listed = compile(parsePolicy({ backoff: { delaysMs: [10_000] }, jitter: 'none', maxAttempts: 6 }));
    expect(upTo(5).map((retry) => rawDelayMs(listed, retry))).toEqual(Array(5).fill(10_000));
    const constant = rulesOf({ baseMs: 10_000, multiplier: 1 }, 'none');
    expect(waits(constant, upTo(5), [0])).toEqual(Array(5).fill(10_000));
  });
});

describe('CF-03: a delay of nine days', () => {
  it('grows past the largest timer delay instead of firing at once', () => {
    const rules = rulesOf({ baseMs: '800000000', multiplier: 3, capMs: null }, 'none');
    expect(waits(rules, [1, 2], [0])).toEqual([800_000_000, 2_400_000_000]);
  });
});
