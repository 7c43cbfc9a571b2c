// One bucket whose quotas are shared: what is leased to this process, what it owes, and what it asks for.

import { costOf } from '../engine/cost-of.js';
import { headOf } from '../engine/key-queue.js';
import type { KeyState } from '../engine/key-state.js';
import { dropExpired, type Leases, leasedUnits } from '../engine/leased-quota.js';
import { createLeasedQuota, createQuota, LONGEST_PACED_WINDOW_MS, type QuotaState } from '../engine/quota.js';
import type { Quota } from '../policy/policy.js';
import { handOver, learnedLevel, queuedCostsOf } from './learned-limits.js';
import type { Grant, QuotaAsk, StoreLoss } from './store.js';

/**
 * Requests do not take equally long to arrive, and the server's bucket begins to refill with the first that does: a quick
 * one must not be there before what it uses has come back. So what comes back is used so long after it has.
 */
const ARRIVAL_MARGIN_MS = 50;

type LeasedState = QuotaState & { readonly leases: Leases };

export class LeasedBucket {
  readonly key: KeyState;
  /** A question is on its way. */
  isAsking = false;
  /** Processes that used the bucket when the store was last asked. */
  live = 1;
  private readonly leaseMs: number;
  private quotas: readonly LeasedState[] = [];
  /** By quota: until when the store must know the bucket, and how much it had then. */
  private knownUntil: number[] = [];
  private levels: number[] = [];
  /** By quota: what a bucket that the store has never heard of holds; null when it is full. */
  private firstLevels: readonly (number | null)[] = [];
  /** By quota: units that were used without the store, while it was gone. */
  private unshared: number[] = [];
  private isGone = false;

  constructor(key: KeyState, leaseMs: number) {
    this.key = key;
    this.leaseMs = leaseMs;
    if (key.quotas.length === 0) return;
    key.isShared = true;
    this.leaseAll(key.quotas.map(({ quota }) => quota));
  }

  /** Takes up the limits that the fleet has learned, or their changes. Those stand in the order of the places of costs. */
  adopt(limits: readonly Quota[], now: number): void {
    const { key } = this;
    const owed = new Map<string, number>();
    for (const { quota, leases } of this.quotas) {
      giveBack(leases);
      owed.set(quota.name, leases.owed);
    }
    this.firstLevels = limits.map(({ name }) => learnedLevel(key, name, now));
    handOver(key, new Set(limits.map(({ name }) => name)));
    this.leaseAll(limits);
    for (const { quota, leases } of this.quotas) leases.owed = owed.get(quota.name) ?? 0;
    key.queuedCosts = queuedCostsOf(key, limits.length);
  }

  /** Whether there are quotas to share, from the policy or learned. */
  get isLeased(): boolean {
    return this.quotas.length > 0;
  }

  private leaseAll(quotas: readonly Quota[]): void {
    this.quotas = quotas.map(createLeasedQuota);
    this.knownUntil = quotas.map(() => -Infinity);
    this.levels = quotas.map(() => 0);
    this.unshared = quotas.map(() => 0);
    this.key.quotas = this.quotas;
  }

  /**
   * What to ask for now; null when the next call has what it needs, or will have it. Only one lease is held at any time:
   * what is left of it and is too little goes back with the question. While all are busy the next one is due long after
   * the answer, and where few are, what has come back meanwhile is used at once, so that asking ahead would gain nothing.
   */
  asks(now: number): QuotaAsk[] | null {
    const { key, quotas } = this;
    const head = key.queued === 0 ? undefined : headOf(key);
    if (head === undefined) return null;
    const isShort = quotas.some(({ leases }, index) => {
      dropExpired(leases, now);
      return leasedUnits(leases) < costOf(head.costs, index);
    });
    if (!isShort) return null;
    return quotas.map((state, index) => {
      const { leases } = state;
      giveBack(leases);
      const want = Math.min(sizeOf(state), key.queuedCosts[index] as number);
      const need = Math.min(want, costOf(head.costs, index));
      return { quota: state.quota, need, want, owed: leases.owed, fresh: this.freshLevel(index, now) };
    });
  }

  /** Only what is owed, and the wish to hear whether the store is there. */
  settlement(now: number): QuotaAsk[] {
    return this.quotas.map(({ quota, leases }, index) => {
      dropExpired(leases, now);
      return { quota, need: 0, want: 0, owed: leases.owed, fresh: this.freshLevel(index, now) };
    });
  }

  /** Whether more is owed than one lease: a smaller debt is put right with the next question. */
  owesMuch(now: number): boolean {
    return this.quotas.some((state) => {
      dropExpired(state.leases, now);
      const { owed } = state.leases;
      return Math.abs(owed) > Math.max(1, (state.perMs * this.leaseMs) / this.live);
    });
  }

  /** Whether something is held that may have to go back. */
  get holds(): boolean {
    return this.quotas.some(({ leases }) => leases.held.length > 0);
  }

  /** The store has put right what it was told, and given what it says. */
  granted(asks: readonly QuotaAsk[], grant: Grant, now: number): void {
    const { kind, amounts, levels, waitMs, sinceMs, live } = grant;
    // What was only settled counts nobody, and says nothing of what is spent.
    if (live > 0) this.live = live;
    const notBefore = now + Math.max(0, waitMs + ARRIVAL_MARGIN_MS - sinceMs);
    for (const [index, state] of this.quotas.entries()) {
      const { leases } = state;
      const amount = amounts[index] ?? 0;
      const level = levels[index] ?? 0;
      leases.owed -= asks[index]?.owed ?? 0;
      this.levels[index] = level;
      leases.left = level;
      leases.leftAt = now;
      this.knownUntil[index] = now + (isPaced(state) ? (sizeOf(state) - level) / state.perMs : state.quota.windowMs);
      if (kind === 'granted') {
        if (live > 0) leases.spentUntil = -Infinity;
        // Late use comes on top of what the server's bucket can hold: what was not used within its time goes back.
        const expiresAt = notBefore + this.leaseMs;
        if (amount > 0) leases.held.push({ amount, notBefore, expiresAt });
      } else if (kind === 'spent' && !isPaced(state) && level < (asks[index]?.need ?? 0)) {
        leases.spentUntil = now + waitMs;
      }
    }
    if (kind === 'shut') this.key.cooldownAt = Math.max(this.key.cooldownAt, now + waitMs);
    if (kind === 'shut') this.key.namedUntil = Math.max(this.key.namedUntil, now + waitMs);
  }

  /**
   * Nobody knows whether the store has put right what it was told. What was given back must not be given back once more;
   * what was used beyond is told again.
   */
  unheard(asks: readonly QuotaAsk[]): void {
    for (const [index, { leases }] of this.quotas.entries()) leases.owed -= Math.min(0, asks[index]?.owed ?? 0);
  }

  /** Goes on without the store: with its share of the quotas, with nothing, or with all. */
  lose(loss: StoreLoss, live: number, now: number): void {
    const { key } = this;
    this.isGone = true;
    this.live = Math.max(this.live, live);
    for (const { leases } of this.quotas) {
      // What the store forgets with its state must not be given back to it; if it keeps it, a lease is lost for a while.
      leases.held.length = 0;
      leases.owed = Math.max(0, leases.owed);
    }
    if (loss === 'closed') key.isCutOff = true;
    else
      key.quotas = this.quotas.map((state, index) => this.ownQuota(state, loss === 'open' ? 1 : this.live, index, now));
    // What waits already must fit as well, or it would wait for ever.
    for (let place = 0; place < key.queue.size; place++) this.makeRoom(key.queue.at(place)?.costs ?? null);
  }

  /** Back to leases. What was used meanwhile is owed, as far as it has not come back by itself. */
  regain(): void {
    const { key, quotas, unshared } = this;
    this.isGone = false;
    key.isCutOff = false;
    key.quotas = quotas;
    for (const [index, { leases, quota }] of quotas.entries()) {
      const most = isPaced(quotas[index] as QuotaState) ? quota.burst / this.live : Infinity;
      leases.owed += Math.min(unshared[index] as number, most);
      unshared[index] = 0;
    }
  }

  /** Notes a call that is sent while the store is gone. */
  sent(costs: readonly number[] | null): void {
    for (let index = 0; index < this.unshared.length; index++) {
      this.unshared[index] = (this.unshared[index] as number) + costOf(costs, index);
    }
  }

  /** A share may be smaller than a call: it is made as large, so that the call goes when so much has come back. */
  makeRoom(costs: readonly number[] | null): void {
    if (!this.isGone) return;
    const { key, quotas } = this;
    key.quotas = key.quotas.map((state, index) => {
      const burst = Math.min(costOf(costs, index), (quotas[index] as QuotaState).quota.burst);
      if (!state.paced || burst <= state.quota.burst) return state;
      return { ...state, quota: { ...state.quota, burst } };
    });
  }

  private ownQuota(shared: LeasedState, live: number, index: number, now: number): QuotaState {
    const { quota } = shared;
    const own = {
      ...quota,
      amount: quota.amount / live,
      burst: Math.max(Math.min(1, quota.burst), quota.burst / live),
    };
    const state = createQuota(own);
    // Nobody knows what the others hold: what comes back from now on is shared, what was there is not touched.
    if (isPaced(shared)) return { ...state, level: 0, updatedAt: now };
    const left = Math.max(
      0,
      Math.min(quota.amount, this.knownUntil[index] === -Infinity ? quota.amount : (this.levels[index] as number)),
    );
    return { ...state, level: left / live, endsAt: now + quota.windowMs };
  }

  /** What a bucket that the store should know begins with, if it has lost it: what was used without the store, at most. */
  private freshLevel(index: number, now: number): number | null {
    const until = this.knownUntil[index] as number;
    if (until === -Infinity) return this.firstLevels[index] ?? null;
    if (now >= until) return null;
    const { leases, paced } = this.quotas[index] as LeasedState;
    return paced ? Math.max(0, leases.owed) : Math.max(0, this.levels[index] as number);
  }
}

function giveBack(leases: Leases): void {
  leases.owed -= leasedUnits(leases);
  leases.held.length = 0;
}

function isPaced({ quota }: QuotaState): boolean {
  return quota.windowMs <= LONGEST_PACED_WINDOW_MS;
}

function sizeOf(state: QuotaState): number {
  return isPaced(state) ? state.quota.burst : state.quota.amount;
}
