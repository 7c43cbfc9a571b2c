// A bucket at one moment, as plain data for people and metrics.

import { cooledUntil } from './cooldown.js';
import type { KeyState } from './key-state.js';
import { capOf, endOf, isLong, type LearnedQuota, Refill, refresh } from './learned-quota.js';
import { availableAt, type QuotaState } from './quota.js';

/** One bucket as it stands: who shares it, what is in flight and queued, until when it is shut, and its limits. */
export interface BucketSnapshot {
  readonly account: string;
  readonly bucket: string;
  readonly inFlight: number;
  readonly queued: number;
  /** Most that may be in flight while no limit is known; null when the limits decide. */
  readonly window: number | null;
  /** How long the bucket is shut, in ms; 0 when it is open. */
  readonly cooldownMs: number;
  /** Our share of the bucket, 0…1: below 1 when others use it too. */
  readonly share: number;
  readonly limits: readonly LimitSnapshot[];
}

/** One limit of a bucket as the client believes it to be. Units are those of the limit: requests, tokens. */
export interface LimitSnapshot {
  readonly name: string;
  /** Where it is from: the policy, what the server tells, or what it accepts. */
  readonly from: 'policy' | 'server' | 'accepted';
  /** The allowance; null for a rate that was learned from what is accepted. */
  readonly limit: number | null;
  readonly windowMs: number | null;
  readonly perMinute: number | null;
  /** Most that can be taken at once. */
  readonly burst: number;
  /** Units that may be taken now; below 0 after a debt. */
  readonly level: number;
  /** Until the window ends; null where it comes back evenly, or no end is known. */
  readonly resetMs: number | null;
}

export function snapshotOf(key: KeyState, now: number): BucketSnapshot {
  const { account, name, inFlight, queued, window, share, accepted } = key;
  const limits = [
    ...key.quotas.map((quota) => policyLimit(quota, key.quotasFrom, now)),
    ...key.learned.map((quota) => serverLimit(quota, now)),
  ];
  if (accepted !== null && accepted.ratePerMs > 0) {
    const { ratePerMs, burst, level } = accepted;
    const perMinute = ratePerMs * 60_000;
    limits.push({
      name: 'requests',
      from: 'accepted',
      limit: null,
      windowMs: null,
      perMinute,
      burst,
      level,
      resetMs: null,
    });
  }
  return {
    account: account.name,
    bucket: name,
    inFlight,
    queued,
    window: window === Infinity ? null : Math.floor(window),
    cooldownMs: Math.max(0, cooledUntil(key) - now),
    share,
    limits,
  };
}

function policyLimit(state: QuotaState, from: KeyState['quotasFrom'], now: number): LimitSnapshot {
  availableAt(state, 0, now);
  const { quota, perMs, paced, level, endsAt } = state;
  return {
    name: quota.name,
    from,
    limit: quota.amount,
    windowMs: quota.windowMs,
    perMinute: perMs * 60_000,
    burst: paced ? quota.burst : quota.amount,
    level,
    resetMs: endsAt > now ? endsAt - now : null,
  };
}

function serverLimit(quota: LearnedQuota, now: number): LimitSnapshot {
  refresh(quota, now);
  const { name, limit, windowMs, perMs, level, refill, endsAt } = quota;
  const burst = capOf(quota);
  const isWindow = refill !== Refill.EVENLY;
  return {
    name,
    from: 'server',
    limit,
    windowMs: windowMs > 0 ? windowMs : null,
    perMinute: perMs > 0 && !isLong(quota) ? perMs * 60_000 : null,
    burst,
    level,
    resetMs: isWindow && endsAt > now ? endOf(quota) - now : null,
  };
}
