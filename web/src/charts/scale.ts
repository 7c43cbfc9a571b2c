/** Maps numbers to pixels along one axis, evenly. */
export interface Scale {
  (value: number): number;
  readonly from: number;
  readonly to: number;
  /** The number at a pixel. */
  invert(pixel: number): number;
}

export function linearScale(from: number, to: number, start: number, end: number): Scale {
  const span = to - from || 1;
  const scale = (value: number): number => start + ((value - from) / span) * (end - start);
  return Object.assign(scale, {
    from,
    to,
    invert: (pixel: number): number => from + ((pixel - start) / (end - start || 1)) * span,
  });
}
