// A policy's raw delays as the three numbers that most systems have: a first delay, a factor and a longest delay.

import { rawDelayMs } from '../../core/backoff/backoff.js';
import { compile } from '../../core/backoff/compile.js';
import type { Jitter } from '../../core/grammar/jitter.js';
import { isListed, type Policy, type PolicyInput } from '../../core/policy/policy.js';

export interface Growth {
  readonly baseMs: number;
  readonly multiplier: number;
  readonly capMs: number | null;
}

/** The raw delay before each retry, in ms. */
export function rawDelays(policy: Policy): number[] {
  const rules = compile(policy);
  return Array.from({ length: policy.maxAttempts - 1 }, (_, index) => rawDelayMs(rules, index + 1));
}

/**
 * The growth of a policy; of listed delays, one that gives the very same delays where there is one, else one that
 * starts and ends as they do.
 */
export function growthOf(policy: Policy): Growth {
  const { backoff } = policy;
  if (!isListed(backoff)) return backoff;
  const delays = rawDelays(policy);
  const [first = backoff.delaysMs[0] ?? 0, second = first] = delays;
  const longest = Math.max(first, ...delays);
  const exact = { baseMs: first, multiplier: clamp(second / first), capMs: backoff.capMs ?? longest };
  if (delays.every((delay, index) => delay === delayOf(exact, index + 1))) return { ...exact, capMs: backoff.capMs };
  const last = delays.at(-1) ?? first;
  // A first delay of 0 grows to nothing, so the growth is then that from the first delay above it.
  const start = delays.find((delay) => delay > 0) ?? 0;
  const steps = Math.max(1, delays.length - 1 - delays.indexOf(start));
  const factor = clamp(start === 0 ? 1 : (last / start) ** (1 / steps));
  return {
    baseMs: first === 0 ? start / factor : first,
    multiplier: round(factor, 3),
    capMs: backoff.capMs ?? longest,
  };
}

/** The raw delay of retry k ≥ 1, capped. */
export function delayOf({ baseMs, multiplier, capMs }: Growth, retry: number): number {
  const limit = capMs ?? Number.MAX_SAFE_INTEGER;
  let delay = Math.min(baseMs, limit);
  for (let k = 1; k < retry && delay < limit && delay > 0 && multiplier !== 1; k++) {
    delay = Math.min(delay * multiplier, limit);
  }
  return delay;
}

/** The raw delays of retries 1 to `retries`. */
export function delaysOf(growth: Growth, retries: number): number[] {
  return Array.from({ length: retries }, (_, index) => delayOf(growth, index + 1));
}

/** A growth as a policy has it: listed where its factor is none that a policy can hold. */
export function backoffOf(growth: Growth, retries: number): NonNullable<PolicyInput['backoff']> {
  const { baseMs, multiplier, capMs } = growth;
  if (multiplier >= 1 && multiplier <= 10) return { baseMs, multiplier, capMs };
  return { delaysMs: delaysOf(growth, Math.max(1, retries)), capMs };
}

/** Listed delays as a policy has them: without the repetitions of the last one, which it repeats by itself. */
export function listedBackoff(delaysMs: readonly number[]): NonNullable<PolicyInput['backoff']> {
  const last = delaysMs.at(-1) ?? 0;
  const until = delaysMs.findLastIndex((ms) => ms !== last) + 2;
  return until <= 1 ? { baseMs: last, multiplier: 1, capMs: null } : { delaysMs: delaysMs.slice(0, until) };
}

/** Whether a policy lists delays that grow by the same step: the first one, twice, three times that. */
export function isLinear(policy: Policy): boolean {
  const delays = rawDelays(policy);
  const [first = 0] = delays;
  const limit = policy.backoff.capMs ?? Number.MAX_SAFE_INTEGER;
  return (
    isListed(policy.backoff) &&
    delays.length > 1 &&
    first > 0 &&
    delays.every((ms, index) => ms === Math.min(limit, first * (index + 1)))
  );
}

/** Full jitter or none, whichever is nearer in the mean; between the two, the one that spreads. */
export function isNearerFull(policy: Policy): boolean {
  const [low, high] = sharesOf(policy);
  return (low + high) / 2 <= 0.75;
}

/** Between which shares of the raw delay a wait is drawn; decorrelated jitter, which has none, counts as full. */
export function sharesOf(policy: Policy): readonly [low: number, high: number] {
  const { lowShare, highShare } = compile(policy);
  return [lowShare, highShare];
}

/** The jitter that draws between two shares, by its name where it has one. */
export function jitterOf(low: number, high: number): Jitter {
  if (high === 1 && low === 1) return 'none';
  if (high === 1 && low === 0) return 'full';
  return high === 1 && low === 0.5 ? 'equal' : { low, high };
}

/** The mean of a wait drawn evenly from `lowMs` to `highMs` and then cut at `capMs`: exact. */
export function meanCutAt(capMs: number | null, lowMs: number, highMs: number): number {
  const limit = capMs ?? Number.MAX_SAFE_INTEGER;
  if (highMs <= limit) return (lowMs + highMs) / 2;
  if (lowMs >= limit) return limit;
  return ((limit ** 2 - lowMs ** 2) / 2 + limit * (highMs - limit)) / (highMs - lowMs);
}

/** Rounds to so many decimals. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

function clamp(factor: number): number {
  return Number.isFinite(factor) ? Math.min(10, Math.max(1, factor)) : 1;
}
