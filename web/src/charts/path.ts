/** A place in a plot, in pixels. */
export type Place = readonly [x: number, y: number];

/** A line through places, as the `d` of an SVG path. */
export function linePath(places: readonly Place[]): string {
  return places.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** The area between two lines that go the same way. */
export function areaPath(upper: readonly Place[], lower: readonly Place[]): string {
  return upper.length === 0 ? '' : `${linePath([...upper, ...[...lower].reverse()])}Z`;
}

/** A tenth of a pixel is as fine as anyone sees, and keeps exported files small. */
function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
