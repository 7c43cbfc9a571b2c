import { type LimiterKind, NO_TIME_KNOWN } from './limiter.js';
import { isWithin } from './within.js';

export interface ConcurrencySpec {
  /** How many may be in progress at once. */
  readonly amount: number;
}

export interface Concurrency {
  readonly amount: number;
  inProgress: number;
}

/**
 * Counts what is in progress rather than what was begun. To settle a use at 0 is to end it. When all slots are taken
 * nobody can tell how long one will stay so.
 */
export const concurrency: LimiterKind<ConcurrencySpec, Concurrency> = {
  create: ({ amount }) => ({ amount, inProgress: 0 }),
  waitMs({ amount, inProgress }, cost) {
    if (cost > amount) return Infinity;
    return isWithin(inProgress + cost, amount) ? 0 : NO_TIME_KNOWN;
  },
  charge(state, cost) {
    state.inProgress += cost;
  },
  settle(state, charged, used) {
    state.inProgress = Math.max(0, state.inProgress - charged + used);
  },
  remaining: ({ amount, inProgress }) => amount - inProgress,
  resetMs: ({ inProgress }) => (inProgress === 0 ? 0 : NO_TIME_KNOWN),
};
