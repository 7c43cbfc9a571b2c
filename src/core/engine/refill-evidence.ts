// Does a limit come back evenly or at once, and how fast? Two readings tell: how much more is left than the own use
// between them explains, and how much later the allowance is whole.

import type { DecodedLimit } from '../headers/decoded.js';
import { capOf, isLong, type LearnedQuota, Refill } from './learned-quota.js';
import { LONGEST_PACED_WINDOW_MS } from './quota.js';

/** A pair of readings says something once this many steps should have come back between them. */
const TELLING_STEPS = 5;
/** Nothing is inferred from fewer steps than these: of the amount, and of the time. */
const PRECISE_STEPS = 10;
const VOTES_TO_REFUTE = 2;
/** Requests overtake each other: a reading may be off by what is on its way. */
const DISORDER_MS = 50;

/**
 * Compares a reading with earlier ones. `taken`: all that had been taken when the call of the reading was sent, refused
 * or not. `onItsWay`: what may have overtaken it, or been overtaken by it.
 */
export function weighEvidence(
  quota: LearnedQuota,
  sentAt: number,
  now: number,
  remaining: number,
  taken: number,
  onItsWay: number,
  told: DecodedLimit,
): void {
  const { resetMs, resetMeans, resolution } = told;
  if (resetMs !== null && resetMeans !== 'next') weighReset(quota, remaining, resetMs, resolution.resetMs);
  if (resetMs !== null) compareResets(quota, now, remaining, told, resetMs);
  weighGain(quota, sentAt, now, remaining, taken, onItsWay, told);
}

/** How much more is left than the own use since the last reading explains. */
function weighGain(
  quota: LearnedQuota,
  sentAt: number,
  now: number,
  remaining: number,
  taken: number,
  onItsWay: number,
  told: DecodedLimit,
): void {
  const { step } = quota;
  const isWhole = remaining >= capOf(quota) - step;
  const asked = taken - quota.refTaken;
  // What was refused was not charged.
  const used = asked - (quota.refused - quota.refRefused);
  // Of another window, or perhaps of another: a new one would have left that much, and a bucket that is full no more.
  const isOther = quota.refill !== Refill.EVENLY && remaining + used >= quota.limit - step;
  if (quota.refAt === -Infinity || isWhole || isOther || quota.rolledAt > quota.refSentAt) {
    setReference(quota, sentAt, now, remaining, taken, onItsWay, told.resetMs);
    return;
  }
  const leastMs = sentAt - quota.refAt;
  if (leastMs <= 0) return;
  const gained = remaining - quota.refRemaining + used;
  // The time to one more request is no measure of the rate while it is not known to be a bucket's.
  const isUnknown = quota.refill !== Refill.EVENLY && told.resetMeans === 'next' && told.windowMs === null;
  if (isUnknown) return;
  const expected = quota.perMs * leastMs;
  const unsure = step + quota.perMs * DISORDER_MS;
  const telling = TELLING_STEPS * step + unsure;
  if (quota.refill !== Refill.EVENLY) {
    // Nothing comes back in the course of a window, however slow a bucket it was thought to be.
    if (quota.refill === Refill.AT_ONCE && gained >= TELLING_STEPS * step + onItsWay + quota.refOnItsWay) {
      vote(quota, Refill.EVENLY);
      return;
    }
    if (expected >= telling && gained >= expected / 2) {
      vote(quota, Refill.EVENLY);
      setReference(quota, sentAt, now, remaining, taken, onItsWay, told.resetMs);
      return;
    }
  }
  // Of a bucket that was full in between, no more comes back than was taken.
  const should = Math.min(expected, Math.max(asked, quota.refill === Refill.EVENLY ? 0 : expected));
  if (should >= telling && gained <= should / 4) {
    vote(quota, Refill.AT_ONCE);
    setReference(quota, sentAt, now, remaining, taken, onItsWay, told.resetMs);
    return;
  }
  if (quota.refill !== Refill.EVENLY) {
    const isUnsure = quota.refOnItsWay >= TELLING_STEPS * step && onItsWay < quota.refOnItsWay / 2;
    if (expected >= telling || isUnsure) setReference(quota, sentAt, now, remaining, taken, onItsWay, told.resetMs);
    return;
  }
  if (gained < PRECISE_STEPS * (step + unsure)) return;
  quota.votes = 0;
  narrow(quota, (gained - unsure) / (now - quota.refSentAt), (gained + unsure) / leastMs);
  setReference(quota, sentAt, now, remaining, taken, onItsWay, told.resetMs);
}

/**
 * The reset of a window comes nearer as time goes; the time to a full bucket grows with what is taken; the time to one
 * more request of a bucket is never longer than one takes to come back.
 */
function compareResets(quota: LearnedQuota, now: number, remaining: number, told: DecodedLimit, resetMs: number): void {
  if (quota.refill !== Refill.UNDECIDED) return;
  const { limit, refResetMs, refRemaining, refAt, windowMs } = quota;
  const { resetMeans } = told;
  const stepMs = told.resolution.resetMs;
  const tellsWindow = told.windowMs !== null;
  const moved = now + resetMs - (refAt + refResetMs);
  if (resetMeans === 'full' && refResetMs >= 4 * stepMs && limit > refRemaining) {
    const ifEvenly = (refResetMs * (limit - remaining)) / (limit - refRemaining);
    const ifAtOnce = refResetMs - (now - refAt);
    if (Math.abs(ifEvenly - ifAtOnce) < 4 * stepMs + Math.min(2 * DISORDER_MS, refResetMs / 2)) return;
    vote(quota, Math.abs(resetMs - ifEvenly) < Math.abs(resetMs - ifAtOnce) ? Refill.EVENLY : Refill.AT_ONCE);
  } else if (resetMeans === 'next' && !tellsWindow && refResetMs >= 0) {
    const isLater = now - refAt > 2 * (stepMs + 2 * DISORDER_MS);
    if (moved > stepMs + 3 * DISORDER_MS) vote(quota, Refill.EVENLY);
    else if (isLater && Math.abs(moved) <= stepMs + 2 * DISORDER_MS) vote(quota, Refill.AT_ONCE);
  } else if (resetMeans === 'next' && tellsWindow && limit >= 4 * quota.step) {
    const unitMs = (windowMs * quota.step) / limit;
    if (stepMs > unitMs) return;
    if (resetMs > 2 * unitMs) vote(quota, Refill.AT_ONCE);
    else if (refResetMs >= 0 && refResetMs <= 1.5 * unitMs && now - refAt > 3 * unitMs) vote(quota, Refill.EVENLY);
  }
}

/**
 * On a bucket, what is left and the time until it is full lie on a line whose slope is the rate, however much it holds.
 * So two readings bound the rate, and a short reset beside little that is left means a small bucket, not a fast one.
 */
function weighReset(quota: LearnedQuota, remaining: number, resetMs: number, stepMs: number): void {
  const { limit, step, topRemaining, topResetMs } = quota;
  if (remaining > topRemaining) {
    quota.topRemaining = remaining;
    quota.topResetMs = resetMs;
    return;
  }
  const longer = resetMs - topResetMs;
  const fewer = topRemaining - remaining;
  // Of a bucket, less takes longer.
  if (fewer > step && longer < -stepMs && quota.refill === Refill.EVENLY) vote(quota, Refill.AT_ONCE);
  // At least that much comes back until it is full; a difference of resets in coarse steps may be of any size.
  const low =
    Math.max(0, fewer - step) / (longer >= PRECISE_STEPS * stepMs ? longer + stepMs : Math.max(resetMs, stepMs, 1));
  const high = Math.min(
    longer > stepMs ? (fewer + step) / (longer - stepMs) : Infinity,
    resetMs > stepMs && remaining < limit ? (limit - remaining) / (resetMs - stepMs) : Infinity,
  );
  if (quota.refill === Refill.EVENLY) {
    if (low > 0 || high < Infinity) narrow(quota, low, high);
  } else quota.lowPerMs = Math.max(quota.lowPerMs, low);
}

/**
 * What is there at the beginning of a new window: if that is far from the limit again, and never was near it, then it is
 * a bucket that holds less than it gives in its window.
 */
export function weighNewWindow(
  quota: LearnedQuota,
  sentAt: number,
  remaining: number,
  taken: number,
  told: DecodedLimit,
): void {
  if (quota.rolledTaken < 0 || sentAt < quota.rolledAt || told.resetMeans === 'next') return;
  const there = remaining + taken - quota.rolledTaken;
  quota.rolledTaken = -1;
  // The reading before and this one are two.
  if (Math.max(there, quota.seen) < quota.limit / 2) vote(quota, Refill.EVENLY, VOTES_TO_REFUTE);
}

/** A rate is an interval, intersected over time. What the dialect says stands until two readings in a row refute it. */
function narrow(quota: LearnedQuota, low: number, high: number): void {
  const isApart = low > quota.highPerMs || high < quota.lowPerMs;
  quota.lowPerMs = isApart ? low : Math.max(quota.lowPerMs, low);
  quota.highPerMs = isApart ? high : Math.min(quota.highPerMs, high);
  const isWithin = quota.perMs >= quota.lowPerMs && quota.perMs <= quota.highPerMs;
  quota.refuted = isWithin ? 0 : quota.refuted + 1;
  if (quota.refuted >= VOTES_TO_REFUTE || quota.perMs === 0) quota.isInferred = true;
  if (!quota.isInferred) return;
  // The least that it can be: what comes back faster shows in what is left.
  if (quota.lowPerMs > 0) quota.perMs = quota.lowPerMs;
  else if (quota.highPerMs < Infinity) quota.perMs = quota.highPerMs;
  if (quota.perMs > 0) quota.windowMs = quota.limit / quota.perMs;
}

export function vote(quota: LearnedQuota, refill: Refill, weight = 1): void {
  // What comes back within an hour by no reading is spent, and not paced.
  if (refill === Refill.EVENLY && isLong(quota) && quota.lowPerMs * LONGEST_PACED_WINDOW_MS < capOf(quota)) return;
  quota.votes = (Math.sign(quota.votes) === refill ? quota.votes : 0) + refill * weight;
  // A pair of readings decides what nobody has said; what was said stands until a second pair agrees.
  const isEnough = quota.refill === Refill.UNDECIDED || Math.abs(quota.votes) >= VOTES_TO_REFUTE;
  if (!isEnough || quota.refill === refill) return;
  quota.refill = refill;
  quota.votes = 0;
  if (refill === Refill.EVENLY) return;
  // A rate that was read off the resets of a bucket is none.
  quota.isInferred = false;
  quota.lowPerMs = 0;
  quota.highPerMs = Infinity;
}

function setReference(
  quota: LearnedQuota,
  sentAt: number,
  now: number,
  remaining: number,
  taken: number,
  onItsWay: number,
  resetMs: number | null,
): void {
  quota.refSentAt = sentAt;
  quota.refAt = now;
  quota.refRemaining = remaining;
  quota.refTaken = taken;
  quota.refRefused = quota.refused;
  quota.refOnItsWay = onItsWay;
  quota.refResetMs = resetMs ?? -1;
}
