/**
 * The least number x in [low, high] with cdf(x) ≥ share. `cdf` must not fall (beyond its rounding noise); it may jump
 * or rest. Exact to the last bit for an exact cdf, so that quantiles come out in order; else its error divided by its
 * slope there.
 * Method: Chandrupatla (1997), inverse quadratic steps wherever they are safe and halving elsewhere; some fifteen
 * evaluations where the cdf is smooth, at most 200.
 */
export function invertCdf(cdf: (x: number) => number, low: number, high: number, share: number): number {
  if (!(share > 0)) return low;
  if (share >= 1) return high;
  // Three points: `newest` and `other` enclose the answer, `oldest` gives the curvature.
  let newest = low;
  let newestError = cdf(low) - share;
  if (newestError >= 0) return low;
  let other = high;
  let otherError = cdf(high) - share;
  if (otherError < 0) return high;
  let step = 0.5;
  for (let round = 0; round < 200; round++) {
    let x = newest + step * (other - newest);
    if (x === newest || x === other) x = newest + 0.5 * (other - newest);
    if (x === newest || x === other) break;
    const error = cdf(x) - share;
    let oldest = newest;
    let oldestError = newestError;
    if (error >= 0 !== newestError >= 0) {
      oldest = other;
      oldestError = otherError;
      other = newest;
      otherError = newestError;
    }
    newest = x;
    newestError = error;
    // Two units in the last place, so that a good guess is soon enclosed from both sides.
    const least = (2 ** -52 * Math.max(Math.abs(newest), Math.abs(other))) / Math.abs(other - newest);
    const wanted = nextStep(newest, other, oldest, newestError, otherError, oldestError);
    step = least < 0.5 ? Math.min(1 - least, Math.max(least, wanted)) : 0.5;
  }
  return newestError >= 0 ? newest : other;
}

/** The next point as a share of the way from `a` to `b`: inverse quadratic interpolation where it is trustworthy. */
function nextStep(a: number, b: number, c: number, fa: number, fb: number, fc: number): number {
  const place = (a - b) / (c - b);
  const height = (fa - fb) / (fc - fb);
  if (!(height * height < place && (1 - height) ** 2 < 1 - place)) return 0.5;
  return (fa / (fb - fa)) * (fc / (fb - fc)) + ((c - a) / (b - a)) * (fa / (fc - fa)) * (fb / (fc - fb));
}
