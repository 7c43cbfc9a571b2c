import { describe, expect, it } from 'vitest';
import { decorrelatedChain } from './decorrelated-chain.js';
import { type EndPaths, endPathsIntegrals, noWaits, withOneMore } from './end-paths.js';

describe('paths that only touch the ends', () => {
  // floor 2, cap 3: after the floor a draw from 1…6 is the floor with 1/5, the cap with 3/5.
  // After the cap a draw from 1…9 is the floor with 1/8, the cap with 6/8. The first draw is from 1…3.
  const chain = decorrelatedChain({ baseMs: 1, capMs: 3, minMs: 2, retries: 5 }, 8);

  it('have the chances of the draw cut at both ends', () => {
    const one = withOneMore(chain, noWaits);
    expect(one.fromFloor).toEqual([1 / 5, 3 / 5]);
    expect(one.fromCap).toEqual([1 / 8, 6 / 8]);
    expect(one.fromStart).toEqual([1 / 2, 0]);
    const two = withOneMore(chain, one);
    expect(two.fromStart).toEqual([1 / 10, 3 / 10, 0]);
    expect(two.fromFloor[1]).toBeCloseTo((1 / 5) * (3 / 5) + (3 / 5) * (1 / 8), 15);
  });

  it('are integrated in closed form, as the midpoint rule confirms', () => {
    const one = withOneMore(chain, noWaits);
    const after = (y: number, ends: EndPaths, left: number): number => {
      const [viaFloor, viaCap] = [1 / (3 * y - 1), Math.max(0, 3 * y - 3) / (3 * y - 1)];
      let chance = 0;
      ends.fromFloor.forEach((p, i) => {
        if (2 + (ends.fromFloor.length - 1 - i) * 2 + i * 3 <= left) chance += viaFloor * p;
        if (3 + (ends.fromCap.length - 1 - i) * 2 + i * 3 <= left) chance += viaCap * (ends.fromCap[i] as number);
      });
      return chance;
    };
    const excess = Float64Array.of(0, 0.3, 0.9, 1.4, 2.2, 3);
    for (const top of [2.4, 3]) {
      excess.forEach((e, at) => {
        let numeric = 0;
        const steps = 20_000;
        for (let i = 0; i < steps; i++) {
          const y = 2 + ((i + 0.5) / steps) * (top - 2);
          numeric += (after(y, one, 6 + e - y) * (top - 2)) / steps;
        }
        const closed = endPathsIntegrals(chain, one, excess).reduce(
          (sum, { weight, upTo, values }) => sum + weight * Math.min(upTo(top), values[at] as number),
          0,
        );
        expect(closed).toBeCloseTo(numeric, 4);
      });
    }
  });
});
