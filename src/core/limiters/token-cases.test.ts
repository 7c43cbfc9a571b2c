// Reports about limits on tokens, by their ids.

import { describe, expect, it } from 'vitest';
import { createLimiter, type LimiterSpec, take } from './create-limiter.js';
import { reservationFor } from './reservation.js';

describe('TK-01: of two bounds on the output the larger is reserved', () => {
  it('1 in, 1 and 10,000 out: 10,001, which a limit of 100 can never let through', () => {
    const reserved = reservationFor('maximum', { input: 1, outputBounds: [1, 10_000] }, 100, 0);
    expect(reserved).toBe(10_001);
    expect(take(createLimiter({ kind: 'token-bucket', amount: 100, windowMs: 60_000 }, 0), reserved, 0)).toBe(Infinity);
  });
});

describe('TK-02: an output that nobody bounded', () => {
  it('is never estimated above the limit, which would refuse for ever', () => {
    const reserved = reservationFor('maximum', { input: 1, outputBounds: [] }, 1000, 1024);
    expect(reserved).toBe(1000);
    expect(take(createLimiter({ kind: 'token-bucket', amount: 1000, windowMs: 60_000 }, 0), reserved, 0)).toBe(0);
  });
  it('does not hide that the input alone is too large', () => {
    expect(reservationFor('maximum', { input: 1500, outputBounds: [] }, 1000, 1024)).toBe(1500);
  });
});

it.each([
  ['nothing', 0],
  ['estimate', 30],
  ['maximum', 130],
  ['larger', 100],
] as const)('taken: %s of 30 in and at most 100 out is %i', (taken, reserved) => {
  expect(reservationFor(taken, { input: 30, outputBounds: [100] }, 1000, 7)).toBe(reserved);
});

const minuteOf = (amount: number): readonly LimiterSpec[] => [
  { kind: 'token-bucket', amount, windowMs: 60_000 },
  { kind: 'gcra', amount, windowMs: 60_000 },
  { kind: 'fixed-window', amount, windowMs: 60_000, opens: 'first-use' },
  { kind: 'sliding-log', amount, windowMs: 60_000 },
];

describe('TK-05: what was reserved and never settled', () => {
  it.each(minuteOf(5_000_000))('is gone with the window ($kind)', (spec) => {
    const limiter = createLimiter(spec, 0);
    limiter.charge(5_006_972, 0);
    expect(limiter.waitMs(100, 0)).toBeGreaterThan(0);
    expect(take(limiter, 100, 61_000)).toBe(0);
  });
});

describe('TK-06: a steady load of 90 % of the limit', () => {
  it.each(minuteOf(10_000))('is never refused ($kind)', (spec) => {
    const limiter = createLimiter(spec, 0);
    for (let now = 0; now < 600_000; now += 1000) expect(take(limiter, 150, now)).toBe(0);
  });
  it.each(minuteOf(10_000))(
    'comes back within a minute once it did hit the limit, and refusals cost nothing ($kind)',
    (spec) => {
      const limiter = createLimiter(spec, 0);
      take(limiter, 10_000, 0);
      const wait = limiter.waitMs(150, 1000);
      for (let now = 1000; now < 1000 + wait; now += 10) expect(take(limiter, 150, now)).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60_000);
      expect(take(limiter, 150, 1000 + wait)).toBe(0);
    },
  );
});

describe('settling', () => {
  it.each(minuteOf(100))('gives back what was reserved in excess, and takes what was missing ($kind)', (spec) => {
    const limiter = createLimiter(spec, 0);
    take(limiter, 80, 0);
    limiter.settle(80, 30, 0, 0);
    expect(limiter.remaining(0)).toBe(70);
    limiter.settle(30, 95, 0, 0);
    expect(limiter.remaining(0)).toBe(5);
  });
  it.each(minuteOf(100))(
    'gives nothing back that has expired, so that it never holds more than the amount ($kind)',
    (spec) => {
      const limiter = createLimiter(spec, 0);
      take(limiter, 80, 0);
      limiter.settle(80, 10, 0, 60_000);
      expect(limiter.remaining(60_000)).toBe(100);
    },
  );
  it.each(minuteOf(100))('counts use beyond the reserve now, when its window has ended ($kind)', (spec) => {
    const limiter = createLimiter(spec, 0);
    take(limiter, 10, 0);
    limiter.settle(10, 40, 0, 60_000);
    expect(limiter.remaining(60_000)).toBe(70);
  });
  it.each(minuteOf(100))('leaves the next window alone when it gives back ($kind)', (spec) => {
    const limiter = createLimiter(spec, 0);
    take(limiter, 80, 0);
    take(limiter, 30, 120_000);
    limiter.settle(80, 10, 0, 120_000);
    // A bucket has no windows: what is given back fills it up, as far as it holds.
    const isBucket = spec.kind === 'token-bucket' || spec.kind === 'gcra';
    expect(limiter.remaining(120_000)).toBe(isBucket ? 100 : 70);
  });
  it.each(minuteOf(100))('never makes more than the amount of it ($kind)', (spec) => {
    const limiter = createLimiter(spec, 0);
    take(limiter, 50, 0);
    take(limiter, 10, 1);
    for (let again = 0; again < 3; again++) limiter.settle(50, 0, 0, 1);
    expect(limiter.remaining(1)).toBeLessThanOrEqual(100);
  });
  it('finds what was reserved after the clock stepped back', () => {
    const limiter = createLimiter({ kind: 'sliding-log', amount: 100, windowMs: 60_000 }, 0);
    take(limiter, 1, 9000);
    take(limiter, 5, 5000);
    take(limiter, 50, 6000);
    limiter.settle(50, 20, 6000, 7000);
    expect(limiter.remaining(7000)).toBe(74);
  });
  it('corrects the part or window in which it was reserved', () => {
    const parts = createLimiter({ kind: 'sub-windows', amount: 60, windowMs: 60_000, parts: 6 }, 0);
    parts.charge(10, 0);
    parts.settle(10, 4, 0, 9_999);
    expect([parts.waitMs(6, 9_999), parts.waitMs(7, 9_999), parts.remaining(9_999)]).toEqual([0, 1, 56]);
    parts.settle(4, 2, 0, 10_000);
    expect([parts.waitMs(10, 10_000), parts.remaining(10_000)]).toEqual([0, 58]);
    parts.settle(2, 5, 0, 60_000);
    expect(parts.remaining(60_000)).toBe(57);
    const counter = createLimiter({ kind: 'sliding-counter', amount: 100, windowMs: 1000 }, 0);
    counter.charge(80, 0);
    counter.settle(80, 40, 0, 1500);
    expect(counter.remaining(1500)).toBe(80);
    counter.settle(40, 50, 0, 2500);
    expect(counter.remaining(2500)).toBe(90);
    counter.settle(40, 10, 0, 2500);
    expect(counter.remaining(2500)).toBe(90);
    for (let again = 0; again < 3; again++) counter.settle(40, 0, 2000, 2500);
    expect(counter.remaining(2500)).toBe(100);
  });
});
