import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../policy/parse-policy.js';
import { createRandom } from '../random/random.js';
import { backoffMs, intervalMs } from './backoff.js';
import { compile } from './compile.js';

describe('of any policy, at any retry, with any uniform', () => {
  const ms = fc.oneof(fc.nat(), fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true }), fc.constant(5e-324));
  const computed = fc.record({
    baseMs: ms,
    multiplier: fc.double({ min: 1, max: 10, noNaN: true }),
    capMs: fc.option(ms),
  });
  const delays = fc.record({
    delaysMs: fc.array(ms, { minLength: 1, maxLength: 20 }),
    capMs: fc.option(ms),
    baseMs: fc.constant(undefined),
  });
  const range = fc.tuple(fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 1e-9, max: 100, noNaN: true }));
  const jitter = fc.oneof(
    fc.constantFrom('none', 'full', 'equal', 'decorrelated'),
    range.map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) })),
  );
  const retry = fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 2000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000_000 }) },
  );
  const uniform = fc.oneof(
    fc.constantFrom(0, 1 - 2 ** -53, 2 ** -53),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  );

  const anyRules = fc
    .tuple(
      fc.oneof(computed, delays),
      jitter,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 50 }),
    )
    .map(([backoff, given, minShare, maxAttempts]) => {
      const minMs = minShare < 0.5 ? 0 : minShare * (backoff.capMs ?? 1e6);
      const listed = backoff.baseMs === undefined;
      const chosen = listed && given === 'decorrelated' ? 'full' : given;
      return compile(parsePolicy({ backoff: { ...backoff, minMs }, jitter: chosen, maxAttempts }));
    });

  it('the wait is finite, at most the cap, at least the minimum, and within its interval', () => {
    fc.assert(
      fc.property(anyRules, retry, uniform, fc.double({ min: 0, max: 1, noNaN: true }), (rules, k, u, at) => {
        const { minMs, maxMs } = intervalMs(rules, k);
        // Any draw that can have come before: decorrelated jitter grows from it.
        const before = k === 1 ? { minMs: rules.baseMs, maxMs: rules.baseMs } : intervalMs(rules, k - 1);
        const previousMs = before.minMs + at * (before.maxMs - before.minMs);
        const wait = backoffMs(rules, k, previousMs, u);
        expect(Number.isFinite(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(rules.minMs);
        expect(wait).toBeLessThanOrEqual(rules.capMs);
        // The interval's ends are products, the draw a sum: they agree to a rounding.
        expect(wait).toBeGreaterThanOrEqual(minMs * (1 - 1e-15));
        expect(wait).toBeLessThanOrEqual(maxMs * (1 + 1e-15));
      }),
      { numRuns: 3000 },
    );
  });

  it('no draw out of ten thousand leaves the interval, and both ends are approached', () => {
    for (const [index, given] of ['none', 'full', 'equal', '0.8..1.2', '0.75..1'].entries()) {
      const rules = compile(parsePolicy({ backoff: { baseMs: 700, capMs: 10_000 }, jitter: given }));
      const { next } = createRandom(index);
      const waits = Array.from({ length: 10_000 }, () => backoffMs(rules, 3, 0, next()));
      const { minMs, maxMs } = intervalMs(rules, 3);
      const slack = 1e-9 + (maxMs - minMs) / 500;
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(minMs - 1e-9);
      expect(Math.min(...waits)).toBeLessThanOrEqual(minMs + slack);
      expect(Math.max(...waits)).toBeLessThanOrEqual(maxMs + 1e-9);
      expect(Math.max(...waits)).toBeGreaterThanOrEqual(maxMs - slack);
    }
  });
});
