// What a client asks of a store that many processes share. `holdoff/redis` is one.

import type { CallState } from '../core/engine/call-state.js';
import type { Scope } from '../core/engine/cooldown.js';
import type { KeyState } from '../core/engine/key-state.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import type { Quota } from '../core/policy/policy.js';
import type { Clock } from './clock.js';
import type { StoreEvent } from './events.js';

/**
 * What the option `store` of a client takes: something that fills the client's quotas. A store brings its supply along,
 * so that clients without one need not load it.
 */
export interface Store {
  supply(options: SupplyOptions): Supply;
}

/** What a supply is given of its client. */
export interface SupplyOptions {
  readonly clock: Clock;
  /** Has the engine look at a bucket again, and sends what may go. */
  readonly wake: (key: KeyState) => void;
  /** Tells those who listen that the store is gone, or back. */
  readonly tell: (event: StoreEvent) => void;
}

/** What a client tells its supply. None of it may throw. */
export interface Supply {
  /** A call is about to be queued. */
  adopt(call: CallState): void;
  /** An attempt has left. */
  sent(call: CallState): void;
  /** Of the limits that a response tells, those that a client learns for itself. */
  unshared(call: CallState, limits: readonly DecodedLimit[]): readonly DecodedLimit[];
  /** A turn has ended: what waits now is what there is to ask for. */
  topUp(now: number): void;
  /** An attempt was refused, and what it shut has been shut. */
  refused(call: CallState, scope: Scope, now: number): void;
}

/** Who shares: as the engine names accounts and buckets. */
export interface SharedBucket {
  readonly account: string;
  readonly bucket: string;
}

/** What is asked of one quota of a bucket. All quotas of a bucket are asked at once, and give together or not at all. */
export interface QuotaAsk {
  /** The quota as the policy has it: settings travel with every request, so that a store need not remember them. */
  readonly quota: Quota;
  /** The least that is of use, such as what the next call costs; at most what the quota can hold. */
  readonly need: number;
  /** What all that wait could use. The store gives whole units between the two. */
  readonly want: number;
  /** Units used beyond what was given before; negative for what was given and not used. Put right before anything else. */
  readonly owed: number;
  /** Units of a bucket of which the store knows nothing; null when it is full, as for one that is used for the first time. */
  readonly fresh: number | null;
}

/** What a store answers. Times are relative to the answer, in ms. */
export interface Grant {
  /**
   * `granted`: the amounts are reserved, to be used from `waitMs` on. `spent`: a quota with a long window has less than is
   * needed until `waitMs` from now. `shut`: a refusal has shut the bucket for so long. Nothing was taken in the last two.
   */
  readonly kind: 'granted' | 'spent' | 'shut';
  readonly waitMs: number;
  /** Processes that use the bucket now, this one among them; 0 where the question does not tell. */
  readonly live: number;
  /** By quota, as asked: the units that were given, and what is left; below 0 while more is reserved than there is. */
  readonly amounts: readonly number[];
  readonly levels: readonly number[];
}

/** What limits a process while its store is gone: its share of every quota, nothing at all sent, or the whole quota. */
export type StoreLoss = 'share' | 'closed' | 'open';

/**
 * Leases of quotas that processes share. Every method rejects with a {@link StoreError}, soon and never later than a set time, when
 * the store cannot be reached; what was asked is not carried out afterwards.
 */
export interface LeaseStore {
  /** What a client does while the store is gone. */
  readonly whenGone: StoreLoss;
  /** How much of the fleet's rate one reservation holds, in ms. A process that dies loses at most one. */
  readonly leaseMs: number;
  /** Reserves units of all quotas at once, in advance if need be: the answer says from when on they may be used. */
  take(bucket: SharedBucket, asks: readonly QuotaAsk[]): Promise<Grant>;
  /** Puts right what was reserved, without asking for more: `need` and `want` are 0. */
  settle(bucket: SharedBucket, asks: readonly QuotaAsk[]): Promise<Grant>;
  /** Shuts a bucket, or all buckets of its account, for `forMs` from now. Never shortens. */
  cooldown(bucket: SharedBucket, scope: 'bucket' | 'account', forMs: number): Promise<void>;
}
