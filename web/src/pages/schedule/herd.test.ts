import { describe, expect, it } from 'vitest';
import { compile } from '../../../../src/core/backoff/compile.js';
import { parsePolicy } from '../../../../src/core/policy/parse-policy.js';
import type { PolicyInput } from '../../../../src/core/policy/policy.js';
import { waitsOf } from '../../../../src/core/schedule/waits.js';
import { type Herd, herdOf } from './herd.js';

function herd(policy: PolicyInput, latencyMs = 0): Herd | null {
  const rules = compile(parsePolicy(policy));
  return herdOf(rules, waitsOf(rules).totals, latencyMs);
}

describe('a fleet that failed at once', () => {
  it('comes back at the raw delays, added up, when there is no jitter', () => {
    expect(herd({ jitter: 'none' })?.spikesAtMs).toEqual([1000, 3000, 7000, 15_000, 31_000]);
    expect(herd({ jitter: 'none', maxAttempts: 3 }, 4000)?.spikesAtMs).toEqual([5000, 11_000]);
  });

  it('of a jitter between a and b has instant ÷ (b − a) of its first wave in one instant', () => {
    // An even draw: nothing is more than evenly spread.
    expect(herd({})?.instantMs).toBe(100);
    expect(herd({}, 60_000)?.spread.peakOfWave[0]).toBeCloseTo(100 / 1000, 9);
    expect(herd({ jitter: 'equal' })?.spread.peakOfWave[0]).toBeCloseTo(100 / 500, 9);
    expect(herd({ jitter: 'decorrelated' })?.spread.peakOfWave[0]).toBeCloseTo(100 / 2000, 9);
  });

  it('has later waves that are spread further', () => {
    const peaks = herd({})?.spread.peakOfWave ?? [];
    expect(peaks.length).toBe(5);
    expect(peaks.every((peak, index) => index === 0 || peak < (peaks[index - 1] as number))).toBe(true);
  });

  it('comes back once in every wave: the area under the curve is the number of waves', () => {
    for (const jitter of ['full', 'equal', 'decorrelated'] as const) {
      const { spread, instantMs } = herd({ jitter, maxAttempts: 4, backoff: { capMs: 4000 } }, 500) as Herd;
      let area = 0;
      for (const [index, { tMs, share }] of spread.points.entries()) {
        const before = spread.points[index - 1];
        if (before !== undefined) area += ((share + before.share) / 2) * (tMs - before.tMs);
      }
      expect(area / instantMs, jitter).toBeCloseTo(3, 1);
    }
  });

  it('is shown with full jitter where its own has no effect', () => {
    expect(herd({ jitter: 'none' })).toMatchObject({
      own: false,
      spread: { peakOfWave: { 0: expect.closeTo(0.1, 9) } },
    });
    expect(herd({})?.own).toBe(true);
  });

  it.each<[string, PolicyInput]>([
    ['without retries', { maxAttempts: 1 }],
    ['that never waits', { backoff: { baseMs: 0 } }],
  ])('%s has no picture', (_, policy) => expect(herd(policy)).toBeNull());
});
