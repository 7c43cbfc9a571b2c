import type { Rules } from './compile.js';

/**
 * The raw delay of retry k ≥ 1 in ms: min(limit, base · multiplier^(k−1)), or the k-th listed delay.
 * k may pass the end of the schedule, because quota refusals are re-sent without using up an attempt.
 */
export function rawDelayMs(rules: Rules, retry: number): number {
  const { rawMs, multiplier, rawLimitMs } = rules;
  const last = rawMs.length;
  if (retry <= last) return rawMs[retry - 1] as number;
  let delay = rawMs[last - 1] as number;
  if (multiplier === 1 || delay === 0) return delay;
  for (let k = last; k < retry && delay < rawLimitMs; k++) delay = Math.min(delay * multiplier, rawLimitMs);
  return delay;
}

/**
 * The wait before retry k ≥ 1 in ms, for one uniform 0 ≤ u < 1. Every jitter needs exactly one uniform.
 * `previousMs` is the last computed draw of this call, or the base before the first; only decorrelated jitter reads it.
 * The result is finite and never above the cap nor below `minMs`.
 */
export function backoffMs(rules: Rules, retry: number, previousMs: number, u: number): number {
  let lowMs: number;
  let highMs: number;
  if (rules.decorrelated) {
    lowMs = rules.baseMs;
    highMs = Math.max(lowMs, 3 * previousMs);
    // The draw is made on the whole interval and cut at the cap: cutting the interval first would thin out the cap.
    return Math.max(rules.minMs, Math.min(rules.capMs, lowMs + u * (highMs - lowMs)));
  }
  const rawMs = rawDelayMs(rules, retry);
  lowMs = rules.lowShare * rawMs;
  highMs = rules.highShare * rawMs;
  if (rules.minMs > lowMs) {
    lowMs = rules.minMs;
    if (lowMs > highMs) return lowMs;
  }
  return Math.min(rules.capMs, lowMs + u * (highMs - lowMs));
}

/** The least and the greatest wait that retry k can draw, in ms. */
export function intervalMs(rules: Rules, retry: number): { minMs: number; maxMs: number } {
  const { capMs, minMs, baseMs } = rules;
  const clamp = (ms: number): number => Math.max(minMs, Math.min(capMs, ms));
  if (rules.decorrelated) {
    let highMs = baseMs;
    // The next draw grows from what was waited, so a minimum raises the whole chain.
    for (let k = 0; k < retry && highMs < capMs; k++) highMs = Math.max(minMs, 3 * highMs);
    return { minMs: clamp(baseMs), maxMs: clamp(highMs) };
  }
  const rawMs = rawDelayMs(rules, retry);
  return { minMs: clamp(rules.lowShare * rawMs), maxMs: clamp(rules.highShare * rawMs) };
}

/** True when the raw delay of retry k has reached its limit; for decorrelated jitter, when a draw can sit at the cap. */
export function isCapped(rules: Rules, retry: number): boolean {
  if (rules.policy.backoff.capMs === null) return false;
  if (rules.decorrelated) return intervalMs(rules, retry).maxMs >= rules.capMs;
  return rawDelayMs(rules, retry) >= rules.rawLimitMs;
}
