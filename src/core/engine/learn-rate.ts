// What a bucket learns of its rate from what is accepted and what is refused.

import { type AcceptedRate, assumeRate, createAcceptedRate, noteAccepted, noteRefused } from './accepted-rate.js';
import { heldOf } from './admit.js';
import type { CallState } from './call-state.js';
import { fairShare, noteUse } from './fair-share.js';
import type { KeyState } from './key-state.js';
import { growBurst, learnBurst } from './learn-burst.js';
import { capOf, type LearnedQuota, learnedCost } from './learned-quota.js';
import { Outcome } from './outcome.js';

/** Whoever gets less than this part of what the server allows has others beside it. */
const SHARED_BELOW = 0.7;

/**
 * Where the server tells no limits, what it accepts between refusals is its rate. Where it does, that rate is our share
 * of the limit: refusals that the own use does not explain mean that others use the bucket too.
 */
export function learnRate(key: KeyState, call: CallState, outcome: Outcome, now: number): void {
  // What is accepted says as much of the processes beside this one, and their store paces all of them.
  if (key.isShared) return;
  if (outcome === Outcome.REFUSED) {
    giveBack(key, call);
    if (learnBurst(key, call, now)) return;
    key.accepted ??= createAcceptedRate();
    const isOfFirstRound = key.accepted.pacePerMs === 0 || call.sentAt < key.accepted.knownAt;
    noteRefused(key.accepted, call.sendOrder, call.sentAt, now, allowedPerMs(key, call));
    if (!key.accepted.isMeasured && isOfFirstRound) guessRate(key, key.accepted, call, now);
    // The pace takes the place of the window, where it is applied.
    if (key.accepted.pacePerMs > 0 && key.learned.length === 0) key.window = Infinity;
  } else if (outcome === Outcome.OK || outcome === Outcome.REJECTED) {
    growBurst(key);
    noteUse(key, call);
    if (key.accepted === null) return;
    noteAccepted(key.accepted, call.sendOrder, now, unusedShare(key), allowedPerMs(key, call));
  } else return;
  if (key.learned.length > 0) key.share = shareOf(key, call, key.accepted.pacePerMs);
}

/** Where others have used up most of a limit, our part of it is the rate, until one has been measured. */
function guessRate(key: KeyState, rate: AcceptedRate, call: CallState, now: number): void {
  const perMs = allowedPerMs(key, call);
  const fair = perMs < Infinity ? fairShare(key, call, now) : null;
  if (fair !== null && fair.share < SHARED_BELOW) assumeRate(rate, fair.share * perMs, fair.burst, now);
}

/** What was refused was not charged. */
function giveBack({ learned }: KeyState, call: CallState): void {
  for (let index = 0; index < learned.length; index++) {
    const quota = learned[index] as LearnedQuota;
    quota.refused += heldOf(call, index)?.cost ?? 0;
  }
}

/** 1 until others are seen; from then on what is accepted of ours, as a part of what the server allows to all. */
function shareOf(key: KeyState, call: CallState, pacePerMs: number): number {
  if (pacePerMs === 0) return key.share;
  const share = pacePerMs / allowedPerMs(key, call);
  // No part of what has no bound.
  return share > 0 && share < SHARED_BELOW ? share : 1;
}

/** Calls like this one that the limits allow per ms; Infinity where none is told. */
function allowedPerMs(key: KeyState, call: CallState): number {
  let least = Infinity;
  for (const quota of key.learned) {
    const perMs = quota.perMs > 0 ? quota.perMs : quota.windowMs > 0 ? quota.limit / quota.windowMs : Infinity;
    least = Math.min(least, perMs / learnedCost(quota, call.costs));
  }
  return least;
}

/** The part of the scarcest limit that the server says is left; 0 where it says nothing. */
function unusedShare({ learned }: KeyState): number {
  let least = learned.length > 0 ? 1 : 0;
  for (const quota of learned) least = Math.min(least, quota.newestRemaining / capOf(quota));
  return least;
}
