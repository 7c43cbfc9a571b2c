import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../random/random.js';
import { disorderOf } from '../fixtures/disorder.js';
import { exactUniformSumCdf } from '../fixtures/exact-uniform-sum.js';
import { intervalsOf, type ScheduleVector, vectors } from '../fixtures/vectors.js';
import { UNIFORM_SUM_CDF_ERROR, uniformSum, uniformTotals, type WaitInterval } from './uniform-sum.js';

const upTo = (...widths: number[]): WaitInterval[] => widths.map((maxMs) => ({ minMs: 0, maxMs }));

describe('the sum of uniform waits, by published numbers', () => {
  const uniform = vectors<ScheduleVector>('schedule').filter(({ input }) => input.jitter !== 'decorrelated');

  it.each(uniform.map((v) => [v.name, v] as const))('agrees with the vector "%s"', (_, { input, expect: expected }) => {
    const total = uniformSum(intervalsOf(input));
    const { p50Ms, p90Ms, p95Ms, p99Ms, ...exact } = expected.total;
    for (const [field, value] of Object.entries(exact)) {
      expect(total[field as 'minMs']).toSatisfy((x: number) => Math.abs(x - value) <= 1e-12 * Math.max(1, value));
    }
    for (const [share, value] of [
      [0.5, p50Ms],
      [0.9, p90Ms],
      [0.95, p95Ms],
      [0.99, p99Ms],
    ] as const) {
      // The vectors were bisected to an absolute 1e-9 ms or so.
      expect(total.quantile(share)).toBeCloseTo(value as number, 6);
    }
  });

  it('finds the textbook values of two and three equal uniforms', () => {
    // Two: a triangle, F(x) = x²/2 below 1. Three: F(x) = x³/6 below 1, and 1/2 in the middle.
    expect(uniformSum(upTo(1, 1)).cdf(0.5)).toBeCloseTo(0.125, 12);
    expect(uniformSum(upTo(1, 1)).quantile(0.02)).toBeCloseTo(0.2, 12);
    expect(uniformSum(upTo(1, 1, 1)).cdf(1)).toBeCloseTo(1 / 6, 12);
    expect(uniformSum(upTo(1, 1, 1)).quantile(0.5)).toBeCloseTo(1.5, 12);
  });
});

describe('its cdf keeps the stated error against exact rationals', () => {
  const errorOf = (groups: readonly (readonly [number, number])[], y: number): number => {
    const widths = groups.flatMap(([width, count]) => new Array<number>(count).fill(width));
    const exact = exactUniformSumCdf(
      groups.map(([width, count]) => [BigInt(width), count] as const),
      BigInt(y),
    );
    return Math.abs(uniformSum(upTo(...widths)).cdf(y) - exact);
  };

  it('for equal widths from 1 to 1000 of them (Irwin–Hall)', () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 30, 50, 100, 300, 1000]) {
      for (const part of [0.2, 0.47, 0.5, 0.515]) {
        expect(errorOf([[1000, n]], Math.round(part * 1000 * n))).toBeLessThan(UNIFORM_SUM_CDF_ERROR);
      }
    }
  });

  it.each([
    ['doubling', [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]],
    ['times ten', [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]],
    ['twelve decades apart', [1, 1_000_000, 1_000_000_000_000]],
    ['one wide among narrow ones', [1_000_000_000_000, 1, 1, 1, 1, 1, 1]],
    ['one narrow among wide ones', [1, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000]],
    ['pairs at every scale', [1, 1, 50, 50, 2500, 2500, 125_000, 125_000]],
    ['five wide and three narrow', [1000, 1, 1000, 1000, 1000, 1, 1, 1000]],
    ['slowly growing', [100, 113, 127, 143, 161, 181, 204, 230, 259, 291, 328, 369]],
  ])('for widths %s', (_, widths) => {
    const range = widths.reduce((a, b) => a + b, 0);
    for (const part of [1e-6, 0.003, 0.1, 0.25, 1 / 3, 0.4999, 0.5, 0.6, 0.77, 0.999]) {
      expect(
        errorOf(
          widths.map((width) => [width, 1]),
          Math.round(part * range),
        ),
      ).toBeLessThan(UNIFORM_SUM_CDF_ERROR);
    }
  });

  it('when most retries sit at the cap', () => {
    for (const atCap of [3, 10, 40]) {
      const groups = [
        [1000, 1],
        [2000, 1],
        [4000, 1],
        [8000, 1],
        [16_000, 1],
        [32_000, atCap],
      ] as const;
      const range = 31_000 + 32_000 * atCap;
      for (const part of [0.2, 0.45, 0.5, 0.61]) {
        expect(errorOf(groups, Math.round(part * range))).toBeLessThan(UNIFORM_SUM_CDF_ERROR);
      }
    }
  });

  it('for random widths over twelve decades', () => {
    const width = fc.double({ min: 0, max: 12, noNaN: true }).map((e) => Math.max(1, Math.round(10 ** e)));
    const few = fc.array(width, { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(few, fc.double({ min: 0, max: 1, noNaN: true }), (widths, part) => {
        const range = widths.reduce((a, b) => a + b, 0);
        const y = Math.floor(part * range);
        expect(
          errorOf(
            widths.map((w) => [w, 1]),
            y,
          ),
        ).toBeLessThan(UNIFORM_SUM_CDF_ERROR);
      }),
      { numRuns: 1500 },
    );
  });

  it('JC-06: the odds that eight full-jitter retries are gone before a 60 s window is over', () => {
    const waits = intervalsOf({ baseMs: 1000, multiplier: 2, capMs: 20_000, maxAttempts: 9, jitter: 'full' });
    const exact = exactUniformSumCdf(
      [
        [1000n, 1],
        [2000n, 1],
        [4000n, 1],
        [8000n, 1],
        [16_000n, 1],
        [20_000n, 3],
      ],
      60_000n,
    );
    expect(uniformSum(waits).cdf(60_000)).toBeCloseTo(exact, 11);
    expect(exact).toBeCloseTo(0.8957, 4);
  });
});

describe('its cdf agrees with simulation', () => {
  it.each([
    ['200 terms over six decades', Array.from({ length: 200 }, (_, i) => 10 ** ((6 * i) / 199))],
    ['1000 terms, most of them equal', Array.from({ length: 1000 }, (_, i) => Math.min(64, 2 ** i))],
  ])('of %s, within four standard errors', (_, widths) => {
    const runs = 10_000;
    const { next } = createRandom(20_260_101);
    const total = uniformSum(upTo(...widths));
    const points = [0.05, 0.25, 0.5, 0.75, 0.95].map((share) => total.quantile(share));
    const counts = points.map(() => 0);
    for (let run = 0; run < runs; run++) {
      let sum = 0;
      for (const width of widths) sum += width * next();
      points.forEach((x, i) => {
        if (sum <= x) counts[i] = (counts[i] as number) + 1;
      });
    }
    points.forEach((x, i) => {
      const p = total.cdf(x);
      expect(Math.abs((counts[i] as number) / runs - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / runs));
    });
  });
});

describe('promises of the sum', () => {
  const interval = fc
    .tuple(fc.double({ min: -2, max: 12, noNaN: true }), fc.constantFrom(0, 0.5, 0.75, 0.999999, 1))
    .map(([e, low]) => ({ minMs: low * 10 ** e, maxMs: 10 ** e }));
  const intervals = fc.oneof(
    fc.array(interval, { minLength: 1, maxLength: 25 }),
    fc.tuple(interval, fc.integer({ min: 1, max: 60 })).map(([one, n]) => new Array<WaitInterval>(n).fill(one)),
  );

  it('quantiles lie in order between the ends, the mean is inside, the cdf never falls, nothing is NaN', () => {
    fc.assert(
      fc.property(intervals, (waits) => {
        expect(disorderOf(uniformSum(waits), 100)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  it('the cdf of a quantile is its share', () => {
    fc.assert(
      fc.property(intervals, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (waits, share) => {
        const total = uniformSum(waits);
        const chance = total.cdf(total.quantile(share));
        // Where the range is far smaller than the total, neighbouring numbers are some share apart.
        const grain = (total.maxMs * 2 ** -47) / (total.maxMs - total.minMs || 1);
        if (total.maxMs > total.minMs) expect(Math.abs(chance - share)).toBeLessThan(2e-12 + 30 * grain);
        else expect(chance).toBe(1);
      }),
      { numRuns: 1000 },
    );
  });

  it('is symmetric about its mean', () => {
    const total = uniformSum(upTo(1, 3, 9, 27, 81));
    for (const d of [1, 5, 20, 50]) expect(total.cdf(60.5 - d) + total.cdf(60.5 + d)).toBeCloseTo(1, 11);
  });

  it('constants only shift it', () => {
    const moved = uniformSum([...upTo(5, 7), { minMs: 100, maxMs: 100 }]);
    const plain = uniformSum(upTo(5, 7));
    expect(moved.minMs).toBe(100);
    expect(moved.stddevMs).toBe(plain.stddevMs);
    expect(moved.quantile(0.9)).toBeCloseTo(100 + plain.quantile(0.9), 10);
  });

  it('a sum of constants is a step, and its very value counts', () => {
    const total = uniformSum([1000, 2000, 4000].map((ms) => ({ minMs: ms, maxMs: ms })));
    expect([total.cdf(6999.999), total.cdf(7000), total.quantile(0), total.quantile(0.99)]).toEqual([0, 1, 7000, 7000]);
    expect(total.stddevMs).toBe(0);
  });

  it('no waits at all are a certain 0', () => {
    expect(uniformSum([]).cdf(0)).toBe(1);
    expect(uniformSum([]).maxMs).toBe(0);
  });

  it('BM-06: waits that saturate at the largest safe integer stay finite a thousand times over', () => {
    const waits = intervalsOf({ baseMs: 1000, multiplier: 10, capMs: null, maxAttempts: 1001, jitter: 'full' });
    const total = uniformSum(waits);
    const figures = [total.meanMs, total.stddevMs, total.quantile(0.5), total.quantile(0.99)];
    expect(figures.every(Number.isFinite)).toBe(true);
  });

  it('totals are the sums of the first waits', () => {
    const waits = upTo(3, 1, 2);
    const totals = uniformTotals(waits);
    expect([0, 1, 2, 3].map((k) => totals.after(k).maxMs)).toEqual([0, 3, 4, 6]);
    expect(totals.after(2).cdf(2.5)).toBe(uniformSum(waits.slice(0, 2)).cdf(2.5));
    expect(totals.after(2)).toBe(totals.after(2));
  });

  it.each([
    [[{ minMs: -1, maxMs: 2 }], 'intervals[0]: -1…2'],
    [
      [
        { minMs: 0, maxMs: 1 },
        { minMs: 3, maxMs: 2 },
      ],
      'intervals[1]: 3…2',
    ],
    [[{ minMs: 0, maxMs: Number.POSITIVE_INFINITY }], 'intervals[0]: 0…Infinity'],
    [[{ minMs: Number.NaN, maxMs: 2 }], 'intervals[0]: NaN…2'],
  ])('refuses %j, saying which', (waits, message) => {
    expect(() => uniformSum(waits)).toThrow(RangeError);
    expect(() => uniformSum(waits)).toThrow(message);
  });

  it.each([-1, 4, 1.5, Number.NaN])('refuses the total after %d of three waits', (retries) => {
    expect(() => uniformTotals(upTo(1, 2, 3)).after(retries)).toThrow(`retries: ${retries} is not allowed`);
  });
});
