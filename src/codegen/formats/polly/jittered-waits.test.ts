import { expect, it } from 'vitest';
import { createRandom } from '../../../core/random/random.js';
import { jitteredMeans } from './jittered-waits.js';

/** The loop of RetryHelper.cs, drawn. */
function drawn(runs: number, retries: number, capMs: number): number[] {
  const { next: random } = createRandom(8);
  const sums = Array<number>(retries).fill(0);
  for (let run = 0; run < runs; run++) {
    let before = 0;
    for (let retry = 0; retry < retries; retry++) {
      const t = retry + random();
      const next = 2 ** t * Math.tanh(Math.sqrt(4 * t));
      sums[retry] = (sums[retry] as number) + Math.min(capMs, (1000 * (next - before)) / 1.4);
      before = next;
    }
  }
  return sums.map((sum) => sum / runs);
}

it.each([Infinity, 1500])(
  "the means of Polly's own jitter are those of 200,000 draws, with a MaxDelay of %d ms",
  (capMs) => {
    const means = jitteredMeans(1000, capMs === Infinity ? null : capMs, 5);
    for (const [at, mean] of drawn(200_000, 5, capMs).entries()) {
      // The spread of a wait is at most about its mean, so four standard errors are below 1 %.
      expect(Math.abs(mean / (means[at] as number) - 1), `retry ${at + 1}`).toBeLessThan(0.01);
    }
  },
);

it('grows by two in the end: f(t) is 2^t for large t', () => {
  const means = jitteredMeans(1000, null, 20);
  expect((means[19] as number) / (means[18] as number)).toBeCloseTo(2, 6);
});

it('does not overflow, however many retries there are', () => {
  for (const mean of [...jitteredMeans(1000, null, 999), ...jitteredMeans(1000, 5000, 999)])
    expect(mean).toBeLessThan(1e25);
});
