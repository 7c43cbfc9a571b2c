import type { LimiterKind } from './limiter.js';
import { isWithin } from './within.js';

export interface SubWindowsSpec {
  readonly amount: number;
  readonly windowMs: number;
  /** How many parts a window has; each must be whole ms. */
  readonly parts: number;
}

export interface SubWindows {
  readonly amount: number;
  readonly partMs: number;
  readonly parts: number;
  /** The number of the running part since 1970. */
  index: number;
  usedInPart: number;
  usedInWindow: number;
}

/**
 * A limit that is stated per window and enforced in parts of it: 60 a minute as one a second, so that a burst is refused
 * while most of the minute's allowance is left. Azure OpenAI checks requests over 1 or 10 s. The parts are aligned to
 * the clock, their allowances are whole and add up to the amount.
 */
export const subWindows: LimiterKind<SubWindowsSpec, SubWindows> = {
  create({ amount, windowMs, parts }, now) {
    const partMs = windowMs / parts;
    return { amount, partMs, parts, index: Math.floor(now / partMs), usedInPart: 0, usedInWindow: 0 };
  },
  waitMs(state, cost, now) {
    roll(state, now);
    const { index, parts, partMs } = state;
    if (isWithin(state.usedInPart + cost, allowanceOf(state, index))) return 0;
    for (let later = 1; later <= parts; later++) {
      if (cost <= allowanceOf(state, index + later)) return Math.ceil((index + later) * partMs - now);
    }
    return Infinity;
  },
  charge(state, cost, now) {
    roll(state, now);
    state.usedInPart += cost;
    state.usedInWindow += cost;
  },
  settle(state, charged, used, chargedAt, now) {
    roll(state, now);
    const index = Math.floor(chargedAt / state.partMs);
    const difference = used - charged;
    if (index === state.index) state.usedInPart = Math.max(0, state.usedInPart + difference);
    if (windowOf(index, state) === windowOf(state.index, state)) {
      state.usedInWindow = Math.max(0, state.usedInWindow + difference);
    } else if (difference > 0) subWindows.charge(state, difference, now);
  },
  /** Of the whole window, as it is reported: a part may be used up long before. */
  remaining(state, now) {
    roll(state, now);
    return state.amount - state.usedInWindow;
  },
  resetMs(state, now) {
    roll(state, now);
    if (state.usedInWindow <= 0) return 0;
    return Math.ceil((windowOf(state.index, state) + 1) * state.parts * state.partMs - now);
  },
};

function roll(state: SubWindows, now: number): void {
  const index = Math.floor(now / state.partMs);
  if (index === state.index) return;
  if (windowOf(index, state) !== windowOf(state.index, state)) state.usedInWindow = 0;
  state.usedInPart = 0;
  state.index = index;
}

function windowOf(index: number, { parts }: SubWindows): number {
  return Math.floor(index / parts);
}

/** The difference of two rounded-down running shares: 5 in 60 parts are one in every twelfth. */
function allowanceOf({ amount, parts }: SubWindows, index: number): number {
  const part = index % parts;
  return Math.floor(((part + 1) * amount) / parts) - Math.floor((part * amount) / parts);
}
