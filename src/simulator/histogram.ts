/** Bits of the mantissa that tell two bins apart: neighbours differ by less than 0.8 %. */
const FRACTION_BITS = 7;
/** Bins begin at 2^−20 ms; what is shorter counts as that. */
const LOWEST_EXPONENT = -20;
const OCTAVES = 64;
const BINS = OCTAVES << FRACTION_BITS;

/**
 * How long things took, in bins that grow with the value: any number of values in a fixed space, quantiles to within
 * 0.8 %, and the mean and the largest value exactly.
 */
export class Histogram {
  count = 0;
  sum = 0;
  max = 0;
  /** Made with the first value: many runs are short, and have nothing for one of their histograms. */
  private bins: Uint32Array | null = null;

  /** Adds a value ≥ 0. */
  add(value: number): void {
    this.count++;
    this.sum += value;
    if (value > this.max) this.max = value;
    this.bins ??= new Uint32Array(BINS);
    const bin = binOf(value);
    this.bins[bin] = (this.bins[bin] as number) + 1;
  }

  get mean(): number | null {
    return this.count === 0 ? null : this.sum / this.count;
  }

  /** The value that a share of all do not exceed, from the middle of its bin; null when there is none. */
  quantile(share: number): number | null {
    if (this.bins === null) return null;
    const rank = share * this.count;
    let below = 0;
    for (let bin = 0; bin < BINS; bin++) {
      below += this.bins[bin] as number;
      if (below >= rank && below > 0) return Math.min(this.max, middleOf(bin));
    }
    return this.max;
  }

  /** The share of values above a limit, to within one bin. */
  shareAbove(limit: number): number {
    if (this.bins === null) return 0;
    let above = 0;
    for (let bin = binOf(limit) + 1; bin < BINS; bin++) above += this.bins[bin] as number;
    return above / this.count;
  }
}

/** The bits of a double are its logarithm to base 2, straightened between powers of two: no logarithm is computed. */
function binOf(value: number): number {
  view.setFloat64(0, value);
  const bits = view.getUint32(0) >>> (20 - FRACTION_BITS);
  const bin = bits - ((1023 + LOWEST_EXPONENT) << FRACTION_BITS);
  return Math.max(0, Math.min(BINS - 1, bin));
}

const view = new DataView(new ArrayBuffer(8));

function middleOf(bin: number): number {
  const octave = bin >> FRACTION_BITS;
  const fraction = (bin & ((1 << FRACTION_BITS) - 1)) + 0.5;
  return 2 ** (octave + LOWEST_EXPONENT) * (1 + fraction / (1 << FRACTION_BITS));
}
