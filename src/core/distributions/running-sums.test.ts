import { expect, it } from 'vitest';
import { runningSums } from './running-sums.js';

it('running sums keep what plain addition loses', () => {
  expect(Array.from(runningSums([0.1, 0.2, 0.3]))).toEqual([0, 0.1, 0.30000000000000004, 0.6]);
  expect(Array.from(runningSums([1, 1e100, 1, -1e100])).at(-1)).toBe(2);
  expect(runningSums(new Array(10_000).fill(0.1)).at(-1)).toBe(1000);
});

it('running sums of nothing are a single 0', () => {
  expect(Array.from(runningSums([]))).toEqual([0]);
});
