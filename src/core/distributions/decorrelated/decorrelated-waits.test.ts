import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disorderOf } from '../fixtures/disorder.js';
import { meanOf, shareUpTo, simulateDecorrelated, varianceOf } from '../fixtures/simulate.js';
import { type ScheduleVector, vectors } from '../fixtures/vectors.js';
import { type DecorrelatedWait, decorrelatedWaits } from './decorrelated-waits.js';

const near = (x: number, y: number, relative: number): boolean =>
  Math.abs(x - y) <= relative * Math.max(1, Math.abs(y));

describe('each decorrelated wait, by published numbers', () => {
  const decorrelated = vectors<ScheduleVector>('schedule').filter(({ input }) => input.jitter === 'decorrelated');

  it.each(decorrelated.map((v) => [v.name, v] as const))(
    'agrees with the vector "%s"',
    (_, { input, expect: expected }) => {
      const waits = decorrelatedWaits({ ...input, retries: input.maxAttempts - 1 });
      expect(waits).toHaveLength(expected.retries.length);
      expected.retries.forEach((row, i) => {
        const wait = waits[i] as DecorrelatedWait;
        expect(near(wait.meanMs, row.meanMs, 1e-11)).toBe(true);
        expect(near(wait.totalMeanMs, row.cumulativeMeanMs, 1e-11)).toBe(true);
        expect([wait.minMs, wait.maxMs]).toEqual([row.minMs, row.maxMs]);
      });
    },
  );

  it('base 1 s, cap 32 s: retries 4 and 5 mean 8902.331128 and 11948.045581 ms', () => {
    const means = decorrelatedWaits({ baseMs: 1000, capMs: 32_000, retries: 5 }).map((wait) => wait.meanMs);
    expect(means.slice(0, 3)).toEqual([2000, 3500, 5750].map((mean) => expect.closeTo(mean, 8)));
    expect(means[3]).toBeCloseTo(8902.331128, 6);
    expect(means[4]).toBeCloseTo(11_948.045581, 6);
  });
});

describe('each decorrelated wait, by closed forms', () => {
  it('without a cap mean, variance and the variance of the total obey their recursions', () => {
    // s′ = U(b, 3s): E s′ = (b + 3 E s)/2, E s′² = (b² + 3b E s + 9 E s²)/3, Cov(s_j, s_k) = 1.5^(k−j) Var s_j.
    const waits = decorrelatedWaits({ baseMs: 7, capMs: null, retries: 25 });
    let mean = 7;
    let square = 49;
    const variances: number[] = [];
    waits.forEach((wait, k) => {
      square = (49 + 21 * mean + 9 * square) / 3;
      mean = (7 + 3 * mean) / 2;
      variances.push(square - mean * mean);
      const total = variances.reduce((sum, variance, j) => {
        let covariances = 0;
        for (let later = j + 1; later <= k; later++) covariances += 1.5 ** (later - j);
        return sum + variance * (1 + 2 * covariances);
      }, 0);
      expect(near(wait.meanMs, mean, 1e-11)).toBe(true);
      expect(near(wait.varianceMs2, square - mean * mean, 1e-10)).toBe(true);
      expect(near(wait.totalVarianceMs2, total, 1e-10)).toBe(true);
    });
  });

  it('the second wait under a cap below nine bases has the mean and the cap share of its double integral', () => {
    // After x: the cap with (3x − C)₊/(3x − 1), else even on 1…min(3x, C); x even on 1…3. In units of the base.
    for (const cap of [3.5, 4, 6, 8.5]) {
      const log = Math.log((3 * 3 - 1) / (cap - 1));
      const atCap = (3 - cap / 3 - ((cap - 1) / 3) * log) / 2;
      const free = ((cap / 3 - 1) / 2 + (3 / 4) * ((cap / 3) ** 2 - 1)) / 2;
      const cut = (((cap * cap - 1) / 2) * (log / 3) + cap * (3 - cap / 3 - ((cap - 1) / 3) * log)) / 2;
      const second = decorrelatedWaits({ baseMs: 1, capMs: cap, retries: 2 })[1] as DecorrelatedWait;
      expect(second.atCapShare).toBeCloseTo(atCap, 12);
      expect(second.meanMs).toBeCloseTo(free + cut, 12);
    }
  });

  it('the first wait is even between one and three bases, or as far as cap and floor let it', () => {
    const [free] = decorrelatedWaits({ baseMs: 10, capMs: null, retries: 1 }) as [DecorrelatedWait];
    expect([free.cdf(10), free.cdf(20), free.cdf(30), free.quantile(0.9)]).toEqual(
      [0, 0.5, 1, 28].map((x) => expect.closeTo(x, 10)),
    );
    const [cut] = decorrelatedWaits({ baseMs: 10, capMs: 24, minMs: 12, retries: 1 }) as [DecorrelatedWait];
    expect([cut.cdf(11.99), cut.cdf(12), cut.cdf(18), cut.cdf(23.999), cut.cdf(24)]).toEqual(
      [0, 0.1, 0.4, 0.7, 1].map((x) => expect.closeTo(x, 4)),
    );
    expect([cut.atCapShare, cut.quantile(0.05), cut.quantile(0.71)]).toEqual([expect.closeTo(0.3, 12), 12, 24]);
  });

  it('with a cap the waits settle: the thousandth has the same distribution as the one before', () => {
    const waits = decorrelatedWaits({ baseMs: 1000, capMs: 32_000, retries: 1000 });
    const [before, last] = waits.slice(-2) as [DecorrelatedWait, DecorrelatedWait];
    expect(near(last.meanMs, before.meanMs, 1e-12)).toBe(true);
    expect(near(last.atCapShare, before.atCapShare, 1e-12)).toBe(true);
    // No chance is lost on the way: just below the cap all but the cap's share is there.
    expect(last.cdf(32_000 * (1 - 1e-13)) + last.atCapShare).toBeCloseTo(1, 11);
  });
});

describe('each decorrelated wait agrees with simulation within five standard errors', () => {
  it.each([
    { baseMs: 1000, capMs: 32_000, minMs: 0, retries: 8 },
    { baseMs: 1000, capMs: 2500, minMs: 0, retries: 6 },
    { baseMs: 1000, capMs: 9000, minMs: 0, retries: 6 },
    { baseMs: 1000, capMs: 32_000, minMs: 1700, retries: 7 },
    { baseMs: 1000, capMs: 20_000, minMs: 3500, retries: 5 },
    { baseMs: 1000, capMs: 2500, minMs: 1500, retries: 6 },
    { baseMs: 0, capMs: 5000, minMs: 700, retries: 6 },
  ])('$baseMs ms, cap $capMs, floor $minMs', (backoff) => {
    const runs = 100_000;
    const simulated = simulateDecorrelated(backoff, runs, 42);
    decorrelatedWaits(backoff).forEach((wait, k) => {
      const sample = simulated.waits[k] as Float64Array;
      const totals = simulated.totals[k] as Float64Array;
      expect(Math.abs(meanOf(sample) - wait.meanMs)).toBeLessThanOrEqual(5 * wait.stddevMs * runs ** -0.5 + 1e-9);
      expect(near(varianceOf(sample), wait.varianceMs2, 0.05)).toBe(true);
      const totalError = 5 * Math.sqrt(wait.totalVarianceMs2 / runs) + 1e-9;
      expect(Math.abs(meanOf(totals) - wait.totalMeanMs)).toBeLessThanOrEqual(totalError);
      expect(near(varianceOf(totals), wait.totalVarianceMs2, 0.03)).toBe(true);
      for (const x of [backoff.minMs, 1200, 2999, 4000, backoff.capMs - 1e-6]) {
        const p = wait.cdf(x);
        expect(Math.abs(shareUpTo(sample, x) - p)).toBeLessThanOrEqual(5 * Math.sqrt((p * (1 - p)) / runs) + 1e-9);
      }
    });
  });
});

describe('promises of decorrelated waits', () => {
  const backoffs = fc
    .record({
      base: fc.double({ min: -3, max: 5, noNaN: true }),
      cap: fc.oneof(fc.constant(null), fc.double({ min: -1, max: 6, noNaN: true })),
      floor: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1.2, noNaN: true })),
      retries: fc.integer({ min: 1, max: 9 }),
      noBase: fc.constantFrom(false, false, false, true),
    })
    .map(({ base, cap, floor, retries, noBase }) => ({
      baseMs: noBase ? 0 : 10 ** base,
      capMs: cap === null ? null : 10 ** (base + cap),
      minMs: floor * 10 ** (base + Math.min(2, cap ?? 2)),
      retries,
    }));

  it('each keeps order: quantiles between the ends, mean inside, cdf rising, chances within 0…1', () => {
    fc.assert(
      fc.property(backoffs, (backoff) => {
        for (const wait of decorrelatedWaits(backoff)) {
          expect(disorderOf(wait, 40)).toBeNull();
          if (!(wait.atCapShare >= 0 && wait.atCapShare <= 1)) expect(wait.atCapShare).toBe('a share');
          if (!(wait.totalVarianceMs2 >= wait.varianceMs2 * (1 - 1e-9))) expect(wait.totalVarianceMs2).toBe('larger');
        }
      }),
      { numRuns: 250 },
    );
  });

  it('quantiles of each wait invert its cdf to 1e-9', () => {
    const waits = decorrelatedWaits({ baseMs: 1000, capMs: 32_000, retries: 6 });
    for (const wait of waits) {
      for (const share of [0.01, 0.3, 0.5, 0.8]) expect(wait.cdf(wait.quantile(share))).toBeCloseTo(share, 11);
    }
  });

  it.each([
    ['BM-11: no base waits nothing', { baseMs: 0, capMs: 60_000, retries: 5 }, 0, 0],
    ['a cap at the base is every wait', { baseMs: 1000, capMs: 1000, retries: 3 }, 1000, 1],
    ['a cap below the base is every wait', { baseMs: 1000, capMs: 400, retries: 3 }, 400, 1],
    ['no base and no cap', { baseMs: 0, capMs: null, retries: 3 }, 0, 0],
  ])('%s', (_, backoff, valueMs, atCapShare) => {
    const last = decorrelatedWaits(backoff).at(-1) as DecorrelatedWait;
    expect([last.minMs, last.meanMs, last.maxMs, last.stddevMs, last.quantile(0.5)]).toEqual([
      valueMs,
      valueMs,
      valueMs,
      0,
      valueMs,
    ]);
    expect(last.totalMeanMs).toBe(valueMs * backoff.retries);
    expect(last.atCapShare).toBe(atCapShare);
  });

  it('BM-06: a thousand retries without a cap saturate at the largest safe integer, never at Infinity', () => {
    const last = decorrelatedWaits({ baseMs: 1000, capMs: null, retries: 1000 }).at(-1) as DecorrelatedWait;
    expect(last.maxMs).toBe(Number.MAX_SAFE_INTEGER);
    expect(last.meanMs).toBeLessThan(Number.MAX_SAFE_INTEGER);
    expect([last.meanMs, last.stddevMs, last.totalMeanMs, last.totalVarianceMs2].every(Number.isFinite)).toBe(true);
    expect(last.atCapShare).toBe(0);
  });

  it.each([
    [{ baseMs: -1, capMs: null, retries: 1 }, 'baseMs: -1'],
    [{ baseMs: 1, capMs: Number.NaN, retries: 1 }, 'capMs: NaN'],
    [{ baseMs: 1, capMs: null, minMs: Number.POSITIVE_INFINITY, retries: 1 }, 'minMs: Infinity'],
    [{ baseMs: 1, capMs: null, retries: 1.5 }, 'retries: 1.5'],
  ])('refuses %j, naming the field', (backoff, message) => {
    expect(() => decorrelatedWaits(backoff)).toThrow(message);
  });
});
