import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decorrelatedChain } from './decorrelated-chain.js';
import { twoWaitsIntegral } from './two-waits.js';

it('the closed form of the two-wait integral agrees with the midpoint rule', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, share, share, (capPart, floorPart, zPart, rPart) => {
      const capMs = 1.2 * 100 ** capPart;
      const minMs = capMs * 0.9 * floorPart;
      const chain = decorrelatedChain({ baseMs: 1, capMs, minMs, retries: 20 }, 4);
      const { base, floor, cap } = chain;
      const z = floor + zPart * (cap - floor);
      const r = 2 * floor + rPart * (2 * cap - 2 * floor);
      const steps = 2000;
      const step = (z - floor) / steps;
      let sum = 0;
      for (let i = 0; i < steps; i++) {
        const y = floor + (i + 0.5) * step;
        sum += Math.max(0, Math.min(r - y, 3 * y, cap) - floor) / (3 * y - base);
      }
      // At each of the integrand's kinks the rule is off by up to a slope times step²/8.
      expect(Math.abs(twoWaitsIntegral(chain, z, r) - sum * step)).toBeLessThan(step * step + 1e-12);
    }),
    { numRuns: 300 },
  );
});
