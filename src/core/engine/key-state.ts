import type { Rules } from '../backoff/compile.js';
import type { AcceptedRate } from './accepted-rate.js';
import { type BreakerState, createBreaker } from './breaker.js';
import { Fifo } from './fifo.js';
import type { LearnedQuota } from './learned-quota.js';
import { OrderQueue } from './order-queue.js';
import { createQuota, type QuotaState } from './quota.js';
import { createRetryBudget, type RetryBudgetState } from './retry-budget.js';
import { createThrottle } from './throttle.js';
import type { WindowCounts } from './window-counts.js';

/** Who shares a credential: its cooldown and its slots count for all of its buckets. */
export class AccountState {
  readonly name: string;
  /** Nothing may be sent before this instant, because a quota of the whole account refused. */
  cooldownAt = 0;
  /** The part of it that the server named. */
  namedUntil = 0;
  inFlight = 0;
  readonly buckets = new Map<string, KeyState>();
  /** Buckets that wait for a slot of the account. */
  readonly waiting = new Fifo<KeyState>();

  constructor(name: string) {
    this.name = name;
  }
}

/** One bucket: who shares quotas, cooldown, budget, throttle and breaker. */
export class KeyState {
  readonly name: string;
  readonly account: AccountState;
  /** Nothing may be sent before this instant, because a quota refused. */
  cooldownAt = 0;
  /** The part of it that the server named. */
  namedUntil = 0;
  /** The same because the server named a wait while it was overloaded. Kept apart: it says nothing of our quota. */
  overloadAt = 0;
  inFlight = 0;
  /** Most calls in flight while nothing is known of the bucket. */
  window: number;
  /** The window still doubles per answered round. */
  growing = true;
  /** When the window was last halved: the other refusals of the same round do not halve it again. */
  narrowedAt = -Infinity;
  /** Our share of the bucket: 1 until refusals show that others use it too. */
  share = 1;
  /** Those of the policy. A driver exchanges them where processes share them, and when their store is gone. */
  quotas: readonly QuotaState[];
  /** Who has told them. */
  quotasFrom: 'policy' | 'server' = 'policy';
  /** The quotas are shared by a store: what is accepted and what is left says as much of other processes as of this one. */
  isShared = false;
  /** Nothing may be sent, because the store that the quotas are shared by is gone. */
  isCutOff = false;
  /** The limits that the server tells. */
  readonly learned: LearnedQuota[] = [];
  /** What it accepts, while it tells none. Null before the first refusal. */
  accepted: AcceptedRate | null = null;
  /** When a refusal was last put down to the burst. */
  burstKnownAt = -Infinity;
  /** Attempts sent so far. */
  sends = 0;
  readonly budget: RetryBudgetState | null;
  readonly throttle: WindowCounts | null;
  readonly breaker: BreakerState | null;

  /** Calls that wait for their turn. */
  readonly queue = new OrderQueue();
  /** Costs of what is queued, by quota: what a newcomer has to wait for. Whoever exchanges the quotas exchanges it too. */
  queuedCosts: Float64Array;
  /** Calls that are queued, aborted ones left out. */
  queued = 0;
  /** Calls that sleep until their retry. */
  sleeping = 0;
  /** It was let go because it had no calls; a call that comes all the same takes it up again. */
  forgotten = false;
  /** Where the engine will look at this bucket again. */
  place: Place = Place.IDLE;
  /** The earliest instant at which the engine has noted to do so; Infinity when there is none. */
  timedAt = Infinity;

  constructor(name: string, account: AccountState, rules: Rules) {
    const { policy } = rules;
    this.name = name;
    this.account = account;
    this.quotas = policy.quotas.map(createQuota);
    this.queuedCosts = new Float64Array(policy.quotas.length);
    this.budget = createRetryBudget(policy);
    this.throttle = createThrottle(policy.throttle);
    this.breaker = createBreaker(policy.breaker);
    this.window = policy.quotas.length > 0 ? Infinity : policy.initialInFlight;
  }
}

export const Place = { IDLE: 0, RUNNABLE: 1, TIMED: 2, NO_SLOT: 3, NO_ACCOUNT_SLOT: 4 } as const;
export type Place = (typeof Place)[keyof typeof Place];
