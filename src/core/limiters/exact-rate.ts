// Rates without rounding: time is counted in whole ms and amounts in units small enough that every ms brings a whole
// number of them: 10,000 a day are one unit per ms where one request is 8,640 units.

export interface ExactRate {
  /** Units that one ms brings. */
  readonly perMs: number;
  /** Units that make one of what is counted. */
  readonly perCount: number;
}

/** The smallest units for `amount` per `windowMs`; near enough ones where `most` of them would not be safe integers. */
export function exactRate(amount: number, windowMs: number, most: number): ExactRate {
  if (Number.isInteger(amount) && Number.isInteger(windowMs)) {
    const divisor = greatestCommonDivisor(amount, windowMs);
    const perCount = windowMs / divisor;
    if (Math.max(most, amount) * perCount <= LARGEST) return { perMs: amount / divisor, perCount };
  }
  return { perMs: amount / windowMs, perCount: 1 };
}

/** A quarter of the safe integers, so that sums of two stay safe. */
const LARGEST = 2 ** 51;

/**
 * Fewer units than this count as none missing. Less than one, so that whole numbers stay exact; more than the rounding
 * of fractional instants, so that a wait of exactly the missing time is always enough.
 */
const SLACK = 1e-6;

/**
 * Whole ms, rounded up, in which `missing` units come in. The quotient of doubles is enough: it is one unit above whole
 * ms only if these times perMs are below 2⁵², where doubles still tell it from them.
 */
export function msFor(missing: number, perMs: number): number {
  return missing <= SLACK ? 0 : Math.ceil((missing - SLACK) / perMs);
}

function greatestCommonDivisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}
