import { intervalMs } from '../backoff/backoff.js';
import { compile, LONGEST_WAIT_MS, type Rules } from '../backoff/compile.js';
import { largestCapThatFits } from '../distributions/largest-cap.js';

/**
 * The largest cap in ms with which the worst wait and the attempts' own time fit the deadline: {@link LONGEST_WAIT_MS}
 * when they fit whatever the cap, null when no cap makes them fit. Exact but for rounding.
 */
export function largestCapThatFitsMs(rules: Rules, latencyMs: number, deadlineMs: number): number | null {
  const { policy, minMs, highShare } = rules;
  const budgetMs = deadlineMs - policy.maxAttempts * latencyMs;
  const uncappedMs = longestUncapped(rules);
  const capMs = largestCapThatFits({ uncappedMs, capShare: Math.min(1, highShare), minMs }, budgetMs);
  return capMs === null ? null : Math.min(capMs, LONGEST_WAIT_MS);
}

/** The longest wait of every retry if there were no cap. */
function longestUncapped({ policy, decorrelated, baseMs, minMs }: Rules): number[] {
  const retries = policy.maxAttempts - 1;
  if (!decorrelated) {
    const uncapped = compile({ ...policy, backoff: { ...policy.backoff, capMs: null } });
    return Array.from({ length: retries }, (_, index) => intervalMs(uncapped, index + 1).maxMs);
  }
  const longest: number[] = [];
  // A draw that was raised to the minimum is what the next one triples.
  for (let ms = baseMs; longest.length < retries; longest.push(ms)) {
    ms = Math.min(LONGEST_WAIT_MS, Math.max(minMs, 3 * ms));
  }
  return longest;
}
