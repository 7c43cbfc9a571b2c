/** What decides how long a schedule can wait at worst, as a function of its cap. */
export interface WorstWaits {
  /**
   * The longest wait of each retry without a cap and without a floor: the raw delay times the jitter's upper share,
   * or 3^k · base for decorrelated jitter. Finite, ≥ 0.
   */
  readonly uncappedMs: readonly number[];
  /**
   * How much of the cap the longest wait can reach: 1, or the jitter's upper share where that is below 1.
   * (An upper share above 1 makes the raw delays stop earlier, so that no wait passes the cap: 1 as well.)
   */
  readonly capShare: number;
  /** Floor of every wait. */
  readonly minMs: number;
}

/**
 * The largest cap for which the longest waits Σ max(minMs, min(uncapped, capShare · cap)) still fit into `budgetMs`.
 * Infinity when they fit without a cap; null when no cap above 0 makes them fit.
 * The sum is piecewise linear and rises with the cap, so the answer is exact but for rounding (a few units in the last
 * place); sums within 1e-12 of the budget count as fitting.
 */
export function largestCapThatFits({ uncappedMs, capShare, minMs }: WorstWaits, budgetMs: number): number | null {
  if (!(capShare > 0)) throw new RangeError(`capShare: ${capShare} is not allowed; give a share above 0`);
  const rising = uncappedMs.map((wait) => Math.max(minMs, wait)).sort((a, b) => a - b);
  const slack = 1e-12 * Math.abs(budgetMs);
  let rest = budgetMs;
  // From the shortest on: either it is not cut, or all that remain are cut at the same height.
  for (let i = 0; i < rising.length; i++) {
    const shortest = rising[i] as number;
    const height = rest / (rising.length - i);
    if (height + slack < shortest)
      return height + slack >= minMs && height > 0 ? Math.max(height, minMs) / capShare : null;
    rest -= shortest;
  }
  return rest + slack >= 0 ? Number.POSITIVE_INFINITY : null;
}
