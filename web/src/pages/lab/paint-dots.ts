import { NUMBERS_PER_DOT } from './run/dots.js';

/** A canvas with what its dots are placed by. Sizes in CSS pixels. */
export interface Strip {
  readonly context: CanvasRenderingContext2D;
  readonly side: number;
  readonly width: number;
  readonly height: number;
  readonly lanes: number;
  readonly axisMs: number;
  /** By fate. */
  readonly colours: readonly string[];
}

/** By fate. Useful attempts are what one looks for among the many that were not; one that is open is painted over later. */
const SIZES = [3.2, 1.8, 2.2, 1.8];

/** Paints some dots over what is there: a row for each call, in the colour and size of its attempt's fate. */
export function paintDots(strip: Strip, numbers: Float32Array): void {
  const { context, side, width, height, lanes, axisMs, colours } = strip;
  const pitch = height / lanes;
  for (let fate = SIZES.length - 1; fate >= 0; fate--) {
    const size = Math.min(SIZES[fate] as number, pitch * 1.3);
    context.fillStyle = colours[fate] ?? '';
    for (let at = 0; at < numbers.length; at += NUMBERS_PER_DOT) {
      if (numbers[at] !== side || numbers[at + 3] !== fate) continue;
      const x = ((numbers[at + 1] as number) / axisMs) * width;
      if (x > width) continue;
      const y = ((numbers[at + 2] as number) + 0.5) * pitch;
      context.fillRect(x - size / 2, y - size / 2, size, size);
    }
  }
}

export function clearStrip({ context, width, height }: Strip): void {
  context.clearRect(0, 0, width, height);
}
