import { describe, expect, it } from 'vitest';
import type { LimiterSpec } from '../limiters/create-limiter.js';
import { type Habit, judge } from './fixtures/judge.js';

// A batch into a bucket of which nothing is known. 20 per second, all at once if need be; 50 to 100 ms there and back.
// The judge is a limiter of core, which shares nothing with the engine.

const LATENCY_MS = 100;
const bucket: LimiterSpec = { kind: 'token-bucket', amount: 20, windowMs: 1000 };
const cells: LimiterSpec = { kind: 'gcra', amount: 20, windowMs: 1000 };
const aligned: LimiterSpec = { kind: 'fixed-window', amount: 20, windowMs: 1000, opens: 'wall-clock' };
const atFirstUse: LimiterSpec = { kind: 'fixed-window', amount: 20, windowMs: 1000, opens: 'first-use' };
const slidingLog: LimiterSpec = { kind: 'sliding-log', amount: 20, windowMs: 1000 };

/** The time and the requests per call of the worse of two seeds, with the bound and two latencies as 1. */
function measure(habit: Habit, calls: number, engines = 1): { time: number; perRequest: number } {
  const boundMs = ((calls - 20) / 20) * 1000;
  let [time, perRequest] = [0, 0];
  for (const seed of [1, 2]) {
    const verdict = judge({ habit, calls, engines, seed, untilMs: 30 * boundMs });
    expect(verdict, `${JSON.stringify(habit)}, seed ${seed}`).toMatchObject({ served: calls, lost: 0, early: 0 });
    time = Math.max(time, verdict.endMs / (boundMs + 2 * LATENCY_MS));
    perRequest = Math.max(perRequest, verdict.perRequest);
  }
  return { time, perRequest };
}

type Row = readonly [
  name: string,
  habit: Omit<Habit, 'retryAfter'>,
  most: { time: number; perRequest: number },
  few?: number,
];

/** Most at 1000 calls, and the time at 200 where it is more than 1.04. */
const told: Row[] = [
  [
    'a token bucket, time until it is full',
    { limiter: bucket, tells: 'full', algorithm: 'bucket' },
    { time: 1.01, perRequest: 1.001 },
  ],
  [
    'the same in whole seconds',
    { limiter: bucket, tells: 'full', algorithm: 'bucket', resetStepMs: 1000 },
    { time: 1.01, perRequest: 1.001 },
  ],
  [
    'a token bucket, time until one more',
    { limiter: bucket, tells: 'next', algorithm: 'bucket' },
    { time: 1.01, perRequest: 1.001 },
  ],
  [
    'the same in whole seconds',
    { limiter: bucket, tells: 'next', algorithm: 'bucket', resetStepMs: 1000 },
    { time: 1.01, perRequest: 1.001 },
  ],
  ['cells', { limiter: cells, tells: 'full', algorithm: 'bucket' }, { time: 1.01, perRequest: 1.001 }],
  ['a bucket that nobody calls one', { limiter: bucket, tells: 'full' }, { time: 1.01, perRequest: 1.005 }],
  [
    'the same in whole seconds',
    { limiter: bucket, tells: 'full', resetStepMs: 1000 },
    { time: 1.01, perRequest: 1.005 },
  ],
  [
    'the same, time until one more',
    { limiter: bucket, tells: 'next', resetStepMs: 1000 },
    { time: 1.01, perRequest: 1.005 },
  ],
  [
    'a bucket whose window nobody tells',
    { limiter: bucket, tells: 'full', tellsWindow: false },
    { time: 1.01, perRequest: 1.005 },
  ],
  [
    'the same in whole seconds',
    { limiter: bucket, tells: 'full', tellsWindow: false, resetStepMs: 1000 },
    { time: 1.02, perRequest: 1.005 },
  ],
  [
    'windows by the clock',
    { limiter: aligned, tells: 'window', algorithm: 'window' },
    { time: 1.01, perRequest: 1.005 },
  ],
  [
    'windows that begin with the first use',
    { limiter: atFirstUse, tells: 'window', algorithm: 'window' },
    { time: 1.02, perRequest: 1.005 },
  ],
  ['windows that nobody calls so', { limiter: atFirstUse, tells: 'full' }, { time: 1.02, perRequest: 1.005 }],
  // Each window is begun when the last one has surely ended, so that of a second one journey is lost.
  [
    'windows of a second, in whole seconds',
    { limiter: aligned, tells: 'window', algorithm: 'window', resetStepMs: 1000 },
    { time: 1.06, perRequest: 1.005 },
    1.06,
  ],
  [
    'a sliding log',
    { limiter: slidingLog, tells: 'full', algorithm: 'window' },
    { time: 1.04, perRequest: 1.02 },
    1.13,
  ],
];

describe('a server that tells its limit', () => {
  for (const retryAfter of ['ms', 's', 'none'] as const) {
    for (const [name, habit, most, few = 1.04] of told) {
      it(`is used as far as it allows, with hardly a refusal: ${name}; Retry-After: ${retryAfter}`, () => {
        const many = measure({ ...habit, retryAfter }, 1000);
        expect(many.time).toBeLessThanOrEqual(most.time);
        expect(many.perRequest).toBeLessThanOrEqual(most.perRequest);
        const some = measure({ ...habit, retryAfter }, 200);
        expect(some.time).toBeLessThanOrEqual(few);
        expect(some.perRequest).toBeLessThanOrEqual(1.02);
      });
    }
  }

  it.each<[string, amount: number, windowMs: number, burst: number, retryAfter: Habit['retryAfter'], few: number]>([
    ['5 of 60, told in ms,', 60, 3000, 5, 'ms', 1.06],
    ['20 of 1200, told in ms,', 1200, 60_000, 20, 'ms', 1.16],
    ['20 of 1200, told in seconds,', 1200, 60_000, 20, 's', 1.16],
    ['20 of 1200, told nothing,', 1200, 60_000, 20, 'none', 1.16],
  ])('and lets through at once %s is asked for twice as much with every round, and no more', (...row) => {
    const [, amount, windowMs, burst, retryAfter, few] = row;
    const limiter: LimiterSpec = { kind: 'token-bucket', amount, windowMs };
    const habit: Habit = { limiter, hidden: { ...bucket, burst }, tells: 'full', algorithm: 'bucket', retryAfter };
    const many = measure(habit, 1000);
    expect(many.time).toBeLessThanOrEqual(1.02);
    expect(many.perRequest).toBeLessThanOrEqual(1.04);
    expect(measure(habit, 200).perRequest).toBeLessThanOrEqual(few);
  });
});

describe('a server that tells nothing but refusals', () => {
  it.each<[string, LimiterSpec, Habit['retryAfter'], time: number, perRequest: number]>([
    ['a token bucket', bucket, 'ms', 1.01, 1.07],
    ['a token bucket', bucket, 's', 1.04, 1.06],
    ['a token bucket', bucket, 'none', 1.02, 1.07],
    ['windows by the clock', aligned, 'ms', 1.09, 1.07],
    ['windows by the clock', aligned, 's', 1.26, 1.1],
    ['windows that begin with the first use', atFirstUse, 'ms', 1.15, 1.08],
  ])('is asked at the rate at which it accepts: %s; Retry-After: %s', (_, limiter, retryAfter, time, perRequest) => {
    const measured = measure({ limiter, tells: 'nothing', retryAfter }, 1000);
    expect(measured.time).toBeLessThanOrEqual(time);
    expect(measured.perRequest).toBeLessThanOrEqual(perRequest);
  });

  it('finishes 300 calls within a tenth of the bound, where fixed waits took 2.7 times as long', () => {
    expect(measure({ limiter: bucket, tells: 'nothing', retryAfter: 'ms' }, 300).time).toBeLessThanOrEqual(1.1);
  });

  it('RB-10: is asked at the rate that it has shown, retries included: 80 per second after 100 were tried', () => {
    const limiter: LimiterSpec = { kind: 'token-bucket', amount: 80, windowMs: 1000, burst: 10 };
    const { sent, endMs, served } = judge({ habit: { limiter, tells: 'nothing', retryAfter: 'none' }, calls: 2000 });
    expect(served).toBe(2000);
    expect((sent / endMs) * 1000).toBeGreaterThan(75);
    expect((sent / endMs) * 1000).toBeLessThan(84);
  });
});

describe('refusals that have nothing to do with the rate', () => {
  it('do not let a batch crawl, even one in three: 1000 calls took 35 minutes before a faster pace was tried', () => {
    const limiter: LimiterSpec = { kind: 'token-bucket', amount: 100_000, windowMs: 1000 };
    const habit: Habit = { limiter, tells: 'nothing', retryAfter: 'none', refusesAtRandom: 0.3 };
    for (const seed of [11, 12]) {
      const { served, endMs, perRequest } = judge({ habit, calls: 1000, seed });
      expect(served).toBe(1000);
      expect(endMs).toBeLessThan(90_000);
      expect(perRequest).toBeLessThan(1.5);
    }
  });

  it.each([0.02, 0.1])('do not bring it down: %d of all requests, from a server without a limit', (refusesAtRandom) => {
    const limiter: LimiterSpec = { kind: 'token-bucket', amount: 100_000, windowMs: 1000 };
    for (const tells of ['nothing', 'full'] as const) {
      const habit: Habit = { limiter, tells, algorithm: 'bucket', retryAfter: 'none', refusesAtRandom };
      const { served, endMs, perRequest } = judge({ habit, calls: 1000 });
      expect(served).toBe(1000);
      expect(endMs).toBeLessThan(tells === 'full' ? 5_000 : 30_000);
      expect(perRequest).toBeLessThan(1.15);
    }
  });

  it('cost little beside a real limit', () => {
    const { time } = measure({ limiter: bucket, tells: 'nothing', retryAfter: 'none', refusesAtRandom: 0.1 }, 1000);
    expect(time).toBeLessThan(1.1);
  });
});

describe('eight clients that share nothing but the bucket', () => {
  it.each<[Habit['tells'], Habit['retryAfter']]>([
    ['full', 'ms'],
    ['full', 's'],
    ['full', 'none'],
    ['nothing', 'ms'],
    ['nothing', 's'],
    ['nothing', 'none'],
  ])('lose nothing and need at most 1.7 requests per call: limits told: %s, Retry-After: %s', (tells, retryAfter) => {
    const habit: Habit = { limiter: bucket, tells, algorithm: 'bucket', retryAfter };
    expect(measure(habit, 400, 8).perRequest).toBeLessThanOrEqual(1.7);
    const many = measure(habit, 1000, 8);
    expect(many.perRequest).toBeLessThanOrEqual(1.5);
    // A client that was left with little has its part soon when others are done.
    expect(many.time).toBeLessThanOrEqual(1.6);
  });
});
