import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_BINS, Series } from './series.js';

describe('a series of counts', () => {
  it('loses no count, however long it goes on, and keeps to its bins', () => {
    const instants = fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(instants, (given) => {
        const series = new Series(1, 0);
        const sorted = [...given].sort((a, b) => a - b);
        for (const at of sorted) series.count(0, at);
        const counts = series.valuesOf(0);
        const expected = counts.map(() => 0);
        for (const at of sorted) {
          const bin = Math.floor(at / series.binMs);
          expected[bin] = (expected[bin] as number) + 1;
        }
        expect(counts).toEqual(expected);
        expect(counts.length).toBeLessThanOrEqual(MAX_BINS);
        expect(counts.length).toBe(Math.floor((sorted.at(-1) as number) / series.binMs) + 1);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the latest value of a gauge, through bins in which nothing changed', () => {
    const series = new Series(2, 1);
    series.set(0, 1, 5);
    series.set(0, 1.5, 7);
    series.count(1, 4);
    expect(series.valuesOf(0)).toEqual([0, 7, 7, 7, 7]);
    series.set(0, 511, 9);
    expect(series.binMs).toBe(2);
    expect(series.valuesOf(0).slice(0, 2)).toEqual([7, 7]);
    expect(series.valuesOf(0).at(-1)).toBe(9);
  });
});
