// What a client asks of a store that many processes share. `holdoff/redis` is one.

import type { CallState } from '../engine/call-state.js';
import type { Scope } from '../engine/cooldown.js';
import type { KeyState } from '../engine/key-state.js';
import type { Outcome } from '../engine/outcome.js';
import type { DecodedLimit } from '../headers/decoded.js';
import type { Quota } from '../policy/policy.js';

/**
 * What the option `store` of a client takes: something that fills the client's quotas. A store brings its supply along,
 * so that clients without one need not load it.
 */
export interface Store {
  supply(options: SupplyOptions): Supply;
}

/** What a supply is given of its client. */
export interface SupplyOptions {
  readonly clock: LeaseClock;
  /** Has the engine look at a bucket again, and sends what may go. */
  readonly wake: (key: KeyState) => void;
  /** Where costs of that name stand in the arrays of costs; −1 for one name too many. Without it no limits are learned. */
  readonly placeOf?: (name: string) => number;
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
  /** What a response tells has been learned; nothing has been sent since. */
  observed(call: CallState): void;
  /** A turn has ended: what waits now is what there is to ask for. */
  topUp(now: number): void;
  /** A quota refused an attempt, or the server was overloaded, and what that shuts has been shut. */
  shut(call: CallState, answer: { readonly outcome: Outcome; readonly scope: Scope }, now: number): void;
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
  /** For how long what was granted has been there: 0 where it is still to come, very long where nothing was missing. */
  readonly sinceMs: number;
  /** Processes that use the bucket now, this one among them; 0 where the question does not tell. */
  readonly live: number;
  /** By quota, as asked: the units that were given, and what is left; below 0 while more is reserved than there is. */
  readonly amounts: readonly number[];
  readonly levels: readonly number[];
}

/** What the server of a quota has told to be left of it. */
export interface QuotaReading {
  readonly remaining: number;
  /** When that was, by the clock of the store, and how much all had taken by then. Left out: as of now. */
  readonly at?: number;
  readonly taken?: number;
}

/** What limits a process while its store is gone: its share of every quota, nothing at all sent, or the whole quota. */
export type StoreLoss = 'share' | 'closed' | 'open';

/**
 * Leases of quotas that processes share. Every method rejects with a {@link StoreFailure}, soon and never later than a set time, when
 * the store cannot be reached; what was asked is not carried out afterwards.
 */
export interface LeaseStore {
  /** What a client does while the store is gone. */
  readonly whenGone: StoreLoss;
  /** How much of the fleet's rate one reservation holds, in ms. A process that dies loses at most one. */
  readonly leaseMs: number;
  /** Reserves units of all quotas at once, in advance if need be: the answer says from when on they may be used. */
  take(bucket: SharedBucket, asks: readonly QuotaAsk[]): PromiseLike<Grant>;
  /** Puts right what was reserved, without asking for more: `need` and `want` are 0. */
  settle(bucket: SharedBucket, asks: readonly QuotaAsk[]): PromiseLike<Grant>;
  /** Shuts a bucket, or all buckets of its account, for `forMs` from now. Never shortens. */
  cooldown(bucket: SharedBucket, scope: 'bucket' | 'account', forMs: number): PromiseLike<void>;
  /**
   * Tells the limits that a process has learned from the server, and gives those that all go by: of each name the one that was
   * told first, or in place of it where `isChanged`. A store without it shares only the quotas of policies.
   */
  learn?(bucket: SharedBucket, limits: readonly Quota[], isChanged: boolean): PromiseLike<readonly Quota[]>;
  /** Lowers what is left to what a response tells; by quota, null where it tells nothing. */
  observe?(
    bucket: SharedBucket,
    asks: readonly QuotaAsk[],
    readings: readonly (QuotaReading | null)[],
  ): PromiseLike<Grant>;
}

/** How a question failed. */
export interface StoreFailure {
  /** `timeout`: it may only have been late. */
  readonly reason: string;
  readonly message: string;
}

/** The store that the quotas are shared by is gone, or back. One event for each change. */
export interface StoreEvent {
  readonly state: 'gone' | 'back';
  /** Why it is gone. */
  readonly reason: string | null;
  /** When, in epoch ms. */
  readonly atMs: number;
}

/** What is needed of a clock: see the runtime's. */
export interface LeaseClock {
  /** Monotonic ms since some fixed instant. */
  now(): number;
  /** Epoch ms. */
  wallNow(): number;
  setTimer(at: number, wake: () => void, keepAlive?: boolean): unknown;
  clearTimer(handle: unknown): void;
}
