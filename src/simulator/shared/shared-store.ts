import { availableAt, createQuota, type QuotaState, settleQuota, take } from '../../core/engine/quota.js';
import type { Grant, LeaseStore, QuotaAsk, StoreFailure, StoreLoss } from '../../core/leases/store.js';
import type { VirtualClock } from './virtual-clock.js';

export interface SharedStoreOptions {
  /** How long the next question takes, there and back. */
  readonly roundTripMs: () => number;
  readonly leaseMs: number;
  readonly whenGone: StoreLoss;
}

/** A process counts among those that use a bucket for so long after it has asked, or had what it asked for. */
const LIVE_MS = 10_000;

/** What a full quota answers: it has been there for longer than anybody asks. */
const LONG_MS = 1e12;

const UNREACHABLE: StoreFailure = { reason: 'not-connected', message: 'the store is down' };

/**
 * A store that processes share, by the rules of the scripts of holdoff/redis: what is not there yet is given as a debt, with
 * the instant from which on it may be used. It can be down, and keeps what it knows meanwhile.
 */
export class SharedStore {
  isDown = false;
  /** Questions that were asked. */
  trips = 0;
  private readonly options: SharedStoreOptions;
  private readonly quotas = new Map<string, QuotaState>();
  /** By process: until when it counts. */
  private readonly liveUntil = new Map<number, number>();
  private shutUntil = -Infinity;
  private joined = 0;

  constructor(options: SharedStoreOptions) {
    this.options = options;
  }

  /** The store as one more process sees it. */
  join(clock: VirtualClock): LeaseStore {
    const process = this.joined++;
    const { whenGone, leaseMs } = this.options;
    return {
      whenGone,
      leaseMs,
      take: (_, asks) => this.question(clock, () => this.grant(asks, process, clock.now())),
      settle: (_, asks) => this.question(clock, () => this.settled(asks, clock.now())),
      cooldown: (_, __, forMs) =>
        this.question(clock, () => {
          this.shutUntil = Math.max(this.shutUntil, clock.now() + forMs);
        }),
    };
  }

  /** A promise on a virtual clock: half of the way there, and half of it back. It is asked once somebody waits for it. */
  private question<T>(clock: VirtualClock, answer: () => T): PromiseLike<T> {
    return {
      // biome-ignore lint/suspicious/noThenProperty: a promise whose time is virtual has no other form
      then: (resolve, reject) => {
        this.trips++;
        const halfMs = this.options.roundTripMs() / 2;
        clock.setTimer(clock.now() + halfMs, () => {
          const found = this.isDown ? null : { value: answer() };
          clock.setTimer(clock.now() + halfMs, () => {
            if (found === null) reject?.(UNREACHABLE);
            else resolve?.(found.value);
          });
        });
        return undefined as never;
      },
    };
  }

  private grant(asks: readonly QuotaAsk[], process: number, now: number): Grant {
    this.liveUntil.set(process, now + LIVE_MS);
    const live = this.countLive(now);
    const states = this.putRight(asks, now);
    const levels = (): number[] => states.map(({ level }) => level);
    const nothing = { sinceMs: 0, live, amounts: asks.map(() => 0) };
    if (this.shutUntil > now) return { kind: 'shut', waitMs: this.shutUntil - now, levels: levels(), ...nothing };
    const isSpent = states.find(
      (state, index) => !state.paced && availableAt(state, asks[index]?.need ?? 0, now) > now,
    );
    if (isSpent !== undefined) return { kind: 'spent', waitMs: isSpent.endsAt - now, levels: levels(), ...nothing };

    const part = this.partOf(asks, states, live);
    const amounts = asks.map(({ need, want }, index) => {
      const given = Math.max(need, Math.floor(want * part + 1e-9));
      const { paced, level } = states[index] as QuotaState;
      return paced ? given : Math.max(need, Math.min(given, Math.floor(level)));
    });
    let at = now;
    let sinceMs = LONG_MS;
    for (const [index, state] of states.entries()) {
      const amount = amounts[index] as number;
      at = Math.max(at, availableAt(state, amount, now));
      if (amount > 0 && state.paced && state.level < state.quota.burst) {
        sinceMs = Math.min(sinceMs, (state.level - amount) / state.perMs);
      }
    }
    for (const [index, state] of states.entries()) take(state, amounts[index] as number, now);
    // Whoever waits for what it has reserved is still there.
    this.liveUntil.set(process, at + LIVE_MS);
    return { kind: 'granted', waitMs: at - now, sinceMs: Math.max(0, sinceMs), live, amounts, levels: levels() };
  }

  private settled(asks: readonly QuotaAsk[], now: number): Grant {
    const levels = this.putRight(asks, now).map(({ level }) => level);
    return { kind: 'granted', waitMs: 0, sinceMs: 0, live: 0, amounts: asks.map(() => 0), levels };
  }

  private putRight(asks: readonly QuotaAsk[], now: number): QuotaState[] {
    return asks.map(({ quota, owed, fresh }) => {
      const known = this.quotas.get(quota.name);
      const state = known ?? createQuota(quota);
      if (known === undefined && fresh !== null) state.level = Math.min(state.level, fresh);
      this.quotas.set(quota.name, state);
      settleQuota(state, 0, owed, now);
      return state;
    });
  }

  /** Which part of what a process wants it gets: as much as the tightest quota gives it for the time of a lease. */
  private partOf(asks: readonly QuotaAsk[], states: readonly QuotaState[], live: number): number {
    const isPaced = asks.some(({ want }, index) => states[index]?.paced === true && want > 0);
    const parts = asks.map(({ need, want, quota }, index) => {
      const { paced, perMs } = states[index] as QuotaState;
      if (want === 0 || paced !== isPaced) return 1;
      const most = Math.max(1, need, (perMs * this.options.leaseMs) / live);
      return (paced ? Math.min(quota.burst, most) : most) / want;
    });
    return Math.min(1, ...parts);
  }

  private countLive(now: number): number {
    let live = 0;
    for (const until of this.liveUntil.values()) if (until > now) live++;
    return live;
  }
}
