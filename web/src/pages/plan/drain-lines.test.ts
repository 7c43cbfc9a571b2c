import { describe, expect, it } from 'vitest';
import { loadFromFlags } from '../../../../src/core/capacity/load-flags.js';
import { planOf } from '../../../../src/core/capacity/plan.js';
import { parsePolicy } from '../../../../src/core/policy/parse-policy.js';
import { drainLines } from './drain-lines.js';

const lines = (flags: Record<string, string>) => {
  const load = loadFromFlags({ rpm: '100', success: '0.5', backlog: '5000', ...flags });
  return drainLines(planOf(parsePolicy(), load), null);
};

describe('the line of a backlog', () => {
  it('falls to nothing when the plan says it clears', () => {
    // 50 resolve and 20 arrive: 5,000 ÷ 30 a minute.
    const { a, endMs, range } = lines({ arrivals: '20/min' });
    expect(a[0]).toEqual([0, 5000]);
    expect(a[1]?.[0]).toBeCloseTo(10_000_000, 3);
    expect(a[1]?.[1]).toBe(0);
    expect(endMs).toBeGreaterThan(10_000_000);
    expect(range).toBeNull();
  });

  it('rises for an hour when it grows', () => {
    const { a, endMs, most } = lines({ arrivals: '80/min' });
    expect(a).toEqual([
      [0, 5000],
      [3_600_000, 6800],
    ]);
    expect(endMs).toBe(3_600_000);
    expect(most).toBeGreaterThan(6800);
  });

  it('has a range where success was measured, that stays within the picture', () => {
    const { range, most, endMs } = lines({ arrivals: '20/min', success: '5/10' });
    for (const line of [range?.low ?? [], range?.high ?? []]) {
      expect(line.length).toBeGreaterThan(1);
      expect(line.every(([, count]) => count <= most + 1e-9)).toBe(true);
      expect(line.at(-1)?.[0]).toBe(endMs);
    }
  });
});
