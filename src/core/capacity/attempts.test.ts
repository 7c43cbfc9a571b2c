import fc from 'fast-check';
import { expect, it } from 'vitest';
import { requestCost } from './attempts.js';

const means = [500, 1000, 2000, 4000];

it('of the worked example: 1.9375 attempts, 1/32 exhausted, 1 s of waits', () => {
  expect(requestCost(0.5, means)).toEqual({
    attemptsPerRequest: 1.9375,
    exhaustedShare: 0.03125,
    expectedWaitMs: 1000,
  });
});

it('at success 0 is every attempt and the total mean wait', () => {
  expect(requestCost(0, means)).toEqual({ attemptsPerRequest: 5, exhaustedShare: 1, expectedWaitMs: 7500 });
});

it('at success 1 is one attempt and no wait', () => {
  expect(requestCost(1, means)).toEqual({ attemptsPerRequest: 1, exhaustedShare: 0, expectedWaitMs: 0 });
});

it('without retries is one attempt', () => {
  expect(requestCost(0.25, [])).toEqual({ attemptsPerRequest: 1, exhaustedShare: 0.75, expectedWaitMs: 0 });
});

it.each([1e-300, 1e-20, 1e-9, 1e-6])('keeps its digits when success is %s', (s) => {
  // m − m(m−1)/2·s + … of (1 − (1 − s)^m)/s, which itself would be 0/1e-20.
  const m = 1000;
  const series = m - ((m * (m - 1)) / 2) * s + ((m * (m - 1) * (m - 2)) / 6) * s * s - (m ** 4 / 24) * s ** 3;
  const { attemptsPerRequest } = requestCost(s, new Array(m - 1).fill(0));
  expect(Math.abs(attemptsPerRequest / series - 1)).toBeLessThan(1e-12);
});

it('agrees with the closed form (1 − (1 − s)^m)/s', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), fc.integer({ min: 1, max: 1000 }), (s, m) => {
      const closed = -Math.expm1(m * Math.log1p(-s)) / s;
      const { attemptsPerRequest, exhaustedShare } = requestCost(s, new Array(m - 1).fill(1));
      expect(Math.abs(attemptsPerRequest / closed - 1)).toBeLessThan(1e-12);
      expect(Math.abs(exhaustedShare - Math.exp(m * Math.log1p(-s)))).toBeLessThan(1e-12);
    }),
  );
});

it('falls or stands still in every figure as success rises', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      share,
      share,
      fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { maxLength: 20 }),
      (a, b, waits) => {
        const low = requestCost(Math.min(a, b), waits);
        const high = requestCost(Math.max(a, b), waits);
        expect(high.attemptsPerRequest).toBeLessThanOrEqual(low.attemptsPerRequest);
        expect(high.exhaustedShare).toBeLessThanOrEqual(low.exhaustedShare);
        expect(high.expectedWaitMs).toBeLessThanOrEqual(low.expectedWaitMs);
      },
    ),
  );
});
