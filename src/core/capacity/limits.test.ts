import { describe, expect, it } from 'vitest';
import type { Limit } from '../grammar/limit.js';
import { drainOf } from './drain.js';
import { ceilingOf, wholeSlots } from './limits.js';

const limit = (name: string, amount: number, windowMs: number, cost = 1): Limit => ({
  name,
  amount,
  windowMs,
  cost,
  burst: amount,
});

describe('the ceiling', () => {
  it('is that of the limit which allows the fewest attempts', () => {
    const { binding, attemptsPerMinute, rates } = ceilingOf([
      limit('requests', 1000, 60_000),
      limit('tokens', 200_000, 60_000, 2000),
    ]);
    expect([binding.limit.name, attemptsPerMinute, rates.map(({ headroom }) => headroom)]).toEqual([
      'tokens',
      100,
      [10, 1],
    ]);
  });

  it.each([
    ['60 per minute and 1 per second', [limit('minute', 60, 60_000), limit('second', 1, 1000)], 'minute'],
    ['1 per second and 60 per minute', [limit('second', 1, 1000), limit('minute', 60, 60_000)], 'second'],
    ['0.1 × 3 and 0.3, unequal by a rounding', [limit('a', 0.1 * 3, 60_000), limit('b', 0.3, 60_000)], 'a'],
  ])('of a tie is the first given: %s', (_, limits, name) => expect(ceilingOf(limits).binding.limit.name).toBe(name));
});

it.each([
  [20 / 3, 6],
  [3, 3],
  [2.9999999999999996, 3],
  [2.99999, 2],
  [0.1, 0],
])('%s in flight are %i whole slots', (inFlight, slots) => expect(wholeSlots(inFlight)).toBe(slots));

describe('a backlog', () => {
  it.each([
    ['clears', 50, 5000, 20, { netPerMinute: 30, status: 'clears', ms: 10_000_000 }],
    ['grows', 25, 0, 300, { netPerMinute: -275, status: 'grows', shortfallPerMinute: 275, maxArrivalsPerMinute: 25 }],
    ['stands still', 20, 10, 20, { netPerMinute: 0, status: 'grows', shortfallPerMinute: 0, maxArrivalsPerMinute: 20 }],
    [
      'stands still but for a rounding',
      0.1 + 0.2,
      10,
      0.3,
      { netPerMinute: 0, status: 'grows', shortfallPerMinute: 0 },
    ],
    ['is empty', 20, 0, 20, { netPerMinute: 0, status: 'empty' }],
    ['has nothing to do', 0, 0, 0, { netPerMinute: 0, status: 'empty' }],
    ['is never resolved', 0, 7, 0, { status: 'grows', shortfallPerMinute: 0, maxArrivalsPerMinute: 0 }],
    ['takes longer than a number holds', 1e-310, 1e15, 0, { status: 'clears', ms: null }],
  ])('%s', (_, resolvedPerMinute, backlog, arrivalsPerMinute, expected) => {
    expect(drainOf(resolvedPerMinute, { backlog, arrivalsPerMinute })).toMatchObject(expected);
  });
});
