import { type EqualWidths, logTruncation, smoothedPower } from './smoothed-power.js';

/**
 * The cdf of a sum of independent U(0, width) whose widths add up to 1, for arguments up to 1/2. Any order of widths, at
 * least one. Absolute error ≤ 3e-13, for 1 to 1000 widths.
 *
 * F(y) = Σ over subsets S of the widest m: (−1)^|S| · h(y − Σ S) / Π widths, where h is the m-th power smoothed by all
 * the others ({@link smoothedPower}). With all widths in the subsets it is the classical alternating sum; with none, a
 * Fourier series. The split is chosen so that neither cancellation nor truncation shows.
 */
export function standardUniformSumCdf(unsorted: Float64Array): (y: number) => number {
  const sorted = falling(unsorted);
  const widest = sorted[0] as number;
  const widths = sorted.filter((width) => width > widest * NEGLIGIBLE);
  const { exact, harmonics } = chooseSplit(widths);
  const rest = grouped(widths.subarray(exact));
  const power = smoothedPower(rest, exact, harmonics);
  if (exact === 0) return power;
  const { sums, weights } = subsets(widths.subarray(0, exact));
  return (y) => {
    let total = 0;
    for (let i = 0; i < sums.length; i++) {
      const t = y - (sums[i] as number);
      if (t > 0) total += (weights[i] as number) * power(t);
    }
    return total;
  };
}

/** Widths that could not move the cdf by a unit in its last place are left out. */
const NEGLIGIBLE = 1e-18;
/** Most wide summands treated exactly: 2⁶ subsets. */
const MOST_EXACT = 6;
const MOST_HARMONICS = 1024;
const GOOD_TRUNCATION = Math.log(1e-14);
/** Largest Σ |terms| of the alternating sum: each is good to about ten units in the last place. */
const GOOD_CANCELLATION = 50;

/** How a sum is split: its `exact` widest summands by subsets, the others by so many harmonics. */
interface Split {
  readonly exact: number;
  readonly harmonics: number;
}

/** Sorted from the widest down. Schedules grow, so most need no sorting. */
function falling(widths: Float64Array): Float64Array {
  const rising = widths.every((width, i) => i === 0 || width >= (widths[i - 1] as number));
  return (rising ? widths.slice() : widths.slice().sort()).reverse();
}

/** The first split, from few exact summands to many, that keeps both errors down; failing that the best one. */
function chooseSplit(widths: Float64Array): Split {
  const most = Math.min(MOST_EXACT, widths.length);
  if (widths.length <= MOST_EXACT && cancellation(widths) <= GOOD_CANCELLATION) return { exact: most, harmonics: 0 };
  let best: Split = { exact: 0, harmonics: MOST_HARMONICS };
  let bestError = Number.POSITIVE_INFINITY;
  for (const allowed of [192, MOST_HARMONICS]) {
    for (let exact = 0; exact <= most; exact++) {
      const wide = widths.subarray(0, exact);
      const terms = cancellation(wide);
      const rest = grouped(widths.subarray(exact));
      const scale = exact * Math.LN2 - logProduct(wide);
      const truncation = scale + logTruncation(rest, exact, allowed);
      if (truncation <= GOOD_TRUNCATION && terms <= GOOD_CANCELLATION) {
        return { exact, harmonics: fewest(rest, exact, scale, allowed) };
      }
      const error = Math.exp(truncation) + terms * 1e-15;
      if (allowed === MOST_HARMONICS && error < bestError) {
        best = { exact, harmonics: allowed };
        bestError = error;
      }
    }
  }
  return best;
}

function fewest(rest: readonly EqualWidths[], order: number, scale: number, allowed: number): number {
  let harmonics = allowed;
  for (let smaller = 8; smaller < allowed; smaller = Math.ceil(smaller * 1.3)) {
    if (scale + logTruncation(rest, order, smaller) > GOOD_TRUNCATION) continue;
    harmonics = smaller;
    break;
  }
  return harmonics;
}

/** Σ |terms| of the alternating sum in the middle of the range: the factor by which rounding errors grow. */
function cancellation(widths: Float64Array): number {
  if (widths.length === 0) return 1;
  const { sums, weights } = subsets(widths);
  let total = 0;
  let factorial = 1;
  for (let i = 2; i <= widths.length; i++) factorial *= i;
  for (let i = 0; i < sums.length; i++) {
    total += (Math.abs(weights[i] as number) * Math.max(0, 0.5 - (sums[i] as number)) ** widths.length) / factorial;
  }
  return total;
}

/** The sum of each subset of the widths, and (−1)^size / Π widths. */
function subsets(widths: Float64Array): { sums: Float64Array; weights: Float64Array } {
  const sums = new Float64Array(2 ** widths.length);
  const weights = new Float64Array(sums.length).fill(Math.exp(-logProduct(widths)));
  for (let i = 0, size = 1; i < widths.length; i++, size *= 2) {
    for (let j = 0; j < size; j++) {
      sums[size + j] = (sums[j] as number) + (widths[i] as number);
      weights[size + j] = -(weights[j] as number);
    }
  }
  return { sums, weights };
}

function logProduct(widths: Float64Array): number {
  let log = 0;
  for (const width of widths) log += Math.log(width);
  return log;
}

/** Equal neighbours counted together, as most retries sit at the cap. */
function grouped(sorted: Float64Array): EqualWidths[] {
  const groups: { width: number; count: number }[] = [];
  for (const width of sorted) {
    const last = groups.at(-1);
    if (last !== undefined && last.width === width) last.count++;
    else groups.push({ width, count: 1 });
  }
  return groups;
}
