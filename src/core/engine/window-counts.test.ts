import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, count, createWindowCounts } from './window-counts.js';

describe('counts over a window', () => {
  it('begin at nothing', () => {
    const counts = createWindowCounts(1000);
    advance(counts, 123_456);
    expect([counts.firstTotal, counts.secondTotal]).toEqual([0, 0]);
  });

  it('hold what is younger than nine tenths of the window, and nothing that is older than the window', () => {
    const event = fc.record({ afterMs: fc.nat({ max: 400 }), first: fc.nat({ max: 5 }), second: fc.nat({ max: 5 }) });
    const windowMs = fc.constantFrom(10, 1000, 777, 0.5);
    fc.assert(
      fc.property(windowMs, fc.nat(), fc.array(event, { maxLength: 80 }), (window, startMs, events) => {
        const counts = createWindowCounts(window);
        const seen: { at: number; first: number; second: number }[] = [];
        let now = startMs;
        for (const { afterMs, first, second } of events) {
          now += afterMs * (window / 1000);
          count(counts, now, first, second);
          seen.push({ at: now, first, second });
          const within = (ageMs: number) => seen.filter(({ at }) => now - at < ageMs);
          for (const [total, of] of [
            [counts.firstTotal, 'first'],
            [counts.secondTotal, 'second'],
          ] as const) {
            const sum = (ageMs: number): number => within(ageMs).reduce((all, each) => all + each[of], 0);
            expect(total).toBeGreaterThanOrEqual(sum(0.9 * window * (1 - 1e-9)));
            expect(total).toBeLessThanOrEqual(sum(window * (1 + 1e-9)));
          }
        }
      }),
    );
  });

  it('forget a tenth at a time', () => {
    const counts = createWindowCounts(1000);
    for (let now = 0; now < 1000; now += 100) count(counts, now, 1, 2);
    const totals = [999, 1000, 1099, 1100, 1899, 1900].map((now) => {
      advance(counts, now);
      return counts.firstTotal;
    });
    expect(totals).toEqual([10, 9, 9, 8, 1, 0]);
    expect(counts.secondTotal).toBe(0);
  });

  it('are empty after a rest of any length', () => {
    const counts = createWindowCounts(1000);
    count(counts, 0, 5, 5);
    count(counts, 1e15, 1, 0);
    expect([counts.firstTotal, counts.secondTotal]).toEqual([1, 0]);
  });

  it('forget nothing when the clock steps back', () => {
    const counts = createWindowCounts(1000);
    count(counts, 5000, 1, 0);
    count(counts, 4000, 1, 0);
    count(counts, 5000, 1, 0);
    expect(counts.firstTotal).toBe(3);
  });
});
