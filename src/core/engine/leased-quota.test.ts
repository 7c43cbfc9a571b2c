import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLeases,
  dropExpired,
  leasedAt,
  leasedUnits,
  mostLeasable,
  takeLeased,
  UNTIL_LEASED_MS,
} from './leased-quota.js';
import { availableAt, createLeasedQuota, settleQuota, spentAt, take } from './quota.js';

const NO_SLACK = 0;

function leasesOf(...held: [amount: number, notBefore: number, expiresAt: number][]) {
  const leases = createLeases();
  for (const [amount, notBefore, expiresAt] of held) leases.held.push({ amount, notBefore, expiresAt });
  return leases;
}

describe('the most that there can be', () => {
  const perMs = 0.1;
  it('is all, before the store was asked', () => {
    expect(mostLeasable(createLeases(), 50, perMs, 1000)).toBe(50);
  });

  it.each([
    ['what the store had left, what has come back since, and what is held', { left: 10, leftAt: 900 }, 10 + 10 + 7],
    ['never more than the store can hold, beside what is held', { left: 45, leftAt: 0 }, 50 + 7],
    ['less where the store has promised more than there is', { left: -30, leftAt: 1000 }, -30 + 7],
    ['less what is owed', { left: 10, leftAt: 1000, owed: 4 }, 10 - 4 + 7],
    ['and more by what is to be given back', { left: 10, leftAt: 1000, owed: -4 }, 10 + 4 + 7],
  ])('is %s', (_what, told, most) => {
    expect(mostLeasable({ ...leasesOf([7, 1200, 1400]), ...told }, 50, perMs, 1000)).toBe(most);
  });
});

describe('when a cost is covered by leases', () => {
  it.each<[string, [number, number, number][], cost: number, at: number]>([
    ['nothing is needed', [], 0, 100],
    ['one lease has enough', [[5, 0, 300]], 5, 100],
    ['one will have, later', [[5, 150, 300]], 5, 150],
    [
      'two have, from when the second may be used',
      [
        [3, 0, 300],
        [3, 180, 400],
      ],
      5,
      180,
    ],
    [
      'the first is for later than the second',
      [
        [3, 200, 400],
        [3, 120, 400],
      ],
      5,
      200,
    ],
    [
      'what is over does not count',
      [
        [9, 0, 100],
        [2, 0, 300],
      ],
      2,
      100,
    ],
    ['too little is leased', [[3, 0, 300]], 4, 100 + UNTIL_LEASED_MS],
    ['nothing is leased', [], 1, 100 + UNTIL_LEASED_MS],
  ])('%s', (_, held, cost, at) => {
    expect(leasedAt(leasesOf(...held), cost, NO_SLACK, 100)).toBe(at);
  });
});

describe('a leased quota', () => {
  const quota = { name: 'requests', amount: 10, windowMs: 1000, burst: 4 };

  it('is empty until something is leased, and does not fill with time', () => {
    const state = createLeasedQuota(quota);
    expect(availableAt(state, 1, 0)).toBe(UNTIL_LEASED_MS);
    expect(availableAt(state, 1, 5000)).toBe(5000 + UNTIL_LEASED_MS);
    expect(availableAt(state, 5, 0)).toBe(Infinity);
    state.leases.held.push({ amount: 2, notBefore: 10, expiresAt: 500 });
    expect(availableAt(state, 1, 5)).toBe(10);
    take(state, 2, 10);
    expect(state.leases).toMatchObject({ held: [], owed: 0 });
  });

  it('owes the store what was used beyond its reserve, and what was not used', () => {
    const state = createLeasedQuota(quota);
    settleQuota(state, 5, 8, 0);
    expect(state.leases.owed).toBe(3);
    settleQuota(state, 5, 1, 0);
    expect(state.leases.owed).toBe(-1);
  });

  it('of a long window is spent only when the store says so: that little is leased does not mean it', () => {
    const state = createLeasedQuota({ ...quota, windowMs: 86_400_000 });
    expect(spentAt(state, 1, 100)).toBeLessThanOrEqual(100);
    state.leases.spentUntil = 5000;
    expect(spentAt(state, 1, 100)).toBe(5000);
  });

  it('every unit that was leased is held, used or given back, whatever happens in which order', () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: 100 }),
      leased: fc.integer({ min: 0, max: 10 }),
      laterMs: fc.integer({ min: 0, max: 100 }),
      used: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const leases = createLeases();
        let now = 0;
        let leased = 0;
        let used = 0;
        for (const each of steps) {
          now += each.afterMs;
          const notBefore = now + each.laterMs;
          if (each.leased > 0) leases.held.push({ amount: each.leased, notBefore, expiresAt: notBefore + 50 });
          leased += each.leased;
          dropExpired(leases, now);
          if (leasedAt(leases, each.used, NO_SLACK, now) <= now) {
            takeLeased(leases, each.used, now);
            used += each.used;
          }
          // Less is owed for each unit that was leased, and more for each that was used.
          expect(leasedUnits(leases)).toBe(leased - used + leases.owed);
        }
      }),
      { numRuns: 300 },
    );
  });
});
