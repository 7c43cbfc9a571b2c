import { describe, expect, it } from 'vitest';
import { createRandom } from '../core/random/random.js';
import { Arrivals, type RatePoint } from './arrivals.js';
import { Run } from './run.js';

function arrivalsOf(
  rate: readonly RatePoint[],
  options: { isRamp?: boolean; isEven?: boolean; untilMs?: number } = {},
) {
  const { isRamp = false, isEven = true, untilMs = 10_000 } = options;
  const run = new Run();
  const at: number[] = [];
  const arrivals = new Arrivals(run, {
    rate,
    isRamp,
    isEven,
    untilMs,
    random: createRandom(3).next,
    begin: () => at.push(run.now),
  });
  return { run, at, arrivals };
}

describe('arrivals', () => {
  it('come evenly, and stop', () => {
    const { run, at } = arrivalsOf([{ atMs: 0, perSecond: 4 }], { untilMs: 1000 });
    run.start();
    expect(at).toEqual([250, 500, 750, 1000]);
  });

  it('follow a rate in steps', () => {
    const { run, at } = arrivalsOf(
      [
        { atMs: 0, perSecond: 2 },
        { atMs: 1000, perSecond: 0 },
        { atMs: 3000, perSecond: 10 },
      ],
      { untilMs: 3500 },
    );
    run.start();
    expect(at.map((ms) => Math.round(ms))).toEqual([500, 1000, 3100, 3200, 3300, 3400, 3500]);
  });

  it('follow a ramp: the n-th comes when the integral of the rate is n', () => {
    const { run, at } = arrivalsOf(
      [
        { atMs: 0, perSecond: 0 },
        { atMs: 10_000, perSecond: 10 },
      ],
      { isRamp: true },
    );
    run.start();
    // The rate is t per second squared, so its integral is t² / 2.
    for (const [index, ms] of at.entries()) expect(ms).toBeCloseTo(1000 * Math.sqrt(2 * (index + 1)), 6);
    expect(at).toHaveLength(50);
  });

  it('come as a Poisson process: as many as it should, and as irregularly', () => {
    const { run, at } = arrivalsOf([{ atMs: 0, perSecond: 100 }], { isEven: false, untilMs: 100_000 });
    run.start();
    expect(Math.abs(at.length - 10_000)).toBeLessThan(4 * 100);
    const gaps = at.map((ms, index) => ms - (at[index - 1] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    // An exponential gap varies as much as it is long.
    expect(Math.sqrt(variance) / mean).toBeCloseTo(1, 1);
  });

  it('are shed under way, and come back', () => {
    const { run, at, arrivals } = arrivalsOf([{ atMs: 0, perSecond: 10 }], { untilMs: 3000 });
    run.start(1000);
    arrivals.setScale(0.5, run);
    run.start(2000);
    arrivals.setScale(1, run);
    run.start();
    const inSecond = (second: number) => at.filter((ms) => Math.ceil(ms / 1000 - 1e-9) === second).length;
    expect([inSecond(1), inSecond(2), inSecond(3)]).toEqual([10, 5, 10]);
    expect(arrivals.rateAt(2500)).toBe(10);
  });
});
