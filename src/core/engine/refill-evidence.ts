// Does a limit come back evenly or at once, and how fast? Two readings tell: how much more is left than the own use
// between them explains.

import type { DecodedLimit } from '../headers/decoded.js';
import { type LearnedQuota, Refill } from './learned-quota.js';

/** A pair of readings says something once this many steps should have come back between them. */
const TELLING_STEPS = 5;
/** Nothing is inferred from fewer steps than these: of the amount, and of the time. */
const PRECISE_STEPS = 10;
const LONGEST_MS = 86_400_000;
const VOTES_TO_REFUTE = 2;
/** Requests overtake each other: a reading may be off by what is on its way. */
const DISORDER_MS = 50;

/** Compares a reading with an earlier one. `taken`: all that had been taken when the call of the reading was sent. */
export function weighEvidence(
  quota: LearnedQuota,
  sentAt: number,
  now: number,
  remaining: number,
  taken: number,
  told: DecodedLimit,
): void {
  if (quota.refill === Refill.EVENLY && told.resetMeans === 'full' && told.resetMs !== null) {
    inferFromReset(quota, remaining, told.resetMs, told.resolution.resetMs);
  }
  const { step, limit } = quota;
  const isWhole = remaining >= limit - step;
  if (quota.refill === Refill.UNDECIDED && told.resetMs !== null) {
    compareResets(quota, now, remaining, told.resetMs, told.resolution.resetMs, told.windowMs !== null);
  }
  const leastMs = sentAt - quota.refAt;
  if (quota.refAt === -Infinity || isWhole || quota.rolledAt > quota.refSentAt) {
    setReference(quota, sentAt, now, remaining, taken, told.resetMs);
    return;
  }
  if (leastMs <= 0) return;
  const gained = remaining - quota.refRemaining + (taken - quota.refTaken);
  // The time to one more request is no measure of the rate while it is not known to be a bucket's.
  const isUnknown = quota.refill !== Refill.EVENLY && told.resetMeans === 'next' && told.windowMs === null;
  const rate = isUnknown ? 0 : quota.perMs;
  const expected = rate * leastMs;
  const unsure = step + rate * DISORDER_MS;
  if (quota.refill !== Refill.EVENLY) {
    if (isUnknown || expected < TELLING_STEPS * step + unsure) return;
    vote(
      quota,
      gained >= expected / 2 ? Refill.EVENLY : Refill.AT_ONCE,
      gained > expected / 4 && gained < expected / 2,
    );
    setReference(quota, sentAt, now, remaining, taken, told.resetMs);
    return;
  }
  if (expected >= TELLING_STEPS * step + unsure && gained <= expected / 4) {
    vote(quota, Refill.AT_ONCE, false);
    setReference(quota, sentAt, now, remaining, taken, told.resetMs);
    return;
  }
  if (gained < PRECISE_STEPS * (step + unsure)) return;
  quota.votes = 0;
  narrow(quota, (gained - unsure) / (now - quota.refSentAt), (gained + unsure) / leastMs);
  setReference(quota, sentAt, now, remaining, taken, told.resetMs);
}

/**
 * The reset of a window comes nearer as time goes; the time to a full bucket grows with what is taken; the time to one
 * more request of a bucket is never longer than one takes to come back.
 */
function compareResets(
  quota: LearnedQuota,
  now: number,
  remaining: number,
  resetMs: number,
  stepMs: number,
  tellsWindow: boolean,
): void {
  const { limit, resetMeans, refResetMs, refRemaining, refAt, windowMs } = quota;
  if (resetMeans === 'full' && refResetMs >= 4 * stepMs && limit > refRemaining) {
    const ifEvenly = (refResetMs * (limit - remaining)) / (limit - refRemaining);
    const ifAtOnce = refResetMs - (now - refAt);
    if (Math.abs(ifEvenly - ifAtOnce) < 4 * stepMs + Math.min(2 * DISORDER_MS, refResetMs / 2)) return;
    vote(quota, Math.abs(resetMs - ifEvenly) < Math.abs(resetMs - ifAtOnce) ? Refill.EVENLY : Refill.AT_ONCE, false);
  } else if (resetMeans === 'next' && !tellsWindow && refResetMs >= 0) {
    const moved = now + resetMs - (refAt + refResetMs);
    const isLater = now - refAt > 2 * (stepMs + 2 * DISORDER_MS);
    if (moved > stepMs + 3 * DISORDER_MS) vote(quota, Refill.EVENLY, false);
    else if (isLater && Math.abs(moved) <= stepMs + 2 * DISORDER_MS) vote(quota, Refill.AT_ONCE, false);
  } else if (resetMeans === 'next' && tellsWindow && limit >= 4 * quota.step) {
    const unitMs = (windowMs * quota.step) / limit;
    if (stepMs > unitMs) return;
    if (resetMs > 2 * unitMs) vote(quota, Refill.AT_ONCE, false);
    else if (refResetMs >= 0 && refResetMs <= 1.5 * unitMs && now - refAt > 3 * unitMs)
      vote(quota, Refill.EVENLY, false);
  }
}

/**
 * A reset to the full allowance: the use divided by it is the rate. Where either is told in steps too coarse to infer a
 * rate from, the bounds may still refute the one that is assumed.
 */
function inferFromReset(quota: LearnedQuota, remaining: number, resetMs: number, stepMs: number): void {
  const used = quota.limit - remaining;
  const isPrecise = used >= PRECISE_STEPS * quota.step && resetMs >= PRECISE_STEPS * stepMs;
  const roundedMs = isPrecise ? 0 : stepMs;
  const low = (used - quota.step) / (resetMs + roundedMs);
  const high = resetMs > stepMs ? (used + (isPrecise ? 0 : quota.step)) / (resetMs - stepMs) : Infinity;
  if (low <= 0) return;
  if (isPrecise || low > quota.perMs || high < quota.perMs) narrow(quota, low, high);
}

/** A rate is an interval, intersected over time. What the dialect says stands until two readings in a row refute it. */
function narrow(quota: LearnedQuota, low: number, high: number): void {
  // Whoever takes more than a day to come back is not paced.
  if (low * LONGEST_MS < quota.limit) return;
  const isApart = low > quota.highPerMs || high < quota.lowPerMs;
  quota.lowPerMs = isApart ? low : Math.max(quota.lowPerMs, low);
  quota.highPerMs = isApart ? high : Math.min(quota.highPerMs, high);
  const isWithin = quota.perMs >= quota.lowPerMs && quota.perMs <= quota.highPerMs;
  quota.refuted = isWithin ? 0 : quota.refuted + 1;
  if (quota.refuted >= VOTES_TO_REFUTE) quota.isInferred = true;
  if (!quota.isInferred) return;
  // The least that it can be: what comes back faster shows in what is left.
  quota.perMs = quota.lowPerMs;
  quota.windowMs = quota.limit / quota.perMs;
}

function vote(quota: LearnedQuota, refill: Refill, isUnclear: boolean): void {
  if (isUnclear) return;
  quota.votes = Math.sign(quota.votes) === refill ? quota.votes + refill : refill;
  // A pair of readings decides what nobody has said; what was said stands until a second pair agrees.
  const isEnough = quota.refill === Refill.UNDECIDED || Math.abs(quota.votes) >= VOTES_TO_REFUTE;
  if (!isEnough || quota.refill === refill) return;
  quota.refill = refill;
  quota.votes = 0;
}

function setReference(
  quota: LearnedQuota,
  sentAt: number,
  now: number,
  remaining: number,
  taken: number,
  resetMs: number | null,
): void {
  quota.refSentAt = sentAt;
  quota.refAt = now;
  quota.refRemaining = remaining;
  quota.refTaken = taken;
  quota.refResetMs = resetMs ?? -1;
}
