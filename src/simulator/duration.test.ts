import { describe, expect, it } from 'vitest';
import { createRandom } from '../core/random/random.js';
import { type DurationSpec, durationSource } from './duration.js';

describe('durations', () => {
  it.each<[DurationSpec, number, number]>([
    [{ kind: 'constant', ms: 7 }, 7, 0],
    [{ kind: 'exponential', meanMs: 10 }, 10, 10],
    [{ kind: 'uniform', lowMs: 4, highMs: 16 }, 10, 12 / Math.sqrt(12)],
    [{ kind: 'normal', meanMs: 10, sdMs: 2 }, 10, 2],
  ])('%j have their mean and spread', (spec, mean, sd) => {
    const draw = durationSource(spec, createRandom(1).next);
    const runs = 20_000;
    const values = Array.from({ length: runs }, draw);
    const ours = values.reduce((sum, value) => sum + value, 0) / runs;
    const variance = values.reduce((sum, value) => sum + (value - ours) ** 2, 0) / runs;
    expect(Math.abs(ours - mean)).toBeLessThanOrEqual((4 * sd) / Math.sqrt(runs));
    expect(Math.abs(Math.sqrt(variance) - sd)).toBeLessThanOrEqual(0.06 * sd);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  });

  it('fold what is negative', () => {
    const draw = durationSource({ kind: 'normal', meanMs: 0, sdMs: 5 }, createRandom(1).next);
    const values = Array.from({ length: 1000 }, draw);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(values.filter((value) => value > 5).length).toBeGreaterThan(200);
  });
});
