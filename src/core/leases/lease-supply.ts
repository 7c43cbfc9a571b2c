// Fills the quotas of a client from a store that many processes share, in the background: the engine never waits for it.

import type { CallState } from '../engine/call-state.js';
import { cooledUntil, type Scope } from '../engine/cooldown.js';
import type { KeyState } from '../engine/key-state.js';
import { Outcome } from '../engine/outcome.js';
import type { DecodedLimit } from '../headers/decoded.js';
import { LeasedBucket } from './leased-bucket.js';
import { LimitSharing } from './limit-sharing.js';
import type { Grant, LeaseStore, QuotaAsk, SharedBucket, StoreFailure, Supply, SupplyOptions } from './store.js';

/** How often a store that is gone is asked whether it is back. */
const PROBE_MS = 250;

/** A store that is back is used again after this: until then others may not know, and go on with their share as well. */
const GRACE_MS = 1000;

/** So many questions in a row without an answer in time. */
const TIMEOUTS_MEAN_GONE = 2;

/** How often what idle buckets owe is looked at. */
const SWEEP_MS = 1000;

export class LeaseSupply implements Supply {
  private readonly store: LeaseStore;
  private readonly options: SupplyOptions;
  private readonly buckets = new Map<KeyState, LeasedBucket>();
  /** Those with calls: only they are looked at in each turn. */
  private readonly busy = new Set<LeasedBucket>();
  private readonly learning = new Map<KeyState, LimitSharing>();
  private isGone = false;
  private timeouts = 0;
  /** Whose question failed last: what is wrong may be wrong with it only, so that no other tells that the store is back. */
  private lostBy: LeasedBucket | null = null;
  /** When a store that is back is used again; Infinity while it is not back. */
  private usedAgainAt = Infinity;
  private timer: unknown = null;

  constructor(store: LeaseStore, options: SupplyOptions) {
    this.store = store;
    this.options = options;
  }

  /** A call is about to be queued. */
  adopt({ key, costs }: CallState): void {
    let bucket = this.buckets.get(key);
    if (bucket === undefined) {
      const { store } = this;
      const { clock } = this.options;
      bucket = new LeasedBucket(key, store.leaseMs);
      this.buckets.set(key, bucket);
      const { placeOf } = this.options;
      // The limits of a bucket for which the policy has none are learned, and shared once they are known.
      if (!bucket.isLeased && store.learn !== undefined && placeOf !== undefined) {
        this.learning.set(key, new LimitSharing(key, placeOf));
      }
      if (this.isGone) bucket.lose(store.whenGone, this.mostLive(), clock.now());
    }
    this.busy.add(bucket);
    if (this.timer === null) this.schedule(SWEEP_MS);
    if (this.isGone) bucket.makeRoom(costs);
  }

  /** A call has left. */
  sent(call: CallState): void {
    if (this.isGone) this.buckets.get(call.key)?.sent(call.costs);
  }

  /**
   * What is left of a quota that is shared, the store knows before any response tells: waiting for it to come back, as a
   * lone client does, would leave reservations unused.
   */
  unshared(call: CallState, limits: readonly DecodedLimit[]): readonly DecodedLimit[] {
    const { key } = call;
    this.learning.get(key)?.told(call, limits, this.options.clock.now());
    return limits.filter(({ name }) => !key.quotas.some(({ quota }) => quota.name === name));
  }

  /** Once a limit is known, nothing more is sent by what only this process knows of it. */
  observed({ key }: CallState): void {
    if (key.isShared || this.isGone) return;
    const limits = this.learning.get(key)?.learned() ?? [];
    if (limits.length > 0) this.buckets.get(key)?.adopt(limits, this.options.clock.now());
  }

  /** Asks for what the calls that wait will need. To be called at the end of each turn. */
  topUp(now: number): void {
    if (this.isGone) return;
    for (const bucket of this.busy) {
      const { queued, sleeping, inFlight } = bucket.key;
      if (queued + sleeping + inFlight === 0) this.busy.delete(bucket);
      if (bucket.isAsking) continue;
      this.learn(bucket);
      if (queued === 0 || bucket.isAsking || cooledUntil(bucket.key) > now) continue;
      const asks = bucket.asks(now);
      if (asks !== null) this.ask(bucket, asks, (shared) => this.store.take(shared, asks));
    }
  }

  /** The server has named a wait for a bucket or its account: the other processes are told. */
  shut(call: CallState, { outcome, scope }: { outcome: Outcome; scope: Scope }, now: number): void {
    const { key } = call;
    const isOverload = outcome === Outcome.OVERLOADED;
    if (!isOverload) this.drain(call, now);
    const owner = scope === 'account' ? key.account : key;
    const until = isOverload ? key.overloadAt : owner.namedUntil;
    if (this.isGone || until <= now) return;
    const shuts = isOverload ? 'bucket' : scope;
    this.store.cooldown(sharedOf(key), shuts, until - now).then(undefined, (error) => this.failed(error, key));
  }

  /** Tells what was learned of limits, and takes up what all go by. */
  private learn(bucket: LeasedBucket): void {
    const sharing = this.learning.get(bucket.key);
    const limits = sharing?.toTell() ?? null;
    if (sharing === undefined || limits === null) return;
    const told = this.store.learn?.(sharedOf(bucket.key), limits, sharing.hasChanged);
    this.hearing(bucket, told, (known) => {
      const shared = sharing.heard(limits, known);
      if (shared !== null && !this.isGone) bucket.adopt(shared, this.options.clock.now());
    });
  }

  /** A refusal tells that nothing is left of limits that were learned: others use them too, or they are not quite right. */
  private drain(call: CallState, now: number): void {
    const bucket = this.buckets.get(call.key);
    if (this.isGone || bucket === undefined || !bucket.isLeased) return;
    const readings = this.learning.get(call.key)?.refused(call, now) ?? null;
    if (readings === null) return;
    const observed = this.store.observe?.(sharedOf(call.key), bucket.settlement(now), readings);
    observed?.then(undefined, (error) => this.failed(error, call.key));
  }

  private ask(
    bucket: LeasedBucket,
    asks: readonly QuotaAsk[],
    question: (shared: SharedBucket) => PromiseLike<Grant>,
  ): void {
    const heard = (grant: Grant): void => bucket.granted(asks, grant, this.options.clock.now());
    this.hearing(bucket, question(sharedOf(bucket.key)), heard, () => bucket.unheard(asks));
  }

  /** One question at a time for each bucket. */
  private hearing<T>(
    bucket: LeasedBucket,
    answer: PromiseLike<T> | undefined,
    heard: (value: T) => void,
    unheard?: () => void,
  ): void {
    if (answer === undefined) return;
    bucket.isAsking = true;
    answer.then(
      (value) => {
        bucket.isAsking = false;
        heard(value);
        this.found();
        this.options.wake(bucket.key);
      },
      (error) => {
        bucket.isAsking = false;
        unheard?.();
        this.failed(error, bucket.key);
      },
    );
  }

  private failed(error: StoreFailure, key: KeyState): void {
    this.lostBy = this.buckets.get(key) ?? null;
    if (this.isGone) this.usedAgainAt = Infinity;
    // One late answer may be a machine that was busy; what is held meanwhile bridges it.
    else if (error.reason === 'timeout' && ++this.timeouts < TIMEOUTS_MEAN_GONE) this.options.wake(key);
    else this.lost(error);
  }

  private lost(error: StoreFailure): void {
    const { store } = this;
    const { clock, tell, wake } = this.options;
    this.isGone = true;
    this.usedAgainAt = Infinity;
    tell({ state: 'gone', reason: error.message, atMs: clock.wallNow() });
    const live = this.mostLive();
    for (const bucket of this.buckets.values()) bucket.lose(store.whenGone, live, clock.now());
    for (const { key } of this.buckets.values()) wake(key);
    this.schedule(PROBE_MS);
  }

  private found(): void {
    this.timeouts = 0;
    if (!this.isGone) return;
    const { store } = this;
    const { clock, tell, wake } = this.options;
    const now = clock.now();
    if (this.usedAgainAt === Infinity) this.usedAgainAt = now + (store.whenGone === 'share' ? GRACE_MS : 0);
    if (now < this.usedAgainAt) return;
    this.isGone = false;
    for (const bucket of this.buckets.values()) bucket.regain();
    tell({ state: 'back', reason: null, atMs: clock.wallNow() });
    for (const { key } of this.buckets.values()) wake(key);
    this.schedule(SWEEP_MS);
  }

  /** Looks after what no call does: a store that may be back, and what idle buckets owe. */
  private readonly onTimer = (): void => {
    this.timer = null;
    this.dropForgotten();
    if (this.isGone) {
      this.probe();
      this.schedule(PROBE_MS);
    } else if (!this.sweep()) this.schedule(SWEEP_MS);
  };

  /** Lets go of what the engine has forgotten. While the store is gone it is not told what was used: that has come back. */
  private dropForgotten(): void {
    const now = this.options.clock.now();
    for (const [key, bucket] of this.buckets) {
      if (!key.forgotten || bucket.isAsking || (!this.isGone && bucket.owesMuch(now))) continue;
      // A call that is on its way may still bring it back.
      if (this.isGone) bucket.regain();
      this.buckets.delete(key);
      this.learning.delete(key);
      this.busy.delete(bucket);
      if (this.lostBy === bucket) this.lostBy = null;
    }
  }

  /** Puts right what idle buckets owe. Whether nothing is left to look after. */
  private sweep(): boolean {
    const now = this.options.clock.now();
    let isIdle = this.busy.size === 0;
    for (const [key, bucket] of this.buckets) {
      if (bucket.isAsking || bucket.holds) isIdle = false;
      if (bucket.isAsking || key.queued > 0 || !bucket.owesMuch(now)) continue;
      const asks = bucket.settlement(now);
      this.ask(bucket, asks, (shared) => this.store.settle(shared, asks));
    }
    return isIdle;
  }

  /** Asks a store that is gone whether it is back, as a call would: one bucket, and only if that has no question to ask the next. */
  private probe(): void {
    for (const bucket of this.lostBy === null ? this.buckets.values() : [this.lostBy, ...this.buckets.values()]) {
      if (bucket.isAsking) return;
      if (bucket.isLeased) {
        const asks = bucket.settlement(this.options.clock.now());
        this.ask(bucket, asks, (shared) => this.store.take(shared, asks));
        return;
      }
      if (this.learning.has(bucket.key)) {
        this.hearing(bucket, this.store.learn?.(sharedOf(bucket.key), [], false), () => {});
        return;
      }
    }
  }

  private schedule(inMs: number): void {
    const { clock } = this.options;
    if (this.timer !== null) clock.clearTimer(this.timer);
    // A process that has nothing else to do need not stay for it.
    this.timer = clock.setTimer(clock.now() + inMs, this.onTimer, false);
  }

  private mostLive(): number {
    let most = 1;
    for (const { live } of this.buckets.values()) most = Math.max(most, live);
    return most;
  }
}

function sharedOf({ account, name }: KeyState): SharedBucket {
  return { account: account.name, bucket: name };
}
