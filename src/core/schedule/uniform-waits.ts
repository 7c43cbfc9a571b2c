import { intervalMs, isCapped, rawDelayMs } from '../backoff/backoff.js';
import type { Rules } from '../backoff/compile.js';
import { uniformTotals } from '../distributions/uniform/uniform-sum.js';
import type { Waits } from './waits.js';

/**
 * The waits of a policy whose jitter is drawn evenly, or that has none: U(a, b) has mean (a + b)/2 and standard deviation
 * (b − a)/√12. A file of its own for programs that must start soon and never meet decorrelated jitter, whose code is much
 * longer. Throws a RangeError for that.
 */
export function uniformWaits(rules: Rules): Waits {
  if (rules.decorrelated) throw new RangeError('jitter: decorrelated is not drawn evenly; use waitsOf');
  const intervals = Array.from({ length: rules.policy.maxAttempts - 1 }, (_, index) => intervalMs(rules, index + 1));
  const each = intervals.map(({ minMs, maxMs }, index) => ({
    rawMs: rawDelayMs(rules, index + 1),
    minMs,
    meanMs: (minMs + maxMs) / 2,
    maxMs,
    stddevMs: (maxMs - minMs) / Math.sqrt(12),
    capped: isCapped(rules, index + 1),
  }));
  return { each, totals: uniformTotals(intervals) };
}
