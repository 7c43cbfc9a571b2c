import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layeredAmplification } from './amplification.js';

const layers = (count: number, attempts: number): { attempts: number }[] => new Array(count).fill({ attempts });

describe('amplification through layers', () => {
  it.each([
    // Site Reliability Engineering, chapter 22: three layers of four attempts each.
    [3, 4, 1, 64],
    [3, 4, 0.5, 2.0],
    [3, 4, 0.9, 9.988],
    [3, 4, 0.99, 47.44],
    [3, 3, 1, 27],
    // The Amazon Builders' Library: three tries in each of five layers; three retries are four tries.
    [5, 3, 1, 243],
    [5, 4, 1, 1024],
    [5, 3, 0.9, 10.0],
    [5, 3, 0.99, 91.3],
  ])('of %i layers with %i attempts at failing share %s is %s', (count, attempts, failShare, published) => {
    const amplification = layeredAmplification(layers(count, attempts), failShare);
    expect(Math.abs(amplification / published - 1)).toBeLessThan(5e-4);
  });

  it('is 1 when nothing fails, and without layers', () => {
    expect(layeredAmplification(layers(3, 4), 0)).toBe(1);
    expect(layeredAmplification([], 0.7)).toBeCloseTo(1, 15);
  });

  it('is what going up layer by layer gives', () => {
    const attempts = fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 5 });
    fc.assert(
      fc.property(attempts, fc.double({ min: 0, max: 0.999, noNaN: true }), (each, failShare) => {
        let calls = 1;
        let failing = failShare;
        for (const a of each) {
          calls *= (1 - failing ** a) / (1 - failing);
          failing **= a;
        }
        const amplification = layeredAmplification(
          each.map((a) => ({ attempts: a })),
          failShare,
        );
        expect(Math.abs(amplification / calls - 1)).toBeLessThan(1e-9);
      }),
    );
  });

  it('reaches the product steadily as everything comes to fail', () => {
    expect(layeredAmplification(layers(5, 4), 1 - 1e-12)).toBeCloseTo(1024, 5);
    expect(layeredAmplification(layers(100, 1000), 1 - 1e-12)).toBeCloseTo(1e12, -8);
  });

  it.each([
    [[{ attempts: 0 }], 0.5, 'layers[0].attempts: 0 is not allowed'],
    [[{ attempts: 2 }, { attempts: 2.5 }], 0.5, 'layers[1].attempts: 2.5 is not allowed'],
    [[{ attempts: 1001 }], 0.5, 'layers[0].attempts: 1001 is not allowed'],
    [layers(101, 2), 0.5, 'layers: 101 is not allowed; give at most 100 layers'],
    [layers(1, 2), 1.2, 'failShare: 1.2 is not allowed; give a share from 0 to 1'],
    [layers(1, 2), Number.NaN, 'failShare: NaN is not allowed'],
  ])('refuses %j at %s', (given, failShare, message) => {
    expect(() => layeredAmplification(given, failShare)).toThrow(message);
  });
});
