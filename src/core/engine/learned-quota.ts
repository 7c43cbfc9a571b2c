// A limit as a server tells it: what is left of it, and when there will be more. It stands beside the quotas of the
// policy, which are ceilings; whichever allows less counts.

import { costOf } from './cost-of.js';
import { LONGEST_PACED_WINDOW_MS } from './quota.js';

/** How an allowance comes back. Readings decide where the server does not say, and overrule what it is thought to do. */
export const Refill = { AT_ONCE: -1, UNDECIDED: 0, EVENLY: 1 } as const;
export type Refill = (typeof Refill)[keyof typeof Refill];

/** Pacing keeps this part of a step in reserve, since requests do not arrive as evenly as they leave. */
const RESERVE = 0.5;

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
  /** Most that can be taken at once, as far as refusals tell. Learned apart from the rate; see {@link capOf}. */
  burst: number;
  /**
   * What was let through while that was doubled with every round, since a limit may hold less than it tells; Infinity
   * where it is not doubted, or not any more. What may go meanwhile is `credit`.
   */
  proven: number;
  credit: number;
  /** Most that was ever seen to be there. */
  seen: number;
  /** The step in which the server tells amounts. */
  step: number;
  /** Units that may be taken now; negative after a debt. */
  level: number;
  updatedAt: number;
  /** The window ends within these instants; −Infinity while no end is known. */
  endsFrom: number;
  endsAt: number;
  /** The end that was told last, and whether ends differ within one window: then they are told as spans, not as instants. */
  toldEndAt: number;
  tellsSpans: boolean;
  /** The shortest time from sending to a reading. */
  journeyMs: number;
  /** When the last window was left: what was sent before is no evidence of this one. */
  rolledAt: number;
  /** What had been taken by then; −1 once a reading of the new window has been looked at. */
  rolledTaken: number;
  /** An end of a window has been told, so that none need be guessed. */
  tellsEnd: boolean;
  /** All that was ever taken, and the part of it whose answers are still to come. */
  taken: number;
  pending: number;
  /** The part of what was taken that was refused, and so was not charged. */
  refused: number;
  /** Since when own use is compared with all that was there; what was there, and what was accepted of ours since then. */
  comparedFrom: number;
  comparedLevel: number;
  comparedUse: number;
  /** Of the newest reading that was applied: its send order, all that had been taken by then, and what it said was left. */
  newest: number;
  newestTaken: number;
  newestRemaining: number;
  /** Least that any reading has said was left since nothing was on its way: it is there, once all have been answered. */
  leastRemaining: number;
  /** When all of it is back by the newest reading, if nothing is taken after it; Infinity where that is not told. */
  wholeAt: number;
  /**
   * How long it takes until there is more, as was last told, and when that is, from the newest reading: a bound for what
   * is inferred. Infinity while no time was told.
   */
  spanMs: number;
  moreAt: number;
  /** What its resets tell. */
  resetMeans: 'next' | 'full' | 'window';
  /** Average use of a call where costs are not stated; 0 while it is not known. */
  meanUse: number;
  /** Evidence about the refill: the reading that others are compared with, votes in a row, bounds of the rate. */
  refSentAt: number;
  refAt: number;
  refRemaining: number;
  refTaken: number;
  refRefused: number;
  refOnItsWay: number;
  refResetMs: number;
  /** The fullest reading that told a reset: its resets and those of others differ by what comes back evenly. */
  topRemaining: number;
  topResetMs: number;
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
    burst: Infinity,
    proven: Infinity,
    credit: 0,
    seen: 0,
    step: 1,
    level: 0,
    updatedAt: -Infinity,
    endsFrom: -Infinity,
    endsAt: -Infinity,
    toldEndAt: -Infinity,
    tellsSpans: false,
    journeyMs: Infinity,
    rolledAt: -Infinity,
    rolledTaken: -1,
    tellsEnd: false,
    taken: 0,
    pending: 0,
    refused: 0,
    comparedFrom: Infinity,
    comparedLevel: 0,
    comparedUse: 0,
    newest: -1,
    newestTaken: 0,
    newestRemaining: 0,
    leastRemaining: Infinity,
    wholeAt: Infinity,
    spanMs: Infinity,
    moreAt: Infinity,
    resetMeans: 'window',
    meanUse: 0,
    refSentAt: -Infinity,
    refAt: -Infinity,
    refRemaining: 0,
    refTaken: 0,
    refRefused: 0,
    refOnItsWay: 0,
    refResetMs: -1,
    topRemaining: -1,
    topResetMs: 0,
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

/**
 * Most that is taken to be there at once: no more than was ever seen, since a limit of 1200 per minute may be a bucket
 * that holds 20. Believing too little costs one journey, until a reading shows more; too much costs refusals.
 */
export function capOf({ limit, burst, seen }: LearnedQuota): number {
  return Math.min(limit, burst, seen);
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
  const { perMs, step, windowMs } = quota;
  const level = quota.proven < Infinity ? Math.min(quota.level, quota.credit) : quota.level;
  const burst = capOf(quota);
  if (quota.refill === Refill.EVENLY) {
    const reserve = Math.min(RESERVE * step, burst * 0.25);
    const missing = ahead + Math.min(cost + reserve, burst) - level;
    if (missing <= SLACK * burst) return now;
    const at = perMs > 0 ? Math.max(quota.updatedAt, now) + missing / perMs : Infinity;
    const toldAt = isWholeTold(quota) && quota.wholeAt > now ? quota.wholeAt : Infinity;
    const moreAt = ahead > 0 ? Infinity : quota.moreAt;
    const earliest = Math.min(at, toldAt, Math.max(moreAt, nextProbeAt(quota, now)));
    if (earliest < Infinity) return earliest;
  } else {
    const own = Math.min(cost, quota.limit);
    const left = level - ahead - own;
    const endsAt = endOf(quota);
    if (left < -SLACK * quota.limit) {
      if (endsAt > now) return endsAt;
    } else if (quota.refill === Refill.UNDECIDED && windowMs > 0 && endsAt > now && !isLong(quota)) {
      const kept = capOf(quota) * KEPT_SHARE;
      // The last of it well before the end, or it would never be used.
      return left >= kept ? now : Math.max(now, Math.min(endsAt, endsAt - ((left + own) / kept) * windowMs));
    } else return now;
  }
  return nextProbeAt(quota, now);
}

/** Where nobody has said when there will be more, or that time is over, one call at a time finds out. */
function nextProbeAt({ pending }: LearnedQuota, now: number): number {
  return pending > 0 ? now + PROBE_MS : now;
}

const KEPT_SHARE = 0.25;
const PROBE_MS = 100;

/** Takes `cost`, which may leave a debt. */
export function takeLearned(quota: LearnedQuota, cost: number, now: number): void {
  refresh(quota, now);
  quota.level -= cost;
  quota.credit -= cost;
  quota.taken += cost;
  quota.pending += cost;
  if (quota.refill !== Refill.EVENLY && quota.endsAt === -Infinity && quota.windowMs > 0 && !quota.tellsEnd) {
    // A guess, until a reading tells.
    quota.endsAt = now + Math.min(quota.windowMs, quota.spanMs);
  }
}

/** Replaces what was reserved by what was used. */
export function settleLearned(quota: LearnedQuota, reserved: number, used: number): void {
  // A debt of more than the whole limit is not believed: it would shut the bucket for as long as it is wrong.
  quota.level = Math.max(-quota.limit, Math.min(capOf(quota), quota.level + reserved - used));
  quota.taken += used - reserved;
  if (!quota.countsCalls) quota.meanUse += quota.meanUse === 0 ? used : (used - quota.meanUse) / 8;
}

/**
 * The instant from which the next window may be used. The end of a span, as late as it may be, came to be known a
 * journey after it was told, and a call that leaves a journey earlier arrives there and then. An instant is one of our
 * own clock, and nothing leaves before it.
 */
export function endOf({ endsFrom, endsAt, journeyMs, tellsSpans }: LearnedQuota): number {
  if (!tellsSpans || endsFrom === -Infinity || journeyMs === Infinity) return endsAt;
  return Math.max(endsFrom + Math.min(EDGE_MS, (endsAt - endsFrom) / 4), endsAt - JOURNEY_SHARE * journeyMs);
}

const EDGE_MS = 10;
/** The shortest journey that was seen need not be the shortest that there is. */
const JOURNEY_SHARE = 0.8;

/** Brings the level up to the present. */
export function refresh(quota: LearnedQuota, now: number): void {
  if (quota.refill === Refill.EVENLY) {
    if (now > quota.updatedAt && quota.updatedAt !== -Infinity) {
      const back = now >= quota.wholeAt && isWholeTold(quota) ? Infinity : quota.perMs;
      quota.level = Math.min(capOf(quota), quota.level + (now - quota.updatedAt) * back);
      quota.credit += (now - quota.updatedAt) * quota.perMs;
    }
    quota.updatedAt = Math.max(quota.updatedAt, now);
    return;
  }
  quota.updatedAt = now;
  if (quota.endsAt === -Infinity || now < endOf(quota)) return;
  quota.endsFrom = -Infinity;
  quota.endsAt = -Infinity;
  if (quota.refill === Refill.AT_ONCE || quota.resetMeans === 'window') {
    const most = capOf(quota);
    // Where it may be a small bucket after all, one call asks how much is there: that costs a journey, once.
    const isDoubtful = quota.seen < quota.limit / 2 || quota.votes > 0;
    quota.level = isDoubtful ? Math.min(Math.max(1, quota.meanUse), most) : most;
    quota.leastRemaining = Infinity;
    quota.rolledAt = now;
    quota.rolledTaken = quota.taken - quota.refused;
    quota.comparedFrom = now;
    quota.comparedLevel = most;
    quota.comparedUse = 0;
  } else quota.level = Math.max(quota.level, certainAtReset(quota));
}

/** Whether all is back when the newest reading says: if nothing was taken since, or next to nothing of a long window. */
function isWholeTold(quota: LearnedQuota): boolean {
  return quota.taken === quota.newestTaken || (isLong(quota) && quota.pending === 0);
}

/** What there is once the reset has come, while it is not decided how the limit comes back. */
function certainAtReset(quota: LearnedQuota): number {
  const { resetMeans, limit, step, taken, newestTaken, newestRemaining, updatedAt, wholeAt } = quota;
  // The first end that is told is that of a window; of a bucket, only the newest reading says when it is full.
  const isFull = resetMeans === 'full' && updatedAt >= wholeAt;
  return Math.min(limit, isFull ? limit : newestRemaining + step) - (taken - newestTaken);
}
