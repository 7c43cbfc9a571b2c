import { describe, expect, it } from 'vitest';
import { excessGrid, placeOn, shifted } from './excess-grid.js';

describe('the excess grid', () => {
  const grid = excessGrid(1000, 3, 200);

  it('rises from 0 to its end, and knows where its points lie', () => {
    expect(grid.points[0]).toBe(0);
    expect(grid.points.at(-1)).toBe(1000);
    for (const i of [0, 1, 50, 199]) expect(placeOn(grid, grid.points[i] as number)).toBeCloseTo(i, 9);
    expect(placeOn(grid, -0.1)).toBe(-1);
    expect(placeOn(grid, 5000)).toBe(199);
  });

  it('shifts a smooth function with an error of the fourth order, and puts 0 before its start', () => {
    const f = (x: number): number => 1 - Math.exp(-x / 40);
    const errorWith = (size: number): number => {
      const fine = excessGrid(1000, 3, size);
      const to = new Float64Array(size);
      const places = fine.points.map((x) => placeOn(fine, x - 25));
      shifted(fine.points.map(f), places, to, 0, size);
      expect(to[0]).toBe(0);
      return Math.max(...fine.points.map((x, i) => (x < 60 ? 0 : Math.abs((to[i] as number) - f(x - 25)))));
    };
    expect(errorWith(200)).toBeLessThan(1e-5);
    expect(errorWith(400)).toBeLessThan(errorWith(200) / 10);
  });
});
