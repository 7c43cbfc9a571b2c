// Every kind against its definition in exact numbers, on random traffic.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimiter, type LimiterSpec } from './create-limiter.js';
import {
  alignedStart,
  firstUseStart,
  type SlowModel,
  slowBucket,
  slowCounter,
  slowCpuTime,
  slowFixedWindow,
  slowLog,
  slowSubWindows,
  type Taking,
  waitByTrial,
} from './fixtures/slow-models.js';

const START = 1_764_547_200_123;

/** Figures that share factors and figures that share none, and bursts on both sides of the amount. */
const amounts = fc.integer({ min: 1, max: 60 });
const windows = fc.constantFrom(1, 7, 60, 97, 1000, 2520);

type Row = readonly [LimiterSpec['kind'], fc.Arbitrary<{ readonly spec: LimiterSpec; readonly model: SlowModel }>];

const kinds: readonly Row[] = [
  ...(['token-bucket', 'gcra', 'leaky-bucket'] as const).map((kind): Row => {
    const made = fc.tuple(amounts, windows, amounts).map(([amount, windowMs, burst]) => ({
      spec: (kind === 'leaky-bucket'
        ? { kind, amount, windowMs, size: burst }
        : { kind, amount, windowMs, burst }) as LimiterSpec,
      model: slowBucket(BigInt(amount), BigInt(windowMs), BigInt(burst)),
    }));
    return [kind, made];
  }),
  [
    'fixed-window',
    fc
      .tuple(amounts, windows, fc.constantFrom('first-use', 'creation', 'wall-clock'))
      .map(([amount, windowMs, opens]) => {
        const window = BigInt(windowMs);
        const start =
          opens === 'first-use'
            ? firstUseStart(window)
            : alignedStart(opens === 'creation' ? BigInt(START) : 0n, window);
        const spec = { kind: 'fixed-window', amount, windowMs, opens } as LimiterSpec;
        return { spec, model: slowFixedWindow(BigInt(amount), start) };
      }),
  ],
  [
    'sliding-log',
    fc.tuple(amounts, windows).map(([amount, windowMs]) => ({
      spec: { kind: 'sliding-log', amount, windowMs },
      model: slowLog(BigInt(amount), BigInt(windowMs)),
    })),
  ],
  [
    'cpu-time',
    fc.tuple(amounts, windows).map(([amount, windowMs]) => ({
      spec: { kind: 'cpu-time', amount, windowMs },
      model: slowCpuTime(BigInt(amount), BigInt(windowMs)),
    })),
  ],
  [
    'sliding-counter',
    fc.tuple(amounts, windows).map(([amount, windowMs]) => ({
      spec: { kind: 'sliding-counter', amount, windowMs },
      model: slowCounter(BigInt(amount), BigInt(windowMs)),
    })),
  ],
  [
    'sub-windows',
    fc
      .tuple(amounts, fc.constantFrom(1, 7, 60, 1000, 2520), fc.constantFrom(1, 2, 5, 7, 60))
      .map(([amount, some, parts]) => ({
        spec: { kind: 'sub-windows', amount, windowMs: some * parts, parts },
        model: slowSubWindows(BigInt(amount), BigInt(some * parts), BigInt(parts)),
      })),
  ],
];

/** Bursts, short pauses and idle times; now and then a cost that is taken although it does not fit. */
const traffic = fc.array(
  fc.record({
    pauseMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(50) }, fc.nat(5000)),
    cost: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.nat(70)),
    isForced: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  }),
  { minLength: 1, maxLength: 40 },
);

/** Real figures, for which trying one ms after the other would take too long. */
const large = fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(1009, 60_000, 3_600_000, 9_999_991));
const largeKinds: readonly Row[] = [
  ...(['token-bucket', 'gcra'] as const).map((kind): Row => {
    const made = large.map(([amount, windowMs]) => ({
      spec: { kind, amount, windowMs },
      model: slowBucket(BigInt(amount), BigInt(windowMs), BigInt(amount)),
    }));
    return [kind, made];
  }),
  [
    'sliding-counter',
    large.map(([amount, windowMs]) => ({
      spec: { kind: 'sliding-counter', amount, windowMs },
      model: slowCounter(BigInt(amount), BigInt(windowMs)),
    })),
  ],
];

describe.each(largeKinds)('%s with large figures', (_, figures) => {
  it('names the first ms at which a request fits', () => {
    const requests = fc.array(fc.tuple(fc.nat(2_000_000), fc.double({ min: 0, max: 1, noNaN: true })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(figures, requests, ({ spec, model }, pairs) => {
        let now = START;
        const limiter = createLimiter(spec, now);
        const takings: Taking[] = [];
        for (const [pauseMs, part] of pairs) {
          now += pauseMs;
          const cost = Math.ceil(part * spec.amount);
          const wait = limiter.waitMs(cost, now);
          const fitsAt = (at: number) => model.fits(takings, BigInt(cost), BigInt(at));
          expect([fitsAt(now + wait), wait > 0 && fitsAt(now + wait - 1)]).toEqual([true, false]);
          if (wait > 0) continue;
          limiter.charge(cost, now);
          if (cost > 0) takings.push({ at: BigInt(now), cost: BigInt(cost) });
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe.each(kinds)('%s', (_, figures) => {
  it('admits, waits and counts exactly as its definition in whole numbers of any size says', () => {
    fc.assert(
      fc.property(figures, traffic, ({ spec, model }, requests) => {
        let now = START;
        const limiter = createLimiter(spec, now);
        const takings: Taking[] = [];
        for (const { pauseMs, cost, isForced } of requests) {
          now += pauseMs;
          const at = BigInt(now);
          const wait = limiter.waitMs(cost, now);
          expect(wait).toBe(waitByTrial(model, takings, BigInt(cost), at));
          if (wait === 0 || (isForced && cost < 70)) {
            limiter.charge(cost, now);
            if (cost > 0) takings.push({ at, cost: BigInt(cost) });
          }
          const [numerator, denominator] = model.remaining(takings, at);
          expect(limiter.remaining(now)).toBeCloseTo(Number(numerator) / Number(denominator), 9);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('lets a request through after exactly the wait it named, also at instants that are no whole ms', () => {
    fc.assert(
      fc.property(
        figures,
        traffic,
        fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { minLength: 40, maxLength: 40 }),
        ({ spec }, requests, parts) => {
          let now = START;
          const limiter = createLimiter(spec, now);
          for (const [index, { pauseMs, cost }] of requests.entries()) {
            now += pauseMs + (parts[index] as number);
            const wait = limiter.waitMs(cost, now);
            if (wait === Infinity) continue;
            expect(Number.isInteger(wait)).toBe(true);
            now += wait;
            expect(limiter.waitMs(cost, now)).toBe(0);
            limiter.charge(cost, now);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is whole again after the time it names, and not a ms before', () => {
    fc.assert(
      fc.property(figures, traffic, ({ spec, model }, requests) => {
        let now = START;
        const limiter = createLimiter(spec, now);
        const takings: Taking[] = [];
        for (const { pauseMs, cost } of requests) {
          now += pauseMs;
          limiter.charge(cost, now);
          if (cost > 0) takings.push({ at: BigInt(now), cost: BigInt(cost) });
        }
        const isWhole = (at: number) =>
          model.remaining(takings, BigInt(at)).join() === model.remaining([], BigInt(at)).join();
        const reset = limiter.resetMs(now);
        expect(isWhole(now + reset)).toBe(true);
        if (reset > 0 && takings.length > 0) expect(isWhole(now + reset - 1)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });
});
