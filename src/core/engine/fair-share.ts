// What part of a limit is ours when others use it too, as far as one refusal tells.

import type { CallState } from './call-state.js';
import type { KeyState } from './key-state.js';
import { type LearnedQuota, learnedCost, Refill } from './learned-quota.js';

/** Our part of the limit that refused a call, 0…1, and the calls that this was at once. */
export interface FairShare {
  readonly share: number;
  readonly burst: number;
}

/** Of fewer calls than this nobody has a part. */
const FEWEST = 4;

/**
 * A limit with nothing left of it, by its own word, of which we took less than there was: others took the rest. Null when
 * no limit was used up. What is still on its way, but for the refused call, counts as ours, so that nobody has others who
 * is alone.
 */
export function fairShare({ learned }: KeyState, call: CallState, now: number): FairShare | null {
  let least: FairShare | null = null;
  for (const quota of learned) {
    const cost = learnedCost(quota, call.costs);
    if (quota.newestRemaining >= cost || !isBorneOut(quota, now)) continue;
    const own = quota.comparedUse + quota.pending - cost;
    const all = thereWas(quota, now);
    if (all < FEWEST * cost) continue;
    const share = Math.max(own, cost) / all;
    if (share <= 1 && (least === null || share < least.share)) least = { share, burst: own / cost };
  }
  return least;
}

/** A call was accepted. */
export function noteUse({ learned }: KeyState, call: CallState): void {
  for (const quota of learned) quota.comparedUse += learnedCost(quota, call.costs);
}

/** What is thought to be the window of an hour may be a bucket of a second, until the reset that is told bears it out. */
function isBorneOut(quota: LearnedQuota, now: number): boolean {
  const { refill, perMs, limit, windowMs, seen, wholeAt, endsAt, comparedFrom } = quota;
  if (refill === Refill.EVENLY) return perMs * (wholeAt - now) * 4 >= Math.min(seen, limit);
  return refill === Refill.AT_ONCE && (endsAt - comparedFrom) * 4 >= windowMs;
}

/** All that there was of a limit since the own use is counted. */
function thereWas({ comparedLevel, perMs, refill, comparedFrom }: LearnedQuota, now: number): number {
  return comparedLevel + (refill === Refill.AT_ONCE ? 0 : perMs * (now - comparedFrom));
}
