import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random/random.js';
import { requestsUntilDry, retryQuotaCrossover } from './retry-quota.js';

const AWS = {
  kind: 'tokens',
  capacity: 500,
  cost: { transient: 14, throttled: 5 },
  refund: { firstTry: 1, retry: 'cost' },
} as const;

describe('where a retry quota begins to drain', () => {
  it.each([
    // The AWS SDKs document "above about 22 %" for transient errors and "32 %" for throttling, at three attempts.
    [14, 3, 0.2149],
    [5, 3, 0.3207],
    [14, 6, 0.2109],
    [5, 6, 0.3093],
    [5, 2, 0.3583],
    [10, 3, 0.246],
    [14, 2, 0.2339],
    [14, 4, 0.2117],
  ])('at cost %s and %i attempts is %s', (cost, maxAttempts, published) => {
    expect(Math.abs(retryQuotaCrossover(cost, maxAttempts) - published)).toBeLessThan(6e-5);
  });

  it('tends to 1/(1 + √cost) with many attempts', () => {
    expect(retryQuotaCrossover(14, 1000)).toBeCloseTo(1 / (1 + Math.sqrt(14)), 14);
  });

  it('solves refund · (1 − p) = cost · (p² + … + p^m)', () => {
    const positive = fc.double({ min: 0.01, max: 1000, noNaN: true });
    fc.assert(
      fc.property(positive, fc.integer({ min: 2, max: 30 }), positive, (cost, m, refund) => {
        const p = retryQuotaCrossover(cost, m, refund);
        let powers = 0;
        for (let k = 2; k <= m; k++) powers += p ** k;
        expect(Math.abs(refund * (1 - p) - cost * powers)).toBeLessThan(1e-12 * (refund + cost * m * m));
      }),
    );
  });

  it('is d ÷ (1 + d) where every success returns the share d of a cost, however often it may be tried', () => {
    for (const [cost, refund] of [
      [10, 1],
      [4, 1],
      [5, 3],
    ] as const) {
      expect(retryQuotaCrossover(cost, 1000, refund, refund)).toBeCloseTo(refund / (cost + refund), 14);
    }
  });

  it('with a refund of its own for a retry solves refund · (1 − p) = (cost − retryRefund · (1 − p)) · (p + … + p^(m − 1))', () => {
    const positive = fc.double({ min: 0.01, max: 1000, noNaN: true });
    fc.assert(
      fc.property(positive, fc.integer({ min: 2, max: 30 }), positive, positive, (cost, m, refund, retryRefund) => {
        const p = retryQuotaCrossover(cost, m, refund, retryRefund);
        let retries = 0;
        for (let k = 1; k < m; k++) retries += p ** k;
        const off = refund * (1 - p) - (cost - retryRefund * (1 - p)) * retries;
        expect(Math.abs(off)).toBeLessThan(1e-12 * (refund + (cost + retryRefund) * m * m));
      }),
    );
  });

  it('is 1 where nothing drains it, and 0 where nothing fills it', () => {
    expect([retryQuotaCrossover(0, 3), retryQuotaCrossover(14, 1), retryQuotaCrossover(14, 3, 0)]).toEqual([1, 1, 0]);
  });

  it.each([
    [() => retryQuotaCrossover(-1, 3), 'cost: -1 is not allowed'],
    [() => retryQuotaCrossover(Number.NaN, 3), 'cost: NaN is not allowed'],
    [() => retryQuotaCrossover(14, 0), 'maxAttempts: 0 is not allowed'],
    [() => retryQuotaCrossover(14, 3, -1), 'refund: -1 is not allowed'],
    [() => retryQuotaCrossover(14, 3, 1, Infinity), 'retryRefund: Infinity is not allowed'],
  ])('refuses what is none: %s', (run, message) => expect(run).toThrow(message));
});

describe('how long a full one lasts', () => {
  it.each([
    [14, 0.25, 1454],
    [14, 0.5, 105],
    [5, 0.5, 364],
  ])('at cost %s and failing share %s is about %s requests', (cost, failShare, published) => {
    expect(Math.abs((requestsUntilDry(AWS, cost, 3, failShare) as number) - published)).toBeLessThan(0.6);
  });

  it('is for ever below the crossover', () => expect(requestsUntilDry(AWS, 14, 3, 0.2)).toBeNull());

  it('is what a run of such requests shows, within the noise of its length', () => {
    const random = createRandom(7);
    let requests = 0;
    const runs = 300;
    for (let run = 0; run < runs; run++) {
      let tokens: number = AWS.capacity;
      for (; tokens >= 14; requests++) {
        let attempt = 1;
        let fails = random.next() < 0.5;
        if (!fails) tokens = Math.min(AWS.capacity, tokens + 1);
        for (; fails && attempt < 3 && tokens >= 14; attempt++) {
          tokens -= 14;
          fails = random.next() < 0.5;
          if (!fails) tokens += 14;
        }
      }
    }
    // It stops with up to 14 tokens left, and starts against the brim: both only shorten it, by less than 6 %.
    const ratio = requests / runs / (requestsUntilDry(AWS, 14, 3, 0.5) as number);
    expect(ratio).toBeGreaterThan(0.92);
    expect(ratio).toBeLessThan(1.02);
  });
});
