import type { Quota } from '../policy/policy.js';
import { createLeases, type Leases, leasedAt, leasedUnits, mostLeasable, takeLeased } from './leased-quota.js';

/** Quotas with a longer window are spent, not paced: nobody wants a daily quota as one call every 86 seconds. */
export const LONGEST_PACED_WINDOW_MS = 3_600_000;

/** Amounts are compared with this relative slack, so that a wait of exactly the missing time is always enough. */
const SLACK = 1e-9;

/** What is left of one quota. */
export interface QuotaState {
  readonly quota: Quota;
  readonly perMs: number;
  readonly paced: boolean;
  level: number;
  updatedAt: number;
  /** Of an unpaced quota: when the window ends. −Infinity before the first use. */
  endsAt: number;
  /** What fills it, where processes share it; null where time does. */
  readonly leases: Leases | null;
}

export function createQuota(quota: Quota): QuotaState {
  const paced = quota.windowMs <= LONGEST_PACED_WINDOW_MS;
  return {
    quota,
    perMs: quota.amount / quota.windowMs,
    paced,
    level: paced ? quota.burst : quota.amount,
    updatedAt: -Infinity,
    endsAt: -Infinity,
    leases: null,
  };
}

/** A quota that holds nothing but what a store leases to it. */
export function createLeasedQuota(quota: Quota): QuotaState & { readonly leases: Leases } {
  return { ...createQuota(quota), level: 0, leases: createLeases() };
}

/**
 * When `cost` units can be taken once `ahead` have been: an instant ≤ now if at once, Infinity if never.
 * A paced quota is a token bucket: it refills evenly and holds at most its burst. An unpaced one is a fixed window that
 * opens with its first use. A clock that steps back refills nothing and takes nothing, and no wait is longer for it
 * than the time in which everything comes back.
 */
export function availableAt(state: QuotaState, cost: number, now: number, ahead = 0): number {
  const size = state.paced ? state.quota.burst : state.quota.amount;
  if (cost > size) return Infinity;
  bringUpToDate(state, now);
  if (state.leases !== null) return leasedAt(state.leases, ahead + cost, SLACK * size, now);
  const missing = ahead + cost - state.level;
  if (missing <= SLACK * size) return now;
  return state.paced ? Math.max(state.updatedAt, now) + missing / state.perMs : state.endsAt;
}

/** The most of a paced quota that can be there now. What a store has for it is known only as far as it told. */
export function mostPaced(state: QuotaState, now: number): number {
  bringUpToDate(state, now);
  const { leases, perMs, quota } = state;
  return leases === null ? state.level : mostLeasable(leases, quota.burst, perMs, now);
}

/** When a quota that is never awaited is whole again, if it has too little for `cost`: an instant ≤ now if it has enough. */
export function spentAt(state: QuotaState, cost: number, now: number): number {
  if (state.paced) return now;
  return state.leases === null ? availableAt(state, cost, now) : state.leases.spentUntil;
}

/** Takes `cost` units, which may leave a debt. */
export function take(state: QuotaState, cost: number, now: number): void {
  if (state.leases !== null) {
    takeLeased(state.leases, cost, now);
    return;
  }
  bringUpToDate(state, now);
  state.level -= cost;
  if (!state.paced && state.endsAt === -Infinity) state.endsAt = now + state.quota.windowMs;
}

/** Corrects an estimate once the real use is known: gives back what was reserved in excess, or takes what was missing. */
export function settleQuota(state: QuotaState, reserved: number, used: number, now: number): void {
  if (state.leases !== null) {
    state.leases.owed += used - reserved;
    return;
  }
  bringUpToDate(state, now);
  const size = state.paced ? state.quota.burst : state.quota.amount;
  state.level = Math.min(size, state.level + reserved - used);
  // What was used beyond the reserve after its window had ended is the first use of the next one.
  if (!state.paced && state.endsAt === -Infinity && state.level < size) state.endsAt = now + state.quota.windowMs;
}

function bringUpToDate(state: QuotaState, now: number): void {
  if (state.leases !== null) {
    state.level = leasedUnits(state.leases);
    return;
  }
  if (state.paced) {
    if (now <= state.updatedAt) {
      // So far back is another clock, and waiting for it to catch up would shut the bucket for as long.
      if (state.updatedAt - now > state.quota.burst / state.perMs) state.updatedAt = now;
      return;
    }
    if (state.updatedAt !== -Infinity) {
      state.level = Math.min(state.quota.burst, state.level + (now - state.updatedAt) * state.perMs);
    }
    state.updatedAt = now;
  } else if (now >= state.endsAt) {
    if (state.endsAt === -Infinity) return;
    state.level = state.quota.amount;
    state.endsAt = -Infinity;
  } else state.endsAt = Math.min(state.endsAt, now + state.quota.windowMs);
}
