import type { LimiterKind } from './limiter.js';
import type { SlidingWindowSpec } from './sliding-log.js';
import { isWithin } from './within.js';

export interface SlidingCounter {
  readonly amount: number;
  readonly windowMs: number;
  /** The number of the running window since 1970. */
  index: number;
  previous: number;
  current: number;
}

/**
 * The approximation with two counters that Cloudflare and many libraries use: of the previous window the part counts
 * that the window ending now still covers, as if its use had been spread evenly. Windows are aligned to the clock.
 */
export const slidingCounter: LimiterKind<SlidingWindowSpec, SlidingCounter> = {
  create: ({ amount, windowMs }, now) => {
    return { amount, windowMs, index: Math.floor(now / windowMs), previous: 0, current: 0 };
  },
  waitMs(state, cost, now) {
    if (cost > state.amount) return Infinity;
    const elapsed = roll(state, now);
    const { amount, windowMs, previous, current } = state;
    const untilEnd = windowMs - elapsed;
    // Units × ms, so that whole figures need no division.
    if (!isWithin(current + cost, amount)) return msInNextWindow(state, cost, untilEnd);
    const room = Math.max(0, amount - current - cost) * windowMs;
    if (isWithin(previous * untilEnd, room)) return 0;
    // The previous window fades until there is room, at the latest when this one ends.
    return Math.ceil(untilEnd - room / previous);
  },
  charge(state, cost, now) {
    roll(state, now);
    state.current += cost;
  },
  settle(state, charged, used, chargedAt, now) {
    roll(state, now);
    const windowsAgo = state.index - Math.floor(chargedAt / state.windowMs);
    if (windowsAgo === 0) state.current = Math.max(0, state.current + used - charged);
    else if (windowsAgo === 1) state.previous = Math.max(0, state.previous + used - charged);
    else state.current += Math.max(0, used - charged);
  },
  remaining(state, now) {
    const elapsed = roll(state, now);
    return state.amount - state.current - (state.previous * (state.windowMs - elapsed)) / state.windowMs;
  },
  resetMs(state, now) {
    const untilEnd = state.windowMs - roll(state, now);
    if (state.current > 0) return Math.ceil(untilEnd + state.windowMs);
    return state.previous > 0 ? Math.ceil(untilEnd) : 0;
  },
};

/** Opens the window of now, also when the clock was set back, and gives the ms of it that have passed. */
function roll(state: SlidingCounter, now: number): number {
  const index = Math.floor(now / state.windowMs);
  if (index !== state.index) {
    state.previous = index === state.index + 1 ? state.current : 0;
    state.current = 0;
    state.index = index;
  }
  return now - index * state.windowMs;
}

/** The wait when this window is the previous one, and a new one is empty. */
function msInNextWindow({ amount, windowMs, current }: SlidingCounter, cost: number, untilEnd: number): number {
  const room = (amount - cost) * windowMs;
  const faded = current <= 0 ? 0 : Math.max(0, windowMs - room / current);
  return Math.ceil(untilEnd + faded);
}
