/** The least and the greatest value of a figure; null is infinite. */
export interface FigureInterval {
  readonly low: number | null;
  readonly high: number | null;
}
