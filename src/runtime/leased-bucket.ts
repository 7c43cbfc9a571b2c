// One bucket whose quotas are shared: what is leased to this process, what it owes, and what it asks for.

import { costOf } from '../core/engine/cost-of.js';
import { headOf } from '../core/engine/key-queue.js';
import type { KeyState } from '../core/engine/key-state.js';
import { dropExpired, type Leases, leasedUnits } from '../core/engine/leased-quota.js';
import { createLeasedQuota, createQuota, LONGEST_PACED_WINDOW_MS, type QuotaState } from '../core/engine/quota.js';
import type { Grant, QuotaAsk, StoreLoss } from './store.js';

/**
 * Requests do not take equally long to arrive, and the server's bucket begins to refill with the first that does: a quick
 * one must not be there before what it uses has come back.
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
  private readonly quotas: readonly LeasedState[];
  /** By quota: until when the store must know the bucket, and how much it had then. */
  private readonly knownUntil: number[];
  private readonly levels: number[];
  /** By quota: units that were used without the store, while it was gone. */
  private readonly unshared: number[];
  private isGone = false;

  constructor(key: KeyState, leaseMs: number) {
    this.key = key;
    this.leaseMs = leaseMs;
    this.quotas = key.quotas.map(({ quota }) => createLeasedQuota(quota));
    this.knownUntil = this.quotas.map(() => -Infinity);
    this.levels = this.quotas.map(() => 0);
    this.unshared = this.quotas.map(() => 0);
    key.quotas = this.quotas;
    key.isShared = true;
  }

  /** What to ask for now; null when the calls that wait have what they need, or soon will. */
  asks(now: number): QuotaAsk[] | null {
    const { key, quotas } = this;
    const head = key.queued === 0 ? undefined : headOf(key);
    if (head === undefined) return null;
    const isShort = quotas.some(({ leases }, index) => {
      dropExpired(leases, now);
      // One in use and one to come: nobody waits for the answer, and nobody is far ahead of the others.
      const held = leasedUnits(leases);
      if (held >= (key.queuedCosts[index] as number)) return false;
      return leases.held.length < 2 || held < costOf(head.costs, index);
    });
    if (!isShort) return null;
    return quotas.map((state, index) => {
      const held = leasedUnits(state.leases);
      const want = Math.min(sizeOf(state), Math.max(0, (key.queuedCosts[index] as number) - held));
      // At least the next call, or what is missing for it where it costs more than a lease holds.
      const next = costOf(head.costs, index);
      const need = Math.min(want, held < next ? next - held : next);
      return { quota: state.quota, need, want, owed: state.leases.owed, fresh: this.freshLevel(index, now) };
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
    const { kind, amounts, levels, waitMs, live } = grant;
    // What was only settled counts nobody, and says nothing of what is spent.
    if (live > 0) this.live = live;
    const notBefore = kind === 'granted' && waitMs > 0 ? now + waitMs + ARRIVAL_MARGIN_MS : now;
    for (const [index, state] of this.quotas.entries()) {
      const { leases } = state;
      const amount = amounts[index] ?? 0;
      const level = levels[index] ?? 0;
      leases.owed -= asks[index]?.owed ?? 0;
      this.levels[index] = level;
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
    if (now >= (this.knownUntil[index] as number)) return null;
    const { leases, paced } = this.quotas[index] as LeasedState;
    return paced ? Math.max(0, leases.owed) : Math.max(0, this.levels[index] as number);
  }
}

function isPaced({ quota }: QuotaState): boolean {
  return quota.windowMs <= LONGEST_PACED_WINDOW_MS;
}

function sizeOf(state: QuotaState): number {
  return isPaced(state) ? state.quota.burst : state.quota.amount;
}
