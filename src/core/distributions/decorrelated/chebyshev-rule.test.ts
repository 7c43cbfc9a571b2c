import { describe, expect, it } from 'vitest';
import { chebyshevRule, integralSeries, seriesAt } from './chebyshev-rule.js';

describe('the Chebyshev rule', () => {
  it.each([4, 8, 20, 24])('with %d nodes integrates every lower power exactly, in whole and up to each node', (n) => {
    const { nodes, weights, above, below } = chebyshevRule(n);
    for (let power = 0; power < n; power++) {
      const values = nodes.map((x) => x ** power);
      const integral = (x: number): number => (x ** (power + 1) - (-1) ** (power + 1)) / (power + 1);
      const dot = (row: Float64Array): number => row.reduce((sum, w, j) => sum + w * (values[j] as number), 0);
      expect(dot(weights)).toBeCloseTo(integral(1), 13);
      nodes.forEach((x, i) => {
        expect(dot(below.subarray(i * n, (i + 1) * n))).toBeCloseTo(integral(x), 13);
        expect(dot(above.subarray(i * n, (i + 1) * n))).toBeCloseTo(integral(1) - integral(x), 13);
      });
    }
  });

  it('converges like 3^−n for a function that is singular as far away as a density in the first panel', () => {
    const { nodes } = chebyshevRule(24);
    const series = integralSeries(nodes.map((x) => 1 / (x + 5 / 3)));
    for (const x of [-1, -0.7, 0, 0.4, 1]) {
      expect(Math.abs(seriesAt(series, x) - Math.log((x + 5 / 3) / (2 / 3)))).toBeLessThan(1e-12);
    }
  });
});
