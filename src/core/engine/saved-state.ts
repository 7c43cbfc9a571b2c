// What was learned, as plain data, so that a process that lives for a minute need not learn it again.

import { InputError } from '../errors.js';
import { type AcceptedRate, createAcceptedRate } from './accepted-rate.js';
import type { Dimensions } from './dimensions.js';
import type { AccountState, KeyState } from './key-state.js';
import { capOf, createLearnedQuota, endOf, type LearnedQuota, Refill, refresh } from './learned-quota.js';
import { widenWindow } from './read-limits.js';

/** All times are relative to the moment of saving, in ms. Accounts and buckets are named as they were given. */
export interface SavedState {
  readonly version: 1;
  readonly buckets: readonly SavedBucket[];
}

export interface SavedBucket {
  readonly account: string;
  readonly bucket: string;
  /** How long the server had shut the bucket, and its whole account; and for how long it was overloaded. */
  readonly cooldownMs: number;
  readonly accountCooldownMs: number;
  readonly overloadMs: number;
  readonly share: number;
  readonly limits: readonly SavedLimit[];
  /** The rate that was learned from what is accepted; null where limits are told. */
  readonly accepted: { readonly perMs: number; readonly burst: number } | null;
}

export interface SavedLimit {
  readonly name: string;
  readonly refill: Refill;
  readonly limit: number;
  readonly isStated: boolean;
  readonly windowMs: number;
  readonly perMs: number;
  readonly isInferred: boolean;
  readonly meanUse: number;
  readonly burst: number;
  readonly step: number;
  readonly level: number;
  readonly resetMeans: LearnedQuota['resetMeans'];
  /** Until its window ends; null where none is known. */
  readonly endsInMs: number | null;
}

/** Null when there is nothing worth saving. */
export function saveBucket(key: KeyState, now: number): SavedBucket | null {
  const { account, name, share, learned, accepted } = key;
  const cooldownMs = Math.max(0, key.namedUntil - now);
  const accountCooldownMs = Math.max(0, account.namedUntil - now);
  const overloadMs = Math.max(0, key.overloadAt - now);
  const rate =
    accepted !== null && accepted.ratePerMs > 0 ? { perMs: accepted.ratePerMs, burst: accepted.burst } : null;
  const isOpen = cooldownMs + accountCooldownMs + overloadMs === 0;
  if (isOpen && learned.length === 0 && rate === null) return null;
  const limits = learned.map((quota) => saveLimit(quota, now));
  const waits = { cooldownMs, accountCooldownMs, overloadMs };
  return { account: account.name, bucket: name, ...waits, share, limits, accepted: rate };
}

function saveLimit(quota: LearnedQuota, now: number): SavedLimit {
  refresh(quota, now);
  const { name, refill, resetMeans, endsAt } = quota;
  const { limit, isStated, windowMs, perMs, isInferred, meanUse, step, level } = quota;
  const figures = { limit, isStated, windowMs, perMs, isInferred, meanUse, burst: capOf(quota), step, level };
  const endsInMs = refill !== Refill.EVENLY && endsAt > now ? endOf(quota) - now : null;
  return { name, refill, ...figures, resetMeans, endsInMs };
}

/** Gives a bucket what was saved `elapsedMs` ago. What it has learned itself since it was made is newer and stays. */
export function restoreBucket(
  key: KeyState,
  saved: SavedBucket,
  dimensions: Dimensions,
  now: number,
  elapsedMs: number,
): void {
  const savedAt = now - elapsedMs;
  shut(key, savedAt + saved.cooldownMs, now);
  shut(key.account, savedAt + saved.accountCooldownMs, now);
  key.overloadAt = Math.max(key.overloadAt, savedAt + saved.overloadMs);
  if (key.learned.length > 0 || key.accepted !== null) return;
  key.share = saved.share;
  for (const limit of saved.limits) {
    const place = dimensions.placeOf(limit.name);
    if (place >= 0) key.learned.push(restoreLimit(limit, place, now, elapsedMs));
  }
  if (saved.accepted !== null) key.accepted = restoreRate(saved.accepted, now);
  if (key.accepted !== null && key.learned.length === 0) key.window = Infinity;
  else widenWindow(key);
}

function shut(owner: KeyState | AccountState, until: number, now: number): void {
  if (until <= now) return;
  owner.cooldownAt = Math.max(owner.cooldownAt, until);
  owner.namedUntil = Math.max(owner.namedUntil, until);
}

function restoreLimit(saved: SavedLimit, place: number, now: number, elapsedMs: number): LearnedQuota {
  const { endsInMs, ...figures } = saved;
  const quota: LearnedQuota = {
    ...createLearnedQuota(saved.name, place),
    ...figures,
    // Where more can be had at once, the first reading says so.
    burst: Infinity,
    seen: saved.burst,
    updatedAt: now - elapsedMs,
  };
  if (endsInMs !== null) quota.endsAt = now + endsInMs - elapsedMs;
  return quota;
}

/**
 * Nobody knows what others have used meanwhile, so it begins with nothing at hand, as after a refusal. But the server may
 * have everything at hand: what is accepted until it refuses is no measure of its rate.
 */
function restoreRate({ perMs, burst }: NonNullable<SavedBucket['accepted']>, now: number): AcceptedRate {
  const rate = { ...createAcceptedRate(), emptyOrder: 0, emptyAt: now, knownAt: now, wasIdle: true, updatedAt: now };
  return { ...rate, ratePerMs: perMs, pacePerMs: perMs, burst, accepted: WEIGHT, elapsedMs: WEIGHT / perMs };
}

/** How many accepted calls the rate of the past counts for. */
const WEIGHT = 20;

/** Throws {@link InputError} for what no engine has saved. */
export function checkSavedState(saved: unknown): SavedState {
  const { version, buckets } = fieldsOf(saved);
  if (version !== 1 || !Array.isArray(buckets)) refuse('saved', saved);
  for (const bucket of buckets as unknown[]) checkBucket(bucket);
  return saved as SavedState;
}

function checkBucket(given: unknown): void {
  const { account, bucket, cooldownMs, accountCooldownMs, overloadMs, share, limits, accepted } = fieldsOf(given);
  if (typeof account !== 'string' || typeof bucket !== 'string' || !Array.isArray(limits))
    refuse('saved.buckets', given);
  for (const [name, waitMs] of Object.entries({ cooldownMs, accountCooldownMs, overloadMs })) {
    if (!isAmount(waitMs)) refuse(`saved.buckets.${name}`, waitMs);
  }
  if (!(isAmount(share) && share > 0 && share <= 1)) refuse('saved.buckets.share', share);
  if (accepted !== null) {
    const { perMs, burst } = fieldsOf(accepted);
    if (!(isAmount(perMs) && perMs > 0 && isAmount(burst))) refuse('saved.buckets.accepted', accepted);
  }
  for (const limit of limits as unknown[]) {
    const { name, refill, level, resetMeans, endsInMs, ...amounts } = fieldsOf(limit);
    const { limit: amount, windowMs, perMs, meanUse, burst, step, isStated, isInferred } = amounts;
    const isFlagged = typeof isStated === 'boolean' && typeof isInferred === 'boolean';
    const isRight =
      [amount, windowMs, perMs, meanUse, burst, step].every(isAmount) && isFlagged && Number.isFinite(level);
    const isEnd = endsInMs === null || isAmount(endsInMs);
    const isKnown = [-1, 0, 1].includes(refill as number) && ['next', 'full', 'window'].includes(resetMeans as string);
    if (typeof name !== 'string' || !isRight || !isEnd || !isKnown) {
      refuse('saved.buckets.limits', limit);
    }
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function refuse(field: string, value: unknown): never {
  throw new InputError({ field, value, allowed: 'what exportState() has returned, in version 1' });
}
