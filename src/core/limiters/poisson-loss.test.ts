// Poisson arrivals that nobody retries into a token bucket are an M/D/1/B loss system: the service time is the time of
// one token, the places are the burst. The table holds the exact loss, rounded to five digits.

import { describe, expect, it } from 'vitest';
import { createRandom } from '../random/random.js';
import { createLimiter, type LimiterSpec, take } from './create-limiter.js';

const BURSTS = [1, 2, 3, 5, 10, 20, 50];
const LOSS: Readonly<Record<string, readonly number[]>> = {
  '0.5': [0.33333, 0.09627, 0.02724, 0.00218, 4e-6, 0, 0],
  '0.8': [0.44444, 0.19957, 0.1033, 0.03529, 0.00364, 5e-5, 0],
  '0.9': [0.47368, 0.23464, 0.13844, 0.06436, 0.01663, 0.00185, 4e-6],
  '1': [0.5, 0.26894, 0.17634, 0.10345, 0.05085, 0.02521, 0.01003],
  '1.2': [0.54545, 0.33386, 0.25488, 0.19915, 0.17091, 0.16676, 0.16667],
  '1.5': [0.6, 0.41966, 0.36501, 0.33845, 0.3334, 0.33333, 0.33333],
  '2': [0.66667, 0.53169, 0.5062, 0.50025, 0.5, 0.5, 0.5],
};
const ARRIVALS = 100_000;

/** The share that a limiter refuses of Poisson arrivals at `load` times its rate. */
function lossOf(spec: LimiterSpec, meanGapMs: number, seed: number): number {
  const random = createRandom(seed);
  const limiter = createLimiter(spec, 0);
  let now = 0;
  let lost = 0;
  for (let i = 0; i < ARRIVALS; i++) {
    now -= Math.log(1 - random.next()) * meanGapMs;
    if (take(limiter, 1, now) > 0) lost++;
  }
  return lost / ARRIVALS;
}

describe('Poisson traffic into a token bucket', () => {
  it.each(Object.entries(LOSS))('at %s times its rate loses what the M/D/1/B table says', (load, row) => {
    const found = BURSTS.map((burst, index) => {
      const spec = { kind: 'token-bucket', amount: 1000, windowMs: 60_000, burst } as const;
      return lossOf(spec, 60 / Number(load), 100 + index);
    });
    for (const [index, loss] of found.entries()) {
      // Refusals come in clusters near saturation, hence six standard errors of independent ones instead of four.
      const tolerance = 6 * Math.sqrt(Math.max(1e-5, (row[index] as number) * (1 - (row[index] as number))) / ARRIVALS);
      expect(Math.abs(loss - (row[index] as number)), `burst ${BURSTS[index]}`).toBeLessThan(tolerance);
    }
  });

  it('is told from a bucket that holds one more or one less', () => {
    for (const burst of [4, 6]) {
      const loss = lossOf({ kind: 'token-bucket', amount: 1000, windowMs: 60_000, burst }, 60, 103);
      expect(Math.abs(loss - 0.10345)).toBeGreaterThan(6 * Math.sqrt((0.10345 * 0.89655) / ARRIVALS));
    }
  });

  it('loses ρ ÷ (1 + ρ) with a burst of 1 and 1 − 1 ÷ (ρ + e^−ρ) with a burst of 2, the same by the GCRA', () => {
    for (const load of [0.3, 0.7, 1, 3]) {
      const closed = [load / (1 + load), 1 - 1 / (load + Math.exp(-load))];
      for (const [index, loss] of closed.entries()) {
        const spec = { kind: 'gcra', amount: 10, windowMs: 1000, burst: index + 1 } as const;
        expect(Math.abs(lossOf(spec, 100 / load, 7) - loss)).toBeLessThan(0.007);
      }
    }
  });
});
