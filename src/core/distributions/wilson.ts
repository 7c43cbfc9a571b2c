/** The 97.5 % point of the normal distribution: two-sided 95 %. */
const Z_95 = 1.959963984540054;

/** Bounds of a share, 0 ≤ low ≤ high ≤ 1. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval for a share seen as counts (Wilson 1927): which shares would make `successes` of `trials` no
 * surprise. Unlike the textbook p ± z·√(p(1 − p)/n) it stays within 0…1 and is not empty at 0 or at all.
 * `trials` > 0, 0 ≤ `successes` ≤ `trials`, `z` ≥ 0 standard deviations (default: 95 %). Error: a few units in the last
 * place; the coverage itself is approximate, as every interval for counts.
 */
export function wilson(successes: number, trials: number, z: number = Z_95): ShareInterval {
  if (!(trials > 0 && trials < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`trials: ${trials} is not allowed; give a finite number above 0`);
  }
  if (!(successes >= 0 && successes <= trials)) {
    throw new RangeError(`successes: ${successes} is not allowed; give 0…${trials}, the number of trials`);
  }
  if (!(z >= 0 && z < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`z: ${z} is not allowed; give a finite number of standard deviations ≥ 0`);
  }
  const failures = trials - successes;
  const square = z * z;
  const middle = successes + square / 2;
  const spread = z * Math.sqrt((successes * failures) / trials + square / 4);
  // The ends are exact where the formula only comes near them.
  const low = successes === 0 ? 0 : Math.max(0, (middle - spread) / (trials + square));
  const high = failures === 0 ? 1 : Math.min(1, (middle + spread) / (trials + square));
  return { low, high };
}
