import { type DailyReset, nextReset, previousReset } from './daily-reset.js';
import type { LimiterKind } from './limiter.js';
import { isWithin } from './within.js';

export interface FixedWindowSpec {
  readonly amount: number;
  readonly windowMs: number;
  readonly opens: WindowStart;
}

/**
 * When a window begins. `first-use`: with the first request after the last one ended. `creation`: one after the other
 * since the limiter was made. `wall-clock`: at whole multiples of the window since 1970, so that windows of a minute
 * begin at :00. Or at a documented hour of the day, where a window is a day of 23, 24 or 25 hours.
 */
export type WindowStart = 'first-use' | 'creation' | 'wall-clock' | DailyReset;

export interface FixedWindow {
  readonly spec: FixedWindowSpec;
  readonly createdAt: number;
  used: number;
  /** +Infinity and −Infinity while no window is open. */
  startsAt: number;
  endsAt: number;
}

/**
 * The whole allowance at once, and nothing until the window ends. Up to twice the amount can pass within an instant:
 * just before and just after a boundary.
 */
export const fixedWindow: LimiterKind<FixedWindowSpec, FixedWindow> = {
  create: (spec, now) => ({ spec, createdAt: now, used: 0, startsAt: Infinity, endsAt: -Infinity }),
  waitMs(state, cost, now) {
    if (cost > state.spec.amount) return Infinity;
    leaveEndedWindow(state, now);
    return isWithin(state.used + cost, state.spec.amount) ? 0 : Math.max(1, Math.ceil(state.endsAt - now));
  },
  charge(state, cost, now) {
    leaveEndedWindow(state, now);
    // What costs nothing is no use, and begins no window.
    if (state.endsAt === -Infinity && cost > 0) open(state, now);
    state.used += cost;
  },
  settle(state, charged, used, chargedAt, now) {
    leaveEndedWindow(state, now);
    const isSameWindow = chargedAt >= state.startsAt && chargedAt < state.endsAt;
    if (isSameWindow) state.used = Math.max(0, state.used + used - charged);
    else if (used > charged) fixedWindow.charge(state, used - charged, now);
  },
  remaining(state, now) {
    leaveEndedWindow(state, now);
    return state.spec.amount - state.used;
  },
  resetMs(state, now) {
    leaveEndedWindow(state, now);
    return state.endsAt === -Infinity ? 0 : Math.max(0, Math.ceil(state.endsAt - now));
  },
};

/** A window that has not begun is none either: the clock was set back, and waiting for it would shut the limiter for as long. */
function leaveEndedWindow(state: FixedWindow, now: number): void {
  if (now >= state.startsAt && now < state.endsAt) return;
  state.used = 0;
  state.startsAt = Infinity;
  state.endsAt = -Infinity;
}

function open(state: FixedWindow, now: number): void {
  const { opens, windowMs } = state.spec;
  if (typeof opens === 'object') {
    state.startsAt = previousReset(opens, now);
    state.endsAt = nextReset(opens, now);
    return;
  }
  const origin = opens === 'first-use' ? now : opens === 'creation' ? state.createdAt : 0;
  state.startsAt = origin + Math.floor((now - origin) / windowMs) * windowMs;
  state.endsAt = state.startsAt + windowMs;
}
