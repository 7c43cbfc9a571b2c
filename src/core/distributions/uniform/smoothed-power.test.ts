import { describe, expect, it } from 'vitest';
import { logTruncation, smoothedPower } from './smoothed-power.js';

/** E[(t − R)₊^order] / order! by inclusion–exclusion over all of R's summands, in exact integers; lengths in 1/1000. */
function byInclusion(widths: readonly number[], order: number, t: number): number {
  const power = BigInt(widths.length + order);
  let sum = 0n;
  for (let set = 0; set < 2 ** widths.length; set++) {
    let rest = BigInt(Math.round(t * 1000));
    let sign = 1n;
    widths.forEach((width, i) => {
      if ((set >> i) % 2 === 1) {
        rest -= BigInt(width * 1000);
        sign = -sign;
      }
    });
    if (rest > 0n) sum += sign * rest ** power;
  }
  let scale = 1000n ** BigInt(order);
  for (let i = 2n; i <= power; i++) scale *= i;
  for (const width of widths) scale *= BigInt(width * 1000);
  return Number((sum * 10n ** 25n) / scale) / 1e25;
}

describe('the smoothed power', () => {
  const widths = [0.4, 0.2, 0.2, 0.1, 0.05];
  const groups = [
    { width: 0.4, count: 1 },
    { width: 0.2, count: 2 },
    { width: 0.1, count: 1 },
    { width: 0.05, count: 1 },
  ];

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'of order %d agrees with inclusion–exclusion inside and outside its reach',
    (order) => {
      const h = smoothedPower(groups, order, 1000);
      for (const t of [-1, 0, 0.05, 0.2, 0.475, 0.7, 0.9, 0.95, 1, 2, 7]) {
        const exact = byInclusion(widths, order, t);
        expect(Math.abs(h(t) - exact)).toBeLessThan(1e-13 * Math.max(1, t ** order));
      }
    },
  );

  it.each([
    [0, 10],
    [0, 40],
    [1, 10],
    [2, 8],
    [3, 8],
    [5, 6],
  ])('of order %d cut after %d harmonics misses by less than its bound, which is not idle', (order, harmonics) => {
    const cut = smoothedPower(groups, order, harmonics);
    const bound = Math.exp(logTruncation(groups, order, harmonics));
    let worst = 0;
    for (let t = 0.01; t < 0.95; t += 0.01) worst = Math.max(worst, Math.abs(cut(t) - byInclusion(widths, order, t)));
    expect(worst).toBeLessThan(bound);
    expect(worst).toBeGreaterThan(bound * 1e-4);
  });

  it('with nothing to smooth is the power itself', () => {
    expect(smoothedPower([], 3, 0)(2)).toBeCloseTo(8 / 6, 15);
    expect(smoothedPower([], 3, 0)(-2)).toBe(0);
  });
});
