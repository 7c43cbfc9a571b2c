import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decorrelatedTotals } from './decorrelated/decorrelated-totals.js';
import { intervalsOf, type VectorInput } from './fixtures/vectors.js';
import { type CurvePoint, resolvedCurve } from './resolved-curve.js';
import { type CallModel, resolvedByDeadlineShare, resolvedShare } from './time-to-success.js';
import { uniformTotals } from './uniform/uniform-sum.js';

const capped: VectorInput = { baseMs: 1000, multiplier: 2, capMs: 32_000, maxAttempts: 6, jitter: 'full' };

function call(input: VectorInput, successShare: number, latencyMs: number): CallModel {
  return { successShare, latencyMs, maxAttempts: input.maxAttempts, totals: uniformTotals(intervalsOf(input)) };
}

/** The greatest distance between the curve and straight lines through the points. */
function gapOf(model: CallModel, points: readonly CurvePoint[]): number {
  let worst = 0;
  for (let i = 1; i < points.length; i++) {
    const from = points[i - 1] as CurvePoint;
    const to = points[i] as CurvePoint;
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const tMs = from.tMs + part * (to.tMs - from.tMs);
      if (to.tMs === from.tMs) continue;
      const line = from.share + part * (to.share - from.share);
      worst = Math.max(worst, Math.abs(resolvedByDeadlineShare(model, tMs) - line));
    }
  }
  return worst;
}

describe('the resolved-by-time curve', () => {
  it('without jitter is a staircase: two points at every end', () => {
    expect(resolvedCurve(call({ ...capped, maxAttempts: 3, jitter: 'none' }, 0.5, 4000))).toEqual([
      { tMs: 0, share: 0 },
      { tMs: 4000, share: 0 },
      { tMs: 4000, share: 0.5 },
      { tMs: 9000, share: 0.5 },
      { tMs: 9000, share: 0.75 },
      { tMs: 15_000, share: 0.75 },
      { tMs: 15_000, share: 0.875 },
    ]);
  });

  it.each([
    ['full jitter', call(capped, 0.5, 4000)],
    ['equal jitter', call({ ...capped, jitter: 'equal', maxAttempts: 12 }, 0.2, 300)],
    ['a narrow band', call({ ...capped, jitter: { low: 0.8, high: 1.2 } }, 0.4, 1000)],
    ['one attempt', call({ ...capped, maxAttempts: 1 }, 0.4, 1000)],
    [
      'decorrelated jitter that often sits at the cap',
      {
        successShare: 0.4,
        latencyMs: 100,
        maxAttempts: 6,
        totals: decorrelatedTotals({ baseMs: 1000, capMs: 2500, retries: 5 }),
      },
    ],
  ])('for %s stays within half a percent of the truth, with few points', (_, model) => {
    const points = resolvedCurve(model);
    expect(gapOf(model, points)).toBeLessThan(0.005 * resolvedShare(model));
    expect(points.length).toBeLessThan(150);
    expect(points.at(-1)?.share).toBeGreaterThan(0.998 * resolvedShare(model));
  });

  it('runs to the instant asked for', () => {
    const points = resolvedCurve(call(capped, 0.5, 4000), 20_000);
    expect(points.at(-1)).toEqual({ tMs: 20_000, share: resolvedByDeadlineShare(call(capped, 0.5, 4000), 20_000) });
    expect(resolvedCurve(call(capped, 0.5, 4000), 1000)).toEqual([
      { tMs: 0, share: 0 },
      { tMs: 1000, share: 0 },
    ]);
  });

  it('begins with a jump when the first attempt takes no time', () => {
    expect(resolvedCurve(call(capped, 0.5, 0)).slice(0, 2)).toEqual([
      { tMs: 0, share: 0 },
      { tMs: 0, share: 0.5 },
    ]);
  });

  it('lies flat at 0 when nothing succeeds', () => {
    expect(resolvedCurve(call(capped, 0, 500)).every(({ share }) => share === 0)).toBe(true);
  });

  it('never falls, in time or share, for random calls', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const jitter = fc.constantFrom<VectorInput['jitter']>('none', 'full', 'equal', { low: 0.75, high: 1 });
    fc.assert(
      fc.property(unit, unit, fc.integer({ min: 1, max: 200 }), jitter, (success, latency, maxAttempts, kind) => {
        const points = resolvedCurve(call({ ...capped, maxAttempts, jitter: kind }, success ** 3, 2000 * latency));
        let from: CurvePoint = { tMs: 0, share: 0 };
        for (const point of points) {
          if (!(point.tMs >= from.tMs && point.share >= from.share && point.share <= 1)) expect(point).toBe(from);
          from = point;
        }
        expect(points.length).toBeLessThan(1200);
      }),
      { numRuns: 60 },
    );
  });
});
