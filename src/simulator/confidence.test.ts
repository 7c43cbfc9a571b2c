import { describe, expect, it } from 'vitest';
import { estimateOf, studentT975 } from './confidence.js';

describe('a confidence interval', () => {
  it.each([
    // Tables of Student's t, two-sided 95 %.
    [1, 12.7062],
    [2, 4.3027],
    [3, 3.1824],
    [4, 2.7764],
    [9, 2.2622],
    [19, 2.093],
    [99, 1.9842],
  ])('uses the t of %d degrees of freedom', (degrees, expected) => {
    expect(Math.abs(studentT975(degrees) / expected - 1)).toBeLessThan(0.002);
  });

  it('gives mean, standard error and half width', () => {
    const estimate = estimateOf([2, 4, 4, 4, 5, 5, 7, 9]);
    expect(estimate?.mean).toBe(5);
    // The sample deviation is √(32/7).
    expect(estimate?.se).toBeCloseTo(Math.sqrt(32 / 7 / 8), 12);
    expect(estimate?.halfWidth).toBeCloseTo(2.3646 * Math.sqrt(32 / 7 / 8), 3);
  });

  it('has no interval with one run, and nothing with none', () => {
    expect(estimateOf([3])).toEqual({ mean: 3, se: null, halfWidth: null, runs: 1 });
    expect(estimateOf([])).toBeNull();
  });
});
