// What a response teaches about the limits of its bucket.

import type { DecodedLimit } from '../headers/decoded.js';
import { heldOf } from './admit.js';
import type { CallState } from './call-state.js';
import type { Dimensions } from './dimensions.js';
import type { KeyState } from './key-state.js';
import { capOf, createLearnedQuota, type LearnedQuota, learnedCost, Refill, refresh } from './learned-quota.js';
import { LONGEST_PACED_WINDOW_MS } from './quota.js';
import { vote, weighEvidence, weighNewWindow } from './refill-evidence.js';

/** Limits beyond these are left to the server's own refusals. */
const MOST_LIMITS = 16;

/** A limit with a longer window does not tell how many calls a server can take at once. */
const LONGEST_DECISIVE_MS = 600_000;

/**
 * Applies what a response says about limits. The level of a limit is bounded on both sides: at most what was left, less
 * all that was sent later, plus what has come back since the call was sent; at least what was left, less all that
 * may have arrived since, which is what was in flight when the call was sent and what was sent later. A reading older in send order than the newest applied says nothing of the level any more.
 */
export function readLimits(
  key: KeyState,
  dimensions: Dimensions,
  call: CallState,
  limits: readonly DecodedLimit[],
  now: number,
): void {
  for (const limit of limits) {
    if (!isUsable(limit)) continue;
    const place = dimensions.placeOf(limit.name);
    if (place < 0) continue;
    let index = key.learned.findIndex((known) => known.place === place);
    if (index < 0) {
      // Told only with refusals, and never how far one has got: what is accepted tells more. So it does of a limit
      // whose size nobody knows.
      const left = limit.remaining as number;
      if (left < 1 && (limit.resetMs === null || limit.limit === null)) continue;
      if (key.learned.length >= MOST_LIMITS) continue;
      index = key.learned.push(createLearnedQuota(limit.name, place)) - 1;
    }
    readLimit(key, key.learned[index] as LearnedQuota, index, call, limit, now);
  }
  widenWindow(key);
}

/** From now on what is left decides how many may be in flight; but what is left of an hour says nothing of that. */
export function widenWindow(key: KeyState): void {
  if (key.learned.some(({ windowMs }) => windowMs > 0 && windowMs <= LONGEST_DECISIVE_MS)) key.window = Infinity;
}

/** A limit of nothing is a way to say that the server is busy, and a guess must not shut a bucket for hours. */
function isUsable({ limit, remaining, resetMs, windowMs, confidence }: DecodedLimit): boolean {
  if (remaining === null || (limit ?? 1) < 1) return false;
  return confidence !== 'guess' || Math.max(resetMs ?? 0, windowMs ?? 0) <= LONGEST_PACED_WINDOW_MS;
}

function readLimit(
  key: KeyState,
  quota: LearnedQuota,
  index: number,
  call: CallState,
  told: DecodedLimit,
  now: number,
): void {
  const remaining = told.remaining as number;
  const isNew = quota.newest < 0;
  if (isNew) meet(quota, key, call, told, now);
  quota.journeyMs = Math.min(quota.journeyMs, now - call.sentAt);
  if (quota.refill !== Refill.EVENLY) noteEnd(quota, call, told, now);
  const held = heldOf(call, index);
  // Sent before the limit was known: the others of its time are taken to have cost the same.
  const own = held?.cost ?? learnedCost(quota, call.costs);
  const takenThen = held?.taken ?? quota.taken - (key.sends - 1 - call.sendOrder) * own;
  quota.seen = Math.max(quota.seen, remaining + own);
  if (call.sentAt >= quota.rolledAt) quota.leastRemaining = Math.min(quota.leastRemaining, remaining);
  if (call.sendOrder < quota.newest) return;
  quota.newest = call.sendOrder;
  adoptLimit(quota, told);
  refresh(quota, now);

  const { step } = quota;
  const pendingThen = held?.pending ?? Math.max(0, quota.pending - own - (quota.taken - takenThen));
  const after = quota.taken - takenThen;
  quota.newestTaken = takenThen;
  quota.newestRemaining = remaining;
  if (quota.refill === Refill.EVENLY && told.resetMeans === 'full' && told.resetMs !== null) {
    // It holds at least what is left and what will come back until it is full.
    const comesBackMs = Math.max(0, told.resetMs - told.resolution.resetMs);
    quota.seen = Math.max(quota.seen, remaining + quota.perMs * comesBackMs);
  }
  quota.spanMs = spanOf(quota, told);
  quota.moreAt = now + quota.spanMs;
  quota.wholeAt = told.resetMs === null || told.resetMeans === 'next' ? Infinity : now + told.resetMs;
  if (quota.refill !== Refill.EVENLY) weighNewWindow(quota, call.sentAt, remaining, takenThen - quota.refused, told);
  const before = quota.refill;
  weighEvidence(quota, call.sentAt, now, remaining, takenThen, pendingThen + after, told);
  // What was taken for the time to a full bucket is the end of a window.
  if (before === Refill.EVENLY && quota.refill !== before) noteEnd(quota, call, told, now);
  // Of a window that has been left meanwhile, what is left is of no use.
  if (quota.refill !== Refill.EVENLY && call.sentAt < quota.rolledAt) return;

  const comesBack = quota.refill === Refill.EVENLY ? quota.perMs * (now - call.sentAt) : 0;
  const most = remaining + (step > 1 || comesBack > 0 ? step : 0) - after + comesBack;
  const least = remaining - (step > 1 ? step : 0) - pendingThen - after;
  if (isNew) quota.level = least;
  else {
    // What is left says nothing of how much may go at once, where that is less.
    const raised = quota.burst < quota.limit ? quota.level : Math.max(quota.level, least);
    quota.level = Math.min(capOf(quota), raised, Math.max(least, most));
  }
}

/** How long it takes at most until there is more, as far as a reading tells. */
function spanOf({ countsCalls, spanMs }: LearnedQuota, { resetMs, resetMeans, windowMs }: DecodedLimit): number {
  // The time to one more token is not the time to as many as a call takes.
  const tells = resetMs !== null && resetMs > 0 && (resetMeans !== 'next' || countsCalls);
  return tells ? resetMs : windowMs !== null && windowMs > 0 ? windowMs : spanMs;
}

/** The first reading of a limit: what its dialect knows stands until readings refute it. */
function meet(quota: LearnedQuota, key: KeyState, call: CallState, told: DecodedLimit, now: number): void {
  // What was restored is decided already.
  if (quota.refill === Refill.UNDECIDED && told.algorithm !== 'unknown') {
    quota.refill = told.algorithm === 'bucket' ? Refill.EVENLY : Refill.AT_ONCE;
  }
  const isLong = (told.windowMs ?? told.resetMs ?? 0) > LONGEST_PACED_WINDOW_MS;
  if (isLong && quota.refill === Refill.UNDECIDED) quota.refill = Refill.AT_ONCE;
  adoptLimit(quota, told);
  quota.pending = key.inFlight * learnedCost(quota, call.costs);
  quota.taken = quota.pending;
  quota.updatedAt = now;
  quota.comparedFrom = call.sentAt;
  quota.comparedLevel = (told.remaining as number) + learnedCost(quota, call.costs);
  if (key.isShared || !quota.countsCalls || !isDoubtfulBurst(quota)) return;
  quota.proven = quota.pending;
}

/** A bucket that holds more than comes back in a second may well let through less at once than it says. */
function isDoubtfulBurst({ refill, limit, perMs }: LearnedQuota): boolean {
  return refill === Refill.EVENLY && perMs > 0 && limit > perMs * DOUBTFUL_MS;
}

const DOUBTFUL_MS = 1000;

function adoptLimit(quota: LearnedQuota, told: DecodedLimit): void {
  const { limit, remaining, resetMs, windowMs, resolution } = told;
  const size = Math.max(limit ?? quota.limit, remaining ?? 0);
  if (size !== quota.limit) {
    quota.limit = size;
    quota.topRemaining = -1;
    quota.lowPerMs = 0;
    quota.highPerMs = Infinity;
    quota.isInferred = false;
  }
  quota.isStated = limit !== null;
  quota.step = resolution.amount;
  quota.resetMeans = told.resetMeans;
  // A rate that readings have shown is better than what a dialect says.
  if (quota.isInferred) return;
  if (windowMs !== null) {
    quota.windowMs = windowMs;
    quota.perMs = quota.limit / windowMs;
  } else if (resetMs !== null && resetMs > 0) inferRate(quota, told, resetMs);
}

/** Where no window is told, the resets give a rate that is nearly right, or too low. */
function inferRate(quota: LearnedQuota, { resetMeans }: DecodedLimit, resetMs: number): void {
  const span = Math.max(quota.windowMs, resetMs);
  if (resetMeans !== 'next') {
    if (quota.lowPerMs > 0) quota.perMs = quota.lowPerMs;
    quota.windowMs = quota.refill !== Refill.AT_ONCE && quota.perMs > 0 ? quota.limit / quota.perMs : span;
    return;
  }
  // The time to one more request is at most the time that one takes to come back.
  const isUnit = resetMeans === 'next' && quota.refill === Refill.EVENLY;
  quota.windowMs = span;
  quota.perMs = (isUnit ? quota.step : quota.limit) / span;
}

/** When the window ends: where the readings of one window agree. A disagreement is another window. */
function noteEnd(quota: LearnedQuota, call: CallState, told: DecodedLimit, now: number): void {
  const { resetMs } = told;
  if (resetMs === null || call.sentAt < quota.rolledAt) return;
  // Nothing is used, so that no window has begun.
  if (resetMs === 0 && (told.remaining as number) > 0) return;
  quota.tellsEnd = true;
  const from = call.sentAt + resetMs - told.resolution.resetMs;
  const at = now + resetMs;
  // A window does not end later before it has ended.
  if (from > quota.endsAt && now < quota.endsFrom) vote(quota, Refill.EVENLY);
  if (from > quota.endsAt || at < quota.endsFrom || quota.endsFrom === -Infinity) {
    quota.endsFrom = from;
    quota.endsAt = at;
    quota.toldEndAt = at;
    return;
  }
  if (!isSameInstant(at - quota.toldEndAt, told.resolution.resetMs)) quota.tellsSpans = true;
  quota.toldEndAt = at;
  quota.endsFrom = Math.max(quota.endsFrom, from);
  quota.endsAt = Math.min(quota.endsAt, at);
}

/** An instant that is told again is the same to the ms, or in steps of seconds another one by whole steps. */
function isSameInstant(movedMs: number, stepMs: number): boolean {
  const apartMs = Math.abs(movedMs - Math.round(movedMs / stepMs) * stepMs);
  return (stepMs > 1 ? apartMs : Math.abs(movedMs)) <= ROUNDING_MS;
}

/** The wall clock is read in whole ms, a moment before the other one. */
const ROUNDING_MS = 2;
