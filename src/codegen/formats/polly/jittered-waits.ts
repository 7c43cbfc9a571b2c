// Polly's own jitter for exponential waits ("decorrelated jitter V2").

/** Steps of the quadrature, per draw. Relative error of a mean: below 1e-4, checked against ten times as many. */
const STEPS = 128;
const P_FACTOR = 4;
const SCALE = 1 / 1.4;

/** Beyond so many retries the wait is at MaxDelay, or beyond any time. */
const GROWTH_ENDS = 60;

/**
 * The mean wait before each retry, in ms. With f(t) = 2^t · tanh(√(4t)) and one draw u per retry, the wait of retry n is
 * Delay/1.4 · (f(n−1+u) − f(n−2+u')), u' being the draw of the retry before; of the first one, Delay/1.4 · f(u).
 * Polly.Core RetryHelper.cs. MaxDelay cuts the wait, not f.
 */
export function jitteredMeans(delayMs: number, maxDelayMs: number | null, retries: number): number[] {
  const scale = delayMs * SCALE;
  let before: readonly number[] = [0];
  let beforeWeights: readonly number[] = [1];
  const means: number[] = [];
  for (let n = 0; n < Math.min(retries, GROWTH_ENDS); n++) {
    const values = NODES.map((u) => curve(n + u));
    let mean = 0;
    for (const [i, value] of values.entries()) {
      for (const [j, old] of before.entries()) {
        const waitMs = scale * (value - old);
        mean += (WEIGHTS[i] as number) * (beforeWeights[j] as number) * Math.min(waitMs, maxDelayMs ?? Infinity);
      }
    }
    means.push(mean);
    before = values;
    beforeWeights = WEIGHTS;
  }
  const last = maxDelayMs ?? means.at(-1) ?? 0;
  while (means.length < retries) means.push(last);
  return means;
}

function curve(t: number): number {
  return 2 ** t * Math.tanh(Math.sqrt(P_FACTOR * t));
}

/** Midpoints in v with u = v², since the curve starts like a square root. */
const NODES = Array.from({ length: STEPS }, (_, index) => ((index + 0.5) / STEPS) ** 2);
const WEIGHTS = Array.from({ length: STEPS }, (_, index) => (2 * (index + 0.5)) / STEPS ** 2);
