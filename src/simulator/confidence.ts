/** A mean over replications: how far it can be trusted. */
export interface Estimate {
  readonly mean: number;
  /** Standard error of the mean; null with one run. */
  readonly se: number | null;
  /** Half width of the 95 % confidence interval by Student's t; null with one run. */
  readonly halfWidth: number | null;
  readonly runs: number;
}

/** Null when there is no value at all. */
export function estimateOf(values: readonly number[]): Estimate | null {
  const runs = values.length;
  if (runs === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / runs;
  if (runs === 1) return { mean, se: null, halfWidth: null, runs };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const se = Math.sqrt(squares / (runs - 1) / runs);
  return { mean, se, halfWidth: studentT975(runs - 1) * se, runs };
}

/**
 * The 97.5 % point of Student's t with ν ≥ 1 degrees of freedom. ν = 1 and 2 in closed form, else the expansion around the
 * normal point (Abramowitz and Stegun 26.7.5); relative error below 0.002 from ν = 3 on.
 */
export function studentT975(degrees: number): number {
  if (degrees === 1) return Math.tan(0.475 * Math.PI);
  if (degrees === 2) return 0.95 * Math.sqrt(2 / (1 - 0.95 ** 2));
  const x = 1.959963984540054;
  const [x3, x5, x7, x9] = [x ** 3, x ** 5, x ** 7, x ** 9];
  const g1 = (x3 + x) / 4;
  const g2 = (5 * x5 + 16 * x3 + 3 * x) / 96;
  const g3 = (3 * x7 + 19 * x5 + 17 * x3 - 15 * x) / 384;
  const g4 = (79 * x9 + 776 * x7 + 1482 * x5 - 1920 * x3 - 945 * x) / 92_160;
  return x + g1 / degrees + g2 / degrees ** 2 + g3 / degrees ** 3 + g4 / degrees ** 4;
}
