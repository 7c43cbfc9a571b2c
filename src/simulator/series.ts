/** Bins that are kept; when time runs past the last one, neighbours are put together and bins are twice as wide. */
export const MAX_BINS = 256;
const FIRST_BIN_MS = 1;

/** Counts over time, of which the length need not be known: at least {@link MAX_BINS} ÷ 2 bins, whatever the run takes. */
export class Series {
  binMs = FIRST_BIN_MS;
  private perMs = 1 / FIRST_BIN_MS;
  /** One row per thing that is counted, one column per bin. */
  readonly rows: readonly Float64Array[];
  private readonly gauges: number;
  private used = 0;

  /** The first `gauges` rows hold the latest value in a bin rather than a sum. */
  constructor(rows: number, gauges: number) {
    this.rows = Array.from({ length: rows }, (_, row) =>
      new Float64Array(MAX_BINS).fill(row < gauges ? Number.NaN : 0),
    );
    this.gauges = gauges;
  }

  /** The bin of an instant; room is made for it. */
  binOf(now: number): number {
    while (now >= MAX_BINS * this.binMs) this.widen();
    // Widths are powers of two, so that their inverses are exact.
    const bin = (now * this.perMs) | 0;
    if (bin >= this.used) this.used = bin + 1;
    return bin;
  }

  count(row: number, now: number): void {
    const bin = this.binOf(now);
    const cells = this.rows[row] as Float64Array;
    cells[bin] = (cells[bin] as number) + 1;
  }

  set(row: number, now: number, value: number): void {
    (this.rows[row] as Float64Array)[this.binOf(now)] = value;
  }

  /** The cells of a row that have been reached; a gauge keeps its value where nothing changed. */
  valuesOf(row: number): number[] {
    const values = Array.from((this.rows[row] as Float64Array).subarray(0, this.used));
    if (row >= this.gauges) return values;
    let last = 0;
    return values.map((value) => {
      if (!Number.isNaN(value)) last = value;
      return last;
    });
  }

  private widen(): void {
    for (let row = 0; row < this.rows.length; row++) {
      const cells = this.rows[row] as Float64Array;
      const isGauge = row < this.gauges;
      for (let bin = 0; bin < MAX_BINS / 2; bin++) {
        const first = cells[2 * bin] as number;
        const second = cells[2 * bin + 1] as number;
        cells[bin] = !isGauge ? first + second : Number.isNaN(second) ? first : second;
      }
      cells.fill(isGauge ? Number.NaN : 0, MAX_BINS / 2);
    }
    this.binMs *= 2;
    this.perMs = 1 / this.binMs;
    this.used = Math.ceil(this.used / 2);
  }
}
