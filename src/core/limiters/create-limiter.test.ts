import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { LIMITER_KINDS } from './check-limiter.js';
import { createLimiter, type LimiterSpec, take } from './create-limiter.js';
import { NO_TIME_KNOWN } from './limiter.js';
import { GITHUB_POINTS, pointsOf } from './points.js';

const figures = { amount: 4, windowMs: 1000, burst: 4, size: 4, parts: 1, opens: 'first-use' } as const;

describe('every kind', () => {
  it.each(LIMITER_KINDS.filter((kind) => kind !== 'cpu-time'))(
    '%s: says that what is larger than all of it never fits',
    (kind) => {
      const limiter = createLimiter({ kind, ...figures } as LimiterSpec, 0);
      expect([limiter.waitMs(5, 0), limiter.waitMs(4, 0)]).toEqual([Infinity, 0]);
    },
  );

  it.each(LIMITER_KINDS)('%s: takes nothing by being asked, nor by refusing', (kind) => {
    const limiter = createLimiter({ kind, ...figures } as LimiterSpec, 0);
    limiter.charge(4, 0);
    expect(take(limiter, 1, 0)).not.toBe(0);
    expect(limiter.remaining(0)).toBe(0);
  });

  it.each(LIMITER_KINDS.filter((kind) => kind !== 'cpu-time' && kind !== 'sub-windows'))(
    '%s: three times a tenth is three tenths, whatever the sum of doubles says',
    (kind) => {
      const limiter = createLimiter({ kind, ...figures, amount: 0.3, burst: 0.3, size: 0.3 } as LimiterSpec, 0);
      expect([1, 2, 3, 4].map(() => take(limiter, 0.1, 0) === 0)).toEqual([true, true, true, false]);
    },
  );

  it('sliding-log: nor does a wait last longer for it', () => {
    const limiter = createLimiter({ kind: 'sliding-log', amount: 0.3, windowMs: 1000 }, 0);
    for (const now of [0, 100, 200]) limiter.charge(0.1, now);
    expect(limiter.waitMs(0.2, 200)).toBe(900);
  });

  it.each<[string, object, string]>([
    ['an unknown kind', { kind: 'tokenbucket' }, 'x.kind: "tokenbucket" is not allowed'],
    ['an amount of 0', { kind: 'gcra', amount: 0 }, 'x.amount: 0 is not allowed'],
    ['an amount that is no number', { kind: 'gcra', amount: Number.NaN }, 'x.amount: NaN is not allowed'],
    ['a window of a part of a ms', { kind: 'sliding-log', windowMs: 0.5 }, 'x.windowMs: 0.5 is not allowed'],
    ['a burst below 0', { kind: 'token-bucket', burst: -1 }, 'x.burst: -1 is not allowed'],
    ['parts that do not divide the window', { kind: 'sub-windows', parts: 7 }, 'x.parts: 7 is not allowed'],
    ['an unknown way to open', { kind: 'fixed-window', opens: 'monday' }, 'x.opens: "monday" is not allowed'],
    [
      'an hour that no clock shows',
      { kind: 'fixed-window', opens: { hour: 24, zone: 'utc' } },
      'x.opens.hour: 24 is not',
    ],
    [
      'an unknown zone',
      { kind: 'fixed-window', opens: { hour: 0, zone: 'CET' } },
      'x.opens.zone: "CET" is not allowed',
    ],
    ['a size of 0', { kind: 'leaky-bucket', size: 0 }, 'x.size: 0 is not allowed'],
  ])('refuses %s', (_, wrong, message) => {
    const make = () => createLimiter({ ...figures, ...wrong } as unknown as LimiterSpec, 0, 'x');
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });
});

describe('concurrency', () => {
  it('refuses without a time while all slots are taken, and lets in whoever comes after an end', () => {
    const slots = createLimiter({ kind: 'concurrency', amount: 2 }, 0);
    expect([take(slots, 1, 0), take(slots, 1, 0), take(slots, 1, 9e9)]).toEqual([0, 0, NO_TIME_KNOWN]);
    slots.settle(1, 0, 0, 9e9);
    expect([take(slots, 1, 9e9), slots.remaining(9e9)]).toEqual([0, 0]);
    for (let again = 0; again < 5; again++) slots.settle(1, 0, 0, 9e9);
    expect(slots.remaining(9e9)).toBe(2);
  });
});

describe('processor time', () => {
  it('is charged when it is known, so that the amount can be passed by what is in flight', () => {
    const cpu = createLimiter({ kind: 'cpu-time', amount: 90_000, windowMs: 60_000 }, 0);
    expect(take(cpu, 0, 0)).toBe(0);
    cpu.settle(0, 89_999, 0, 10_000);
    expect(take(cpu, 0, 20_000)).toBe(0);
    cpu.settle(0, 50_000, 20_000, 30_000);
    expect(cpu.remaining(30_000)).toBe(-49_999);
    expect(cpu.waitMs(0, 30_000)).toBe(40_000);
    expect([take(cpu, 0, 69_999), take(cpu, 0, 70_000)]).toEqual([1, 0]);
  });
});

describe('points', () => {
  it.each([
    ['GET', 1],
    ['DELETE', 5],
    ['mutation', 5],
    ['PROPFIND', 5],
    ['toString', 5],
  ])('%s costs %i', (operation, points) => {
    expect(pointsOf(GITHUB_POINTS, operation)).toBe(points);
  });
});
