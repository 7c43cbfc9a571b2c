import { expect, it } from 'vitest';
import { floatDigits, groupedDigits } from './digits.js';

it.each([
  [0, '0', '0.0'],
  [0.0000005, '0.0000005', '0.0000005'],
  [999, '999', '999.0'],
  [1000, '1_000', '1_000.0'],
  [1234.5678, '1_234.5678', '1_234.5678'],
  [2 ** 31 - 1, '2_147_483_647', '2_147_483_647.0'],
  [1e21, '1_000_000_000_000_000_000_000', '1_000_000_000_000_000_000_000.0'],
])('%d as a literal: %s, and with a point: %s', (value, grouped, float) => {
  expect([groupedDigits(value), floatDigits(value)]).toEqual([grouped, float]);
});
