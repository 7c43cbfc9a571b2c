/** Equal summands of a sum of independent uniforms: `count` of them, each U(0, width). */
export interface EqualWidths {
  readonly width: number;
  readonly count: number;
}

/** Beyond so many standard deviations a sum of uniforms has less than 2·exp(−8.6²/2) = 2e-16 of its mass. */
const REACH = 8.6;

/**
 * h(t) = E[(t − R)₊^order] / order! for R a sum of independent uniforms U(0, width): the power that enters the
 * cdf of a longer sum of uniforms, smoothed by the narrow ones among them. Order 0 is the cdf of R itself.
 *
 * Outside the reach of R it is a polynomial in the moments of R. Within, it is integrated term by term from the Fourier
 * series of R's density, whose coefficients are products of sincs. Error: that of leaving out all harmonics after the
 * first `harmonics` (see {@link logTruncation}), plus a few units in the last place of period^order / order!.
 * Range of `order`: 0…6.
 */
export function smoothedPower(groups: readonly EqualWidths[], order: number, harmonics: number): (t: number) => number {
  const period = periodOf(groups);
  if (period === 0) return (t) => (t <= 0 ? 0 : t ** order / factorial(order));
  const centre = sumOf(groups) / 2;
  const half = period / 2;
  const outer = outerPolynomial(groups, order);
  const sines = coefficients(groups, period, harmonics);
  const inner = innerPolynomial(groups, order, period);
  const series = Float64Array.from(sines, (a, i) => a / ((2 * Math.PI * (i + 1)) / period) ** order);
  const phase = order % 4;
  return (t) => {
    const u = t - centre;
    if (u <= -half) return 0;
    if (u >= half) return polynomial(outer, u);
    const wave =
      phase % 2 === 0
        ? sineSeries(series, (2 * Math.PI * u) / period)
        : cosineSeries(series, (2 * Math.PI * u) / period);
    return polynomial(inner, u) + (phase === 0 || phase === 3 ? wave : -wave);
  };
}

/**
 * Upper bound of what the harmonics after `harmonics` add to h, as a natural logarithm. Every factor |sin x / x| is
 * replaced by a bound that falls: exp(−x²/6) up to 3.026, the height 0.2173 of the first side lobe, 1/x from there.
 */
export function logTruncation(groups: readonly EqualWidths[], order: number, harmonics: number): number {
  const period = periodOf(groups);
  if (period === 0) return Number.NEGATIVE_INFINITY;
  const omega = (2 * Math.PI * harmonics) / period;
  let log = Math.log(2 / period) - (order + 1) * Math.log(omega);
  let decaying = order;
  for (const { width, count } of groups) {
    const x = (omega * width) / 2;
    if (x < 3.026) log -= (count * x * x) / 6;
    else log -= count * Math.log(Math.max(4.602, x));
    if (x > 4.602) decaying += count;
  }
  // The terms fall at least like k^−(decaying + 1), so their sum is at most the first × K / decaying.
  return log + Math.log(harmonics / Math.max(1, decaying));
}

function sumOf(groups: readonly EqualWidths[]): number {
  let sum = 0;
  for (const { width, count } of groups) sum += width * count;
  return sum;
}

function varianceOf(groups: readonly EqualWidths[]): number {
  let sum = 0;
  for (const { width, count } of groups) sum += width * width * count;
  return sum / 12;
}

/** Long sums keep far from their ends: a period of 17 standard deviations needs fewer harmonics than the full range. */
function periodOf(groups: readonly EqualWidths[]): number {
  return Math.min(sumOf(groups), 2 * REACH * Math.sqrt(varianceOf(groups)));
}

/** Coefficients of sin(ω_k u) in the cdf of the centred sum: 2 c_k / (period · ω_k) with c_k = Π sinc(ω_k · width / 2). */
function coefficients(groups: readonly EqualWidths[], period: number, harmonics: number): Float64Array {
  const result = new Float64Array(harmonics);
  for (let k = 1; k <= harmonics; k++) {
    let product = 1 / (Math.PI * k);
    for (const { width, count } of groups) {
      const x = (Math.PI * k * width) / period;
      const sinc = Math.sin(x) / x;
      product *= count === 1 ? sinc : sinc ** count;
    }
    result[k - 1] = product;
  }
  return result;
}

/** E[(u − Z)^order] / order! as a polynomial in u, lowest power first; Z is the sum about its centre. */
function outerPolynomial(groups: readonly EqualWidths[], order: number): number[] {
  const moments = evenMoments(groups);
  const result = new Array<number>(order + 1).fill(0);
  for (let i = 0; i <= order; i += 2) {
    result[order - i] = (moments[i / 2] as number) / (factorial(order - i) * factorial(i));
  }
  return result;
}

/** E[Z⁰], E[Z²], E[Z⁴], E[Z⁶] from the cumulants w²/12, −w⁴/120, w⁶/252 of a uniform of width w. */
function evenMoments(groups: readonly EqualWidths[]): readonly [number, number, number, number] {
  let k2 = 0;
  let k4 = 0;
  let k6 = 0;
  for (const { width, count } of groups) {
    const square = width * width;
    k2 += (count * square) / 12;
    k4 -= (count * square * square) / 120;
    k6 += (count * square * square * square) / 252;
  }
  return [1, k2, k4 + 3 * k2 * k2, k6 + 15 * k4 * k2 + 15 * k2 ** 3];
}

/**
 * The polynomial part inside the reach. Starts from the cdf 1/2 + u/period and is integrated `order` times. The constant
 * of each integration follows from the mean over a period, where the waves cancel: ∫ h_j = h_{j+1}(end), a moment.
 * (Matching the value at the end instead would need the waves there, and each truncation would be integrated again.)
 */
function innerPolynomial(groups: readonly EqualWidths[], order: number, period: number): number[] {
  const half = period / 2;
  let current = [0.5, 1 / period];
  for (let j = 1; j <= order; j++) {
    const next = antiderivative(current);
    const twice = antiderivative(next);
    const area = polynomial(outerPolynomial(groups, j + 1), half);
    next[0] = (area - (polynomial(twice, half) - polynomial(twice, -half))) / period;
    current = next;
  }
  return current;
}

function antiderivative(coefficientsUp: readonly number[]): number[] {
  return [0, ...coefficientsUp.map((a, i) => a / (i + 1))];
}

function polynomial(coefficientsUp: readonly number[], x: number): number {
  let value = 0;
  for (let i = coefficientsUp.length - 1; i >= 0; i--) value = value * x + (coefficientsUp[i] as number);
  return value;
}

/** Σ a_k sin(kθ), k from 1. */
function sineSeries(a: Float64Array, theta: number): number {
  return clenshaw(a, theta).next * Math.sin(theta);
}

/** Σ a_k cos(kθ), k from 1. */
function cosineSeries(a: Float64Array, theta: number): number {
  const { next, afterNext } = clenshaw(a, theta);
  return next * Math.cos(theta) - afterNext;
}

/** Clenshaw's recurrence from the last coefficient down to the first, a_1. */
function clenshaw(a: Float64Array, theta: number): { next: number; afterNext: number } {
  const twice = 2 * Math.cos(theta);
  let next = 0;
  let afterNext = 0;
  for (let k = a.length - 1; k >= 0; k--) {
    const here = (a[k] as number) + twice * next - afterNext;
    afterNext = next;
    next = here;
  }
  return { next, afterNext };
}

function factorial(n: number): number {
  let product = 1;
  for (let i = 2; i <= n; i++) product *= i;
  return product;
}
