import { exactRate, msFor } from './exact-rate.js';
import type { LimiterKind } from './limiter.js';
import type { TokenBucketSpec } from './token-bucket.js';

export interface Gcra {
  readonly perMs: number;
  readonly perCount: number;
  /** How far the schedule may run ahead of the clock, in units of 1 ÷ perMs ms. */
  readonly tolerance: number;
  /** The theoretical arrival time: when everything admitted so far would have left at the even pace. Whole part, in ms. */
  tatMs: number;
  /** The rest of it, in units of 1 ÷ perMs ms. */
  tatUnits: number;
  seenAt: number;
}

/**
 * The generic cell rate algorithm (ITU-T I.371): admits what a token bucket of the same figures admits, and keeps one
 * instant instead of a level. The instant is never in the past when it is used, or an idle time would be saved up on top
 * of the burst.
 */
export const gcra: LimiterKind<TokenBucketSpec, Gcra> = {
  create({ amount, windowMs, burst = amount }, now) {
    const { perMs, perCount } = exactRate(amount, windowMs, burst);
    return { perMs, perCount, tolerance: burst * perCount, tatMs: now, tatUnits: 0, seenAt: now };
  },
  waitMs(state, cost, now) {
    const needed = cost * state.perCount;
    if (needed > state.tolerance) return Infinity;
    return msFor(unitsAhead(state, now) + needed - state.tolerance, state.perMs);
  },
  charge(state, cost, now) {
    moveTo(state, unitsAhead(state, now) + cost * state.perCount, now);
  },
  settle(state, charged, used, _chargedAt, now) {
    moveTo(state, unitsAhead(state, now) + (used - charged) * state.perCount, now);
  },
  remaining: (state, now) => (state.tolerance - unitsAhead(state, now)) / state.perCount,
  resetMs: (state, now) => msFor(unitsAhead(state, now), state.perMs),
};

/** How far the theoretical arrival time is ahead of the clock; 0 when it has passed. */
function unitsAhead(state: Gcra, now: number): number {
  // The schedule steps back with the clock, so that no wait becomes longer.
  if (now < state.seenAt) state.tatMs += now - state.seenAt;
  state.seenAt = now;
  return Math.max(0, (state.tatMs - now) * state.perMs + state.tatUnits);
}

function moveTo(state: Gcra, units: number, now: number): void {
  const wholeMs = Math.floor(units / state.perMs);
  state.tatMs = now + wholeMs;
  state.tatUnits = units - wholeMs * state.perMs;
}
