// A limiter of any kind from its data. Most people want this function; the kinds themselves are for those who keep the
// state elsewhere.

import { checkLimiter } from './check-limiter.js';
import { type ConcurrencySpec, concurrency } from './concurrency.js';
import { type CpuTimeSpec, cpuTime } from './cpu-time.js';
import { type FixedWindowSpec, fixedWindow } from './fixed-window.js';
import { gcra } from './gcra.js';
import { type LeakyBucketSpec, leakyBucket } from './leaky-bucket.js';
import type { LimiterKind } from './limiter.js';
import { slidingCounter } from './sliding-counter.js';
import { type SlidingWindowSpec, slidingLog } from './sliding-log.js';
import { type SubWindowsSpec, subWindows } from './sub-windows.js';
import { type TokenBucketSpec, tokenBucket } from './token-bucket.js';

export type LimiterSpec =
  | ({ readonly kind: 'token-bucket' } & TokenBucketSpec)
  | ({ readonly kind: 'gcra' } & TokenBucketSpec)
  | ({ readonly kind: 'leaky-bucket' } & LeakyBucketSpec)
  | ({ readonly kind: 'fixed-window' } & FixedWindowSpec)
  | ({ readonly kind: 'sliding-log' } & SlidingWindowSpec)
  | ({ readonly kind: 'sliding-counter' } & SlidingWindowSpec)
  | ({ readonly kind: 'sub-windows' } & SubWindowsSpec)
  | ({ readonly kind: 'concurrency' } & ConcurrencySpec)
  | ({ readonly kind: 'cpu-time' } & CpuTimeSpec);

/** A kind and its state in one: the verbs of {@link LimiterKind} without the state. */
export interface Limiter {
  readonly spec: LimiterSpec;
  waitMs(cost: number, now: number): number;
  charge(cost: number, now: number): void;
  settle(charged: number, used: number, chargedAt: number, now: number): void;
  remaining(now: number): number;
  resetMs(now: number): number;
}

/** Throws {@link InputError} for figures that no limiter can have. */
export function createLimiter(spec: LimiterSpec, now: number, field = 'limiter'): Limiter {
  checkLimiter(spec, field);
  switch (spec.kind) {
    case 'token-bucket':
      return bind(tokenBucket, spec, now);
    case 'gcra':
      return bind(gcra, spec, now);
    case 'leaky-bucket':
      return bind(leakyBucket, spec, now);
    case 'fixed-window':
      return bind(fixedWindow, spec, now);
    case 'sliding-log':
      return bind(slidingLog, spec, now);
    case 'sliding-counter':
      return bind(slidingCounter, spec, now);
    case 'sub-windows':
      return bind(subWindows, spec, now);
    case 'concurrency':
      return bind(concurrency, spec, now);
    case 'cpu-time':
      return bind(cpuTime, spec, now);
  }
}

/** The hot verb in one step: takes the cost and gives 0, or takes nothing and gives the wait of {@link LimiterKind.waitMs}. */
export function take(limiter: Limiter, cost: number, now: number): number {
  const wait = limiter.waitMs(cost, now);
  if (wait === 0) limiter.charge(cost, now);
  return wait;
}

/** The most that can be taken at once. */
export function capacityOf(spec: LimiterSpec): number {
  if (spec.kind === 'leaky-bucket') return spec.size;
  return 'burst' in spec && spec.burst !== undefined ? spec.burst : spec.amount;
}

function bind<Spec, State>(kind: LimiterKind<Spec, State>, spec: Spec & LimiterSpec, now: number): Limiter {
  const state = kind.create(spec, now);
  return {
    spec,
    waitMs: (cost, at) => kind.waitMs(state, cost, at),
    charge: (cost, at) => kind.charge(state, cost, at),
    settle: (charged, used, chargedAt, at) => kind.settle(state, charged, used, chargedAt, at),
    remaining: (at) => kind.remaining(state, at),
    resetMs: (at) => kind.resetMs(state, at),
  };
}
