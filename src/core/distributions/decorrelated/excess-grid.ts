/**
 * A rising grid over [0, end] for sums above their least value: even steps near 0, growing with the distance from it.
 * Point i lies at scale · (e^{i·step} − 1), so that one grid serves totals that differ by orders of magnitude.
 */
export interface ExcessGrid {
  readonly points: Float64Array;
  readonly step: number;
  readonly scale: number;
}

export function excessGrid(end: number, scale: number, size: number): ExcessGrid {
  const step = Math.log1p(end / scale) / (size - 1);
  const points = Float64Array.from({ length: size }, (_, i) => scale * Math.expm1(i * step));
  points[size - 1] = end;
  return { points, step, scale };
}

/** Where x lies, counted in points; negative below 0. */
export function placeOn(grid: ExcessGrid, x: number): number {
  return x < 0 ? -1 : Math.min(grid.points.length - 1, Math.log1p(x / grid.scale) / grid.step);
}

/**
 * to[i] = f(points[i] − distance), from ≤ i < until, for the function with these values at the points and 0 below 0, by cubic
 * interpolation in the grid's own coordinate (linear in the first and last cell). `places` holds where those points lie.
 */
export function shifted(
  values: Float64Array,
  places: Float64Array,
  to: Float64Array,
  from: number,
  until: number,
): void {
  const last = values.length - 2;
  for (let i = from; i < until; i++) {
    const place = places[i] as number;
    if (place < 0) {
      to[i] = 0;
      continue;
    }
    const cell = Math.min(last, place | 0);
    const t = place - cell;
    const left = values[cell] as number;
    const right = values[cell + 1] as number;
    let value = left + t * (right - left);
    if (cell > 0 && cell < last) {
      const bendLeft = (values[cell - 1] as number) - 2 * left + right;
      const bendRight = left - 2 * right + (values[cell + 2] as number);
      value += ((t * (1 - t)) / 6) * ((t - 2) * bendLeft - (t + 1) * bendRight);
    }
    to[i] = value;
  }
}
