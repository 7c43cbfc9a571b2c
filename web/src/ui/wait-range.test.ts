import { expect, it } from 'vitest';
import { waitRange } from './wait-range.js';

const HOUR_MS = 3_600_000;

it.each([
  [12 * HOUR_MS, 24 * HOUR_MS, ['12.0 h', '24.0 h']],
  [78 * 60_000, 123.6 * 60_000, ['78.0 min', '123.6 min']],
  [90_000, 150_000, ['1.50 min', '2.5 min']],
  [116, 653, ['116 ms', '653 ms']],
  // A hundredth of the larger unit would say less than the smaller unit does.
  [500, 150_000, ['500 ms', '2.5 min']],
  [0, 31_000, ['0 s', '31.0 s']],
  [48 * HOUR_MS, 960 * HOUR_MS, ['2.00 days', '40.0 days']],
])('tells %s and %s ms in units that compare', (low, high, expected) => {
  expect(waitRange(low as number, high as number)).toEqual(expected);
});
