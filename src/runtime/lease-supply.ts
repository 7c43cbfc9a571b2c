// Fills the quotas of a client from a store that many processes share, in the background: the engine never waits for it.

import type { CallState } from '../core/engine/call-state.js';
import { cooledUntil, type Scope } from '../core/engine/cooldown.js';
import type { KeyState } from '../core/engine/key-state.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import type { TimerHandle } from './clock.js';
import type { StoreError } from './errors.js';
import { LeasedBucket } from './leased-bucket.js';
import type { Grant, LeaseStore, QuotaAsk, SharedBucket, Supply, SupplyOptions } from './store.js';

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
  private isGone = false;
  private timeouts = 0;
  /** When a store that is back is used again; Infinity while it is not back. */
  private usedAgainAt = Infinity;
  private timer: TimerHandle = null;

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
  unshared({ key }: CallState, limits: readonly DecodedLimit[]): readonly DecodedLimit[] {
    return limits.filter(({ name }) => !key.quotas.some(({ quota }) => quota.name === name));
  }

  /** Asks for what the calls that wait will need. To be called at the end of each turn. */
  topUp(now: number): void {
    if (this.isGone) return;
    for (const bucket of this.busy) {
      const { queued, sleeping, inFlight } = bucket.key;
      if (queued + sleeping + inFlight === 0) this.busy.delete(bucket);
      if (queued === 0 || bucket.isAsking || cooledUntil(bucket.key) > now) continue;
      const asks = bucket.asks(now);
      if (asks !== null) this.ask(bucket, asks, (shared) => this.store.take(shared, asks));
    }
  }

  /** A refusal has shut a bucket or its account: the other processes are told. */
  refused({ key }: CallState, scope: Scope, now: number): void {
    const until = scope === 'account' ? key.account.namedUntil : key.namedUntil;
    if (this.isGone || until <= now) return;
    this.store.cooldown(sharedOf(key), scope, until - now).catch((error) => this.failed(error, key));
  }

  private ask(
    bucket: LeasedBucket,
    asks: readonly QuotaAsk[],
    question: (shared: SharedBucket) => Promise<Grant>,
  ): void {
    const { clock, wake } = this.options;
    bucket.isAsking = true;
    question(sharedOf(bucket.key)).then(
      (grant) => {
        bucket.isAsking = false;
        bucket.granted(asks, grant, clock.now());
        this.found();
        wake(bucket.key);
      },
      (error) => {
        bucket.isAsking = false;
        this.failed(error, bucket.key);
      },
    );
  }

  private failed(error: StoreError, key: KeyState): void {
    if (this.isGone) this.usedAgainAt = Infinity;
    // One late answer may be a machine that was busy; what is held meanwhile bridges it.
    else if (error.reason === 'timeout' && ++this.timeouts < TIMEOUTS_MEAN_GONE) this.options.wake(key);
    else this.lost(error);
  }

  private lost(error: StoreError): void {
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
    const now = this.options.clock.now();
    let isIdle = this.busy.size === 0;
    for (const [key, bucket] of this.buckets) {
      if (bucket.isAsking || bucket.holds) isIdle = false;
      if (bucket.isAsking) continue;
      if (this.isGone || (key.queued === 0 && bucket.owesMuch(now))) {
        const asks = bucket.settlement(now);
        this.ask(bucket, asks, (shared) => this.store.settle(shared, asks));
        if (this.isGone) break;
      } else if (key.forgotten) this.buckets.delete(key);
    }
    if (this.isGone) this.schedule(PROBE_MS);
    else if (!isIdle) this.schedule(SWEEP_MS);
  };

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
