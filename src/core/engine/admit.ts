import type { Rules } from '../backoff/compile.js';
import type { AccountState, KeyState } from './key-state.js';
import { availableAt, type QuotaState, settleQuota, take } from './quota.js';

/** What {@link admit} returns when a call was taken, and when only a slot is missing. */
export const TAKEN = 0;
export const NO_SLOT = -1;

/**
 * Takes a slot and the costs of one attempt, all of them or none.
 * Returns {@link TAKEN}, the instant (> now) at which to look again, {@link NO_SLOT}, or Infinity if it can never fit.
 */
export function admit(rules: Rules, key: KeyState, costs: readonly number[] | null, now: number): number {
  const { account, quotas } = key;
  let at = Math.max(account.cooldownAt, key.cooldownAt, key.overloadAt);
  if (at > now) return at;
  if (!hasAccountSlot(rules, account) || !hasOwnSlot(key)) return NO_SLOT;
  at = now;
  for (let index = 0; index < quotas.length; index++) {
    at = Math.max(at, availableAt(quotas[index] as QuotaState, costOf(costs, index), now));
  }
  if (at > now) return at;
  for (let index = 0; index < quotas.length; index++) take(quotas[index] as QuotaState, costOf(costs, index), now);
  key.inFlight++;
  account.inFlight++;
  return TAKEN;
}

export function hasAccountSlot(rules: Rules, account: AccountState): boolean {
  const { maxInFlight } = rules.policy;
  return maxInFlight === null || account.inFlight < maxInFlight;
}

/** The window grows in fractions; a slot is a whole one. */
export function hasOwnSlot(key: KeyState): boolean {
  return key.inFlight < Math.floor(key.window);
}

/** Whether a cost is above what a quota of the bucket can ever hold. */
export function neverFits(key: KeyState, costs: readonly number[] | null, now: number): boolean {
  return key.quotas.some((quota, index) => availableAt(quota, costOf(costs, index), now) === Infinity);
}

/** The instant (> now) at which a spent quota with a long window is whole again; 0 when none is in the way. */
export function spentUntil(key: KeyState, costs: readonly number[] | null, now: number): number {
  let at = 0;
  for (let index = 0; index < key.quotas.length; index++) {
    const quota = key.quotas[index] as QuotaState;
    if (!quota.paced) at = Math.max(at, availableAt(quota, costOf(costs, index), now));
  }
  return at > now ? at : 0;
}

/**
 * The earliest instant at which a call that joins the queue now can start: after the cooldowns, and once the paced
 * quotas have filled for everything ahead of it. Time spent waiting for slots cannot be known and is left out.
 */
export function predictedStartAt(key: KeyState, costs: readonly number[] | null, now: number): number {
  let at = Math.max(now, key.account.cooldownAt, key.cooldownAt, key.overloadAt);
  for (let index = 0; index < key.quotas.length; index++) {
    const state = key.quotas[index] as QuotaState;
    if (!state.paced) continue;
    availableAt(state, 0, now);
    const missing = (key.queuedCosts[index] as number) + costOf(costs, index) - state.level;
    if (missing > 0) at = Math.max(at, now + missing / state.perMs);
  }
  return at;
}

/** Corrects the quotas once the real use of an attempt is known. Amounts are in the order of the policy's quotas. */
export function settle(key: KeyState, reserved: readonly number[] | null, used: readonly number[], now: number): void {
  for (let index = 0; index < key.quotas.length; index++) {
    settleQuota(key.quotas[index] as QuotaState, costOf(reserved, index), costOf(used, index), now);
  }
}

export function costOf(costs: readonly number[] | null, index: number): number {
  return costs === null ? 1 : (costs[index] ?? 1);
}
