import { describe, expect, it } from 'vitest';
import { invertCdf } from './invert-cdf.js';

describe('inverting a cdf', () => {
  it.each([
    ['a square', (x: number) => x * x, 0.25, 0.5],
    ['a steep start', (x: number) => x ** 0.1, 0.5, 0.5 ** 10],
    ['a flat start', (x: number) => x ** 9, 0.001, 0.001 ** (1 / 9)],
  ])('of %s finds the place', (_, cdf, share, place) => {
    expect(Math.abs(invertCdf(cdf, 0, 1, share) - place)).toBeLessThan(1e-13);
  });

  it('stops at a jump, from above', () => {
    const place = invertCdf((x) => (x < 0.3 ? 0.1 : 0.8), 0, 1, 0.5);
    expect(place).toBeGreaterThanOrEqual(0.3);
    expect(place).toBeLessThan(0.3 + 1e-14);
  });

  it('takes the first of all places where a resting cdf has the share', () => {
    const resting = (x: number): number => (x < 1 ? x / 2 : x < 2 ? 0.5 : x / 4);
    expect(invertCdf(resting, 0, 4, 0.5)).toBeCloseTo(1, 12);
  });

  it('gives the ends for shares of 0 and 1, and where the cdf starts above the share', () => {
    const cdf = (x: number): number => 0.4 + 0.6 * x;
    expect([-1, 0, 0.4, 1, 7, Number.NaN].map((share) => invertCdf(cdf, 0, 1, share))).toEqual([0, 0, 0, 1, 1, 0]);
  });

  it('needs about a dozen evaluations where it is smooth, and never more than two hundred', () => {
    let calls = 0;
    const counted = (cdf: (x: number) => number) => (x: number) => {
      calls++;
      return cdf(x);
    };
    invertCdf(
      counted((x) => 1 - Math.exp(-x)),
      0,
      30,
      0.9,
    );
    expect(calls).toBeLessThan(25);
    calls = 0;
    invertCdf(
      counted((x) => (x > 1e-300 ? 1 : 0)),
      0,
      1e300,
      0.5,
    );
    expect(calls).toBeLessThan(203);
  });
});
