// Limits on what is known only afterwards, such as tokens: an estimate is taken at the start and corrected at the end.

/** What is known of a request before it is served. */
export interface Estimate {
  readonly input: number;
  /** Every bound on the output that the request states; a request may state two, and the server takes the larger. */
  readonly outputBounds: readonly number[];
}

/**
 * What a provider takes at the start. `nothing`: only what is used counts, as it is used. `estimate`: the input.
 * `maximum`: the input and all of the output that the request allows. `larger`: the larger of the two.
 */
export type Taken = 'nothing' | 'estimate' | 'maximum' | 'larger';

/**
 * Units to reserve of a limit of `amount`. A request without a bound is taken to produce `unboundedOutput`, but never so
 * much that it could not be served at all: an amount that nobody asked for must not shut a limit for ever. An amount
 * that the request itself states is taken at its word, and may never fit.
 */
export function reservationFor(taken: Taken, estimate: Estimate, amount: number, unboundedOutput: number): number {
  const { input, outputBounds } = estimate;
  if (taken === 'nothing') return 0;
  if (taken === 'estimate') return input;
  const isBounded = outputBounds.length > 0;
  const output = isBounded ? Math.max(...outputBounds) : unboundedOutput;
  const reserved = taken === 'larger' ? Math.max(input, output) : input + output;
  return isBounded ? reserved : Math.max(input, Math.min(reserved, amount));
}
