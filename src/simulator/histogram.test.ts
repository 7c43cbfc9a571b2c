import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Histogram } from './histogram.js';

describe('a histogram', () => {
  it('finds quantiles to within 0.8 %, and mean and maximum exactly', () => {
    const values = fc.array(fc.double({ min: 0.001, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (given, share) => {
        const histogram = new Histogram();
        for (const value of given) histogram.add(value);
        const sorted = [...given].sort((a, b) => a - b);
        const exact = sorted[Math.ceil(share * sorted.length) - 1] as number;
        expect(Math.abs((histogram.quantile(share) as number) / exact - 1)).toBeLessThan(0.008);
        expect(histogram.max).toBe(sorted.at(-1));
        expect(histogram.mean).toBeCloseTo(given.reduce((sum, value) => sum + value, 0) / given.length, 3);
      }),
      { numRuns: 300 },
    );
  });

  it('counts what is above a limit', () => {
    const histogram = new Histogram();
    for (let value = 1; value <= 1000; value++) histogram.add(value);
    expect(histogram.shareAbove(750)).toBeCloseTo(0.25, 2);
    expect(histogram.shareAbove(2000)).toBe(0);
  });

  it('takes 0 and has nothing to tell while it is empty', () => {
    const histogram = new Histogram();
    expect([histogram.mean, histogram.quantile(0.5), histogram.shareAbove(1)]).toEqual([null, null, 0]);
    histogram.add(0);
    expect([histogram.mean, histogram.quantile(0.5), histogram.max]).toEqual([0, 0, 0]);
  });
});
