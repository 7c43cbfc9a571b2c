import type { Rules } from '../backoff/compile.js';
import { pacedAt, takePaced } from './accepted-rate.js';
import type { CallState } from './call-state.js';
import { costOf } from './cost-of.js';
import type { AccountState, KeyState } from './key-state.js';
import {
  capOf,
  endOf,
  isLong,
  type LearnedQuota,
  learnedAt,
  learnedCost,
  Refill,
  refresh,
  settleLearned,
  takeLearned,
} from './learned-quota.js';
import {
  availableAt,
  LONGEST_PACED_WINDOW_MS,
  mostPaced,
  type QuotaState,
  settleQuota,
  spentAt,
  take,
} from './quota.js';

/** What {@link admit} returns when a call was taken, and when only a slot is missing. */
export const TAKEN = 0;
export const NO_SLOT = -1;

type Costs = readonly number[] | null;

/**
 * Takes a slot and the costs of one attempt, all of them or none. What it takes of learned limits is noted by
 * {@link holdLearned}.
 * Returns {@link TAKEN}, the instant (> now) at which to look again, {@link NO_SLOT}, or Infinity if it can never fit.
 */
export function admit(rules: Rules, key: KeyState, costs: Costs, now: number): number {
  const { account, quotas } = key;
  const shutUntil = Math.max(account.cooldownAt, key.cooldownAt, key.overloadAt);
  if (shutUntil > now) return shutUntil;
  if (!hasAccountSlot(rules, account) || !hasOwnSlot(key)) return NO_SLOT;
  const at = quotasAt(key, costs, now, null);
  if (at > now) return at;
  for (let index = 0; index < quotas.length; index++) take(quotas[index] as QuotaState, costOf(costs, index), now);
  key.inFlight++;
  account.inFlight++;
  return TAKEN;
}

/** When all quotas allow `costs`, once a call that costs `ahead` has gone: an instant ≤ now if at once. */
export function quotasAt(key: KeyState, costs: Costs, now: number, ahead: { readonly costs: Costs } | null): number {
  const { quotas, learned, accepted, share } = key;
  let at = now;
  for (let index = 0; index < quotas.length; index++) {
    const first = ahead === null ? 0 : costOf(ahead.costs, index);
    at = Math.max(at, availableAt(quotas[index] as QuotaState, costOf(costs, index), now, first));
  }
  for (let index = 0; index < learned.length; index++) {
    const quota = learned[index] as LearnedQuota;
    const first = ahead === null ? 0 : learnedCost(quota, ahead.costs);
    at = Math.max(at, learnedAt(quota, learnedCost(quota, costs), now, first));
  }
  if (accepted !== null && (learned.length === 0 || share < 1))
    at = Math.max(at, pacedAt(accepted, now, ahead === null ? 0 : 1));
  return at;
}

/** What an attempt holds of a learned limit. */
export interface Held {
  readonly cost: number;
  /** All that had been taken of the limit, this included, when the attempt was sent; and what others had in flight then. */
  readonly taken: number;
  readonly pending: number;
}

const HELD_FIGURES = 3;

/** What the last attempt of a call took of the learned limit at this index; null where that was not known yet. */
export function heldOf({ held }: CallState, index: number): Held | null {
  if (held === null || held.length <= HELD_FIGURES * index) return null;
  const [cost, taken, pending] = held.slice(HELD_FIGURES * index) as [number, number, number];
  return { cost, taken, pending };
}

/** Notes what an attempt that was admitted takes of the limits that were learned. */
export function holdLearned(key: KeyState, call: CallState, now: number): void {
  const { learned, accepted } = key;
  if (accepted !== null) takePaced(accepted, now, key.queued === 0);
  call.held = null;
  if (learned.length === 0) return;
  call.held = [];
  for (const quota of learned) {
    const cost = learnedCost(quota, call.costs);
    const { pending } = quota;
    takeLearned(quota, cost, now);
    call.held.push(cost, quota.taken, pending);
  }
}

/** An attempt is no longer in flight. */
export function releaseLearned(key: KeyState, call: CallState, now: number): void {
  const { learned } = key;
  for (let index = 0; index < learned.length; index++) {
    const quota = learned[index] as LearnedQuota;
    const held = heldOf(call, index)?.cost ?? learnedCost(quota, call.costs);
    quota.pending = key.inFlight === 0 ? 0 : Math.max(0, quota.pending - held);
    if (quota.pending === 0) countExactly(quota, now);
  }
}

/** With nothing on its way, at least that is there which the answer that said the least has left. */
function countExactly(quota: LearnedQuota, now: number): void {
  const { leastRemaining, step } = quota;
  quota.leastRemaining = Infinity;
  // What is left says nothing of how much may go at once, where that is less.
  if (leastRemaining === Infinity || (quota.refill === Refill.EVENLY && quota.burst < quota.limit)) return;
  refresh(quota, now);
  quota.level = Math.max(quota.level, Math.min(leastRemaining - (step > 1 ? step : 0), capOf(quota)));
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
export function neverFits(key: KeyState, costs: Costs, now: number): boolean {
  const { quotas, learned } = key;
  for (let index = 0; index < quotas.length; index++) {
    if (availableAt(quotas[index] as QuotaState, costOf(costs, index), now) === Infinity) return true;
  }
  for (const quota of learned) if (quota.isStated && learnedCost(quota, costs) > quota.limit) return true;
  return false;
}

/**
 * The instant (> now) at which a spent quota with a long window is whole again; 0 when none is in the way. A limit that
 * the server told is also in the way when its window ends later than the policy waits.
 */
export function spentUntil(rules: Rules, key: KeyState, costs: Costs, now: number): number {
  let at = 0;
  for (let index = 0; index < key.quotas.length; index++) {
    const quota = key.quotas[index] as QuotaState;
    at = Math.max(at, spentAt(quota, costOf(costs, index), now));
  }
  const { maxMs, beyondMax } = rules.policy.retryAfter;
  for (const quota of key.learned) {
    const backAt = backOf(quota, learnedCost(quota, costs), now);
    // The instant that was told counts, however long the window is thought to be.
    if (backAt - now > (beyondMax === 'fail' ? maxMs : LONGEST_PACED_WINDOW_MS)) at = Math.max(at, backAt);
  }
  return at > now ? at : 0;
}

/** When a limit with a long window that is spent allows this much again; −Infinity while it may allow it before. */
function backOf(quota: LearnedQuota, cost: number, now: number): number {
  if (quota.refill !== Refill.EVENLY) return quota.endsAt > now && cost > quota.level ? endOf(quota) : -Infinity;
  return isLong(quota) && quota.pending === 0 ? learnedAt(quota, cost, now) : -Infinity;
}

/**
 * The earliest instant at which a call that joins the queue now can start: after the cooldowns, and once the paced
 * quotas have filled for everything ahead of it. Time spent waiting for slots cannot be known and is left out.
 * `aheadShare`: the part of the queue that goes before it.
 */
export function predictedStartAt(key: KeyState, costs: Costs, now: number, aheadShare = 1): number {
  let at = Math.max(now, key.account.cooldownAt, key.cooldownAt, key.overloadAt);
  for (let index = 0; index < key.quotas.length; index++) {
    const state = key.quotas[index] as QuotaState;
    if (!state.paced) continue;
    const missing = (key.queuedCosts[index] as number) * aheadShare + costOf(costs, index) - mostPaced(state, now);
    if (missing > 0) at = Math.max(at, now + missing / state.perMs);
  }
  for (const quota of key.learned) {
    const cost = learnedCost(quota, costs);
    // What the others cost is not kept for each limit; that they cost about the same is near enough to refuse by.
    const ahead = key.queued * aheadShare * cost;
    at = Math.max(
      at,
      quota.refill === Refill.EVENLY ? learnedAt(quota, cost, now, ahead) : windowAt(quota, ahead + cost, now),
    );
  }
  return at;
}

/** When a limit that comes back at once has given this much. */
function windowAt(quota: LearnedQuota, cost: number, now: number): number {
  if (cost <= quota.level || !(quota.endsAt > now)) return now;
  return endOf(quota) + (Math.ceil((cost - quota.level) / quota.limit) - 1) * quota.windowMs;
}

/** Corrects the quotas once the real use of an attempt is known. `used` by place; what is not stated stays as reserved. */
export function settle(key: KeyState, call: CallState, used: readonly number[], now: number): void {
  for (let index = 0; index < key.quotas.length; index++) {
    const reserved = costOf(call.costs, index);
    settleQuota(key.quotas[index] as QuotaState, reserved, costOf(used, index, reserved), now);
  }
  for (let index = 0; index < key.learned.length; index++) {
    const quota = key.learned[index] as LearnedQuota;
    const reserved = heldOf(call, index)?.cost;
    const use = costOf(used, quota.place, -1);
    if (use >= 0) settleLearned(quota, reserved ?? learnedCost(quota, call.costs), use);
  }
}
