import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberTicks, ordinalTicks, timeTicks } from './ticks.js';

const labels = (ticks: readonly { label: string }[]): string[] => ticks.map(({ label }) => label);

describe('times on an axis', () => {
  it.each<[number, number, string[]]>([
    [17_000, 5, ['0', '5 s', '10 s', '15 s']],
    [1000, 4, ['0', '0.5 s', '1 s']],
    [200, 5, ['0', '50 ms', '100 ms', '150 ms', '200 ms']],
    [120_000, 4, ['0', '0.5 min', '1 min', '1.5 min', '2 min']],
    [10_000_000, 6, ['0', '30 min', '60 min', '90 min', '120 min', '150 min']],
    [786_240_000, 4, ['0', '5 d']],
    [115_000, 4, ['0', '30 s', '60 s', '90 s']],
    [94_672_800_000, 4, ['0', '1 y', '2 y', '3 y']],
    [3e18, 3, ['0', '50M y']],
    [1e16, 4, ['0', '100k y', '200k y', '300k y']],
    [36_000_000, 5, ['0', '120 min', '240 min', '360 min', '480 min', '600 min']],
  ])('up to %s ms', (max, count, expected) => expect(labels(timeTicks(max, count))).toEqual(expected));
});

it('numbers on an axis are round and grouped', () => {
  expect(labels(numberTicks(5400, 4))).toEqual(['0', '2,000', '4,000']);
  expect(labels(numberTicks(5.4e6, 4))).toEqual(['0', '2M', '4M']);
  expect(labels(numberTicks(1, 4))).toEqual(['0', '0.5', '1']);
  expect(labels(numberTicks(1.2e14, 3))).toEqual(['0', '5·10¹³', '1·10¹⁴']);
});

it('retries on an axis begin with 1 and are thinned out', () => {
  expect(labels(ordinalTicks(5, 10))).toEqual(['1', '2', '3', '4', '5']);
  expect(labels(ordinalTicks(60, 12))).toEqual([
    '1',
    '5',
    '10',
    '15',
    '20',
    '25',
    '30',
    '35',
    '40',
    '45',
    '50',
    '55',
    '60',
  ]);
});

it('ticks start at 0, rise, stay on the axis and are few', () => {
  const max = fc.double({ min: 1e-3, max: 1e15, noNaN: true });
  fc.assert(
    fc.property(max, fc.integer({ min: 1, max: 12 }), (end, count) => {
      for (const ticks of [timeTicks(end, count), numberTicks(end, count)]) {
        const values = ticks.map(({ value }) => value);
        expect(values[0]).toBe(0);
        expect(values.every((value, index) => index === 0 || value > (values[index - 1] as number))).toBe(true);
        expect(values.at(-1)).toBeLessThanOrEqual(end * (1 + 1e-9));
        expect(values.length).toBeLessThanOrEqual(count + 2);
        expect(labels(ticks).join()).not.toMatch(/NaN|undefined|e[+-]?\d/);
      }
    }),
  );
});
