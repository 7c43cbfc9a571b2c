/**
 * The distribution of a wait, or of a sum of waits, in ms. Every maker of one states the error of its figures.
 * A wait may be certain, spread over an interval, or both: decorrelated jitter sits at its cap with some chance.
 */
export interface WaitDistribution {
  readonly minMs: number;
  readonly maxMs: number;
  readonly meanMs: number;
  readonly varianceMs2: number;
  readonly stddevMs: number;
  /** Chance of a wait ≤ xMs, 0…1; a value exactly at xMs counts. */
  cdf(xMs: number): number;
  /** The shortest wait whose cdf reaches `share`: minMs at 0 or below, maxMs at 1 or above. */
  quantile(share: number): number;
}

/** The waits of a schedule added up, retry by retry. */
export interface TotalWaits {
  /** How many retries there are. */
  readonly retries: number;
  /** The sum of the first `retries` waits, 0 ≤ retries ≤ all of them. Made once, then kept. */
  after(retries: number): WaitDistribution;
}

/** A wait that is always the same. Exact. */
export function certainWait(valueMs: number): WaitDistribution {
  return {
    minMs: valueMs,
    maxMs: valueMs,
    meanMs: valueMs,
    varianceMs2: 0,
    stddevMs: 0,
    cdf: (xMs) => (xMs >= valueMs ? 1 : 0),
    quantile: () => valueMs,
  };
}

/** Throws a RangeError unless `retries` is a whole number from 0 to `most`. */
export function checkRetries(retries: number, most: number): void {
  if (Number.isInteger(retries) && retries >= 0 && retries <= most) return;
  throw new RangeError(`retries: ${retries} is not allowed; give a whole number from 0 to ${most}`);
}
