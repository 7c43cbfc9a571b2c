// Limits that a process has learned from what the server tells, as quotas that a fleet can share.

import { Phase } from '../engine/call-state.js';
import { costOf } from '../engine/cost-of.js';
import type { KeyState } from '../engine/key-state.js';
import { capOf, isLong, type LearnedQuota, Refill, refresh } from '../engine/learned-quota.js';
import type { Quota } from '../policy/policy.js';

/** A rate that was inferred is shared once its bounds are no further apart: whoever hears of it does not infer it again. */
const CLOSE = 1.1;
/** Readings that allow no less than so much of a rate that is supposed do not bear it out. */
const BEARABLE = 1.5;

/**
 * What is known well enough to go by: how much, in which time, and that each call counts as one. `supposed`: the names of
 * those whose window the server has not told itself. What a dialect supposes may be wrong by a factor of sixty, and nobody
 * would find out any more once all go by it: so some readings have to bear it out.
 */
export function shareableLimits(key: KeyState, supposed: ReadonlySet<string>): Quota[] {
  const limits: Quota[] = [];
  for (const quota of key.learned) {
    const windowMs = windowOf(quota, supposed.has(quota.name));
    if (windowMs <= 0 || !quota.isStated || !quota.countsCalls || isLong(quota) || quota.limit < 1) continue;
    // Nobody has doubted that all of it can be had at once, or what was seen is what there is.
    const isDoubted = quota.burst < Infinity || quota.proven < Infinity;
    const burst = isDoubted ? Math.max(1, capOf(quota)) : quota.limit;
    limits.push({ name: quota.name, amount: quota.limit, windowMs, burst });
  }
  return limits;
}

/** What a process thinks is left of a limit; null where it has not heard of it. */
export function learnedLevel(key: KeyState, name: string, now: number): number | null {
  const quota = key.learned.find((known) => known.name === name);
  if (quota === undefined) return null;
  refresh(quota, now);
  return Math.max(0, quota.level);
}

/** From here on these limits are kept by leases, and what was learned of them by oneself counts no more. */
export function handOver(key: KeyState, names: ReadonlySet<string>): void {
  const { learned } = key;
  const kept = learned.filter(({ name }) => !names.has(name));
  if (kept.length < learned.length) {
    learned.splice(0, learned.length, ...kept);
    for (const quota of kept) {
      // What is in flight noted what it took by the places that there were: its readings are passed over.
      quota.newest = key.sends;
      quota.newestTaken = quota.taken;
      quota.pending = 0;
    }
  }
  key.accepted = null;
  key.share = 1;
  key.window = Infinity;
  key.isShared = true;
  key.quotasFrom = 'server';
}

/** The costs of all that waits, by quota. */
export function queuedCostsOf(key: KeyState, quotas: number): Float64Array {
  const sums = new Float64Array(quotas);
  for (let place = 0; place < key.queue.size; place++) {
    const call = key.queue.at(place);
    if (call?.phase !== Phase.QUEUED) continue;
    for (let index = 0; index < quotas; index++) sums[index] = (sums[index] as number) + costOf(call.costs, index);
  }
  return sums;
}

/** The time in which all of it comes back; 0 while that is not known. */
function windowOf(quota: LearnedQuota, isSupposed: boolean): number {
  const { refill, perMs, isInferred, lowPerMs, highPerMs, windowMs, limit } = quota;
  if (refill !== Refill.EVENLY || perMs <= 0) return windowMs;
  const isBorneOut = lowPerMs > 0 && lowPerMs <= BEARABLE * perMs;
  const isKnown = isInferred ? highPerMs <= CLOSE * lowPerMs : !isSupposed || isBorneOut;
  return isKnown ? limit / perMs : 0;
}
