// A limit as a server tells it: what is left of it, and when there will be more. It stands beside the quotas of the
// policy, which are ceilings; whichever allows less counts.

import { costOf } from './cost-of.js';
import { LONGEST_PACED_WINDOW_MS } from './quota.js';

/** How an allowance comes back. Readings decide where the server does not say, and overrule what it is thought to do. */
export const Refill = { AT_ONCE: -1, UNDECIDED: 0, EVENLY: 1 } as const;
export type Refill = (typeof Refill)[keyof typeof Refill];

/** Pacing keeps this part of a step in reserve, since requests do not arrive as evenly as they leave. */
const RESERVE = 0.5;

/** A window whose end is known no better than this is waited out to the last instant that is possible. */
const WELL_KNOWN_MS = 150;

const SLACK = 1e-9;

export interface LearnedQuota {
  readonly name: string;
  /** Where its costs stand; see {@link Dimensions}. */
  readonly place: number;
  /** A cost that is not stated is 1; else it is what calls have used on average. */
  readonly countsCalls: boolean;
  refill: Refill;
  /** The allowance, as last told; where none is told, the most that was seen to be left. */
  limit: number;
  isStated: boolean;
  /** 0 while it is not known. */
  windowMs: number;
  /** Units that come back per ms when they come evenly; 0 while it is not known. */
  perMs: number;
  /** Most that can be taken at once. Learned apart from the rate. */
  burst: number;
  /** The step in which the server tells amounts. */
  step: number;
  /** Units that may be taken now; negative after a debt. */
  level: number;
  updatedAt: number;
  /** The window ends within these instants; −Infinity while no end is known. */
  endsFrom: number;
  endsAt: number;
  /** When the last window was left: what was sent before is no evidence of this one. */
  rolledAt: number;
  /** All that was ever taken, and the part of it whose answers are still to come. */
  taken: number;
  pending: number;
  /** Of the newest reading that was applied: its send order, all that had been taken by then, and what it said was left. */
  newest: number;
  newestTaken: number;
  newestRemaining: number;
  /** What its resets tell. */
  resetMeans: 'next' | 'full' | 'window';
  /** Average use of a call where costs are not stated; 0 while it is not known. */
  meanUse: number;
  /** Evidence about the refill: the reading that others are compared with, votes in a row, bounds of the rate. */
  refSentAt: number;
  refAt: number;
  refRemaining: number;
  refTaken: number;
  refResetMs: number;
  votes: number;
  lowPerMs: number;
  highPerMs: number;
  refuted: number;
  /** Readings have refuted the rate that was told; the one that they allow stands in its place. */
  isInferred: boolean;
}

export function createLearnedQuota(name: string, place: number): LearnedQuota {
  return {
    name,
    place,
    countsCalls: !/token|point|complexity|byte|cost|unit|image|time/i.test(name),
    refill: Refill.UNDECIDED,
    limit: 0,
    isStated: false,
    windowMs: 0,
    perMs: 0,
    burst: 0,
    step: 1,
    level: 0,
    updatedAt: -Infinity,
    endsFrom: -Infinity,
    endsAt: -Infinity,
    rolledAt: -Infinity,
    taken: 0,
    pending: 0,
    newest: -1,
    newestTaken: 0,
    newestRemaining: 0,
    resetMeans: 'window',
    meanUse: 0,
    refSentAt: -Infinity,
    refAt: -Infinity,
    refRemaining: 0,
    refTaken: 0,
    refResetMs: -1,
    votes: 0,
    lowPerMs: 0,
    highPerMs: Infinity,
    refuted: 0,
    isInferred: false,
  };
}

/** What a call costs of it: as stated, or an estimate that is never more than the limit can hold. */
export function learnedCost(quota: LearnedQuota, costs: readonly number[] | null): number {
  const estimate = quota.countsCalls ? 1 : Math.max(1, quota.meanUse);
  return costOf(costs, quota.place, Math.min(estimate, quota.limit));
}

/** Whether it has so long a window that it is spent and never waited for. */
export function isLong(quota: LearnedQuota): boolean {
  return quota.windowMs > LONGEST_PACED_WINDOW_MS;
}

/**
 * When `cost` can be taken once `ahead` has been: an instant ≤ now if at once. Never Infinity: what is above the
 * limit is judged by {@link neverFits}, and until then takes all of it.
 * A limit that comes back evenly is paced; one that comes back at once is spent until its window ends. While that is
 * not decided, a quarter is kept for the course of the window, so that there are readings to decide by.
 */
export function learnedAt(quota: LearnedQuota, cost: number, now: number, ahead = 0): number {
  refresh(quota, now);
  const { level, burst, perMs, step, windowMs, pending } = quota;
  if (quota.refill === Refill.EVENLY) {
    const reserve = Math.min(RESERVE * step, burst * 0.25);
    const missing = ahead + Math.min(cost + reserve, burst) - level;
    if (missing <= SLACK * burst) return now;
    if (perMs > 0) return Math.max(quota.updatedAt, now) + missing / perMs;
  } else {
    const left = level - ahead - Math.min(cost, quota.limit);
    const endsAt = endOf(quota);
    if (left < -SLACK * quota.limit) {
      if (endsAt > now) return endsAt;
    } else if (quota.refill === Refill.UNDECIDED && windowMs > 0 && endsAt > now && !isLong(quota)) {
      const kept = quota.limit * KEPT_SHARE;
      return left >= kept ? now : Math.max(now, Math.min(endsAt, endsAt - (left / kept) * windowMs));
    } else return now;
  }
  // Nobody has said when there will be more: one call at a time finds out.
  return pending > 0 ? now + PROBE_MS : now;
}

const KEPT_SHARE = 0.25;
const PROBE_MS = 100;

/** Takes `cost`, which may leave a debt. */
export function takeLearned(quota: LearnedQuota, cost: number, now: number): void {
  refresh(quota, now);
  quota.level -= cost;
  quota.taken += cost;
  quota.pending += cost;
  if (quota.refill !== Refill.EVENLY && quota.endsAt === -Infinity && quota.windowMs > 0) {
    // A guess, until a reading tells.
    quota.endsAt = now + quota.windowMs;
  }
}

/** Replaces what was reserved by what was used. */
export function settleLearned(quota: LearnedQuota, reserved: number, used: number): void {
  // A debt of more than the whole limit is not believed: it would shut the bucket for as long as it is wrong.
  quota.level = Math.max(-quota.limit, Math.min(quota.burst, quota.level + reserved - used));
  quota.taken += used - reserved;
  if (!quota.countsCalls) quota.meanUse += quota.meanUse === 0 ? used : (used - quota.meanUse) / 8;
}

/** The instant from which the next window may be used. */
export function endOf({ endsFrom, endsAt }: LearnedQuota): number {
  const width = endsAt - endsFrom;
  return width <= WELL_KNOWN_MS ? endsFrom + Math.min(EDGE_MS, width / 4) : endsAt;
}

const EDGE_MS = 10;

/** Brings the level up to the present. */
export function refresh(quota: LearnedQuota, now: number): void {
  if (quota.refill === Refill.EVENLY) {
    if (now > quota.updatedAt && quota.updatedAt !== -Infinity) {
      quota.level = Math.min(quota.burst, quota.level + (now - quota.updatedAt) * quota.perMs);
    }
    quota.updatedAt = Math.max(quota.updatedAt, now);
    return;
  }
  quota.updatedAt = now;
  if (quota.endsAt === -Infinity || now < endOf(quota)) return;
  quota.endsFrom = -Infinity;
  quota.endsAt = -Infinity;
  if (quota.refill === Refill.AT_ONCE || quota.resetMeans === 'window') {
    quota.level = quota.limit;
    quota.rolledAt = now;
  } else quota.level = Math.max(quota.level, certainAtReset(quota));
}

/** What there is once the reset has come, while it is not decided how the limit comes back. */
function certainAtReset(quota: LearnedQuota): number {
  const { resetMeans, limit, step, taken, newestTaken, newestRemaining } = quota;
  return Math.min(limit, resetMeans === 'full' ? limit : newestRemaining + step) - (taken - newestTaken);
}
