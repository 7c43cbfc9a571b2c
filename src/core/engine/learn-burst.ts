// How much a limit lets through at once, which is not what it says that it holds: 60 per minute may mean 1 per second.

import type { CallState } from './call-state.js';
import type { KeyState } from './key-state.js';
import { capOf, type LearnedQuota, learnedCost, Refill, refresh } from './learned-quota.js';

/** By which the burst grows with every call that is served: it doubles in about seven hundred. */
const GROWTH = 1.001;

/**
 * A refusal although enough was left of every limit, by its own word, came too early: the burst is half of what it was
 * thought to be, and nothing of it is left. Only what came with the refusal itself is evidence, and those sent before
 * the last lesson was known teach nothing new. False when the refusal has another reason.
 */
export function learnBurst(key: KeyState, call: CallState, now: number): boolean {
  const quotas = key.learned.filter(({ refill }) => refill === Refill.EVENLY);
  const isLeft = (quota: LearnedQuota) =>
    quota.newest === call.sendOrder && quota.newestRemaining >= learnedCost(quota, call.costs);
  if (quotas.length === 0 || !key.learned.every(isLeft)) return false;
  if (call.sentAt < key.burstKnownAt) return true;
  key.burstKnownAt = now;
  // Which of several it was nobody says; the one on calls is the likeliest.
  const onCalls = quotas.filter(({ countsCalls }) => countsCalls);
  for (const quota of onCalls.length > 0 ? onCalls : quotas) {
    refresh(quota, now);
    quota.burst = Math.max(
      Math.min(quota.limit, learnedCost(quota, call.costs)),
      Math.min(capOf(quota), quota.proven) / 2,
    );
    quota.level = Math.min(0, quota.level);
    quota.proven = Infinity;
  }
  return true;
}

/** A call was served: a little more may go at once the next time, or twice as much while that is to be proven. */
export function growBurst({ learned }: KeyState): void {
  for (const quota of learned) {
    if (quota.burst < Infinity) quota.burst *= GROWTH;
    if (quota.proven === Infinity) continue;
    quota.credit += 2;
    quota.proven += 1;
    if (quota.proven >= quota.limit || quota.refill !== Refill.EVENLY) quota.proven = Infinity;
  }
}
