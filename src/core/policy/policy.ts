import type { Jitter } from '../grammar/jitter.js';

/**
 * How one client retries, as plain data. The same policy is computed, planned, simulated, generated and run.
 * This is the normalised form: every field is there. People write a {@link PolicyInput}, where all are optional.
 */
export interface Policy {
  readonly version: 1;
  readonly backoff: ExponentialBackoff | ListedBackoff;
  readonly jitter: Jitter;
  readonly maxAttempts: number;
  readonly refusals: { readonly countAsAttempts: boolean; readonly max: number };
  readonly retryAfter: {
    readonly honor: boolean;
    readonly maxMs: number;
    readonly beyondMax: 'fail' | 'clamp' | 'backoff';
    readonly spreadMs: number | 'auto';
  };
  readonly retryOn: {
    readonly statuses: readonly (number | '5xx')[];
    readonly networkErrors: boolean;
    readonly idempotent: 'auto' | 'always' | 'never';
  };
  readonly attemptTimeoutMs: number | null;
  readonly idleTimeoutMs: number | null;
  readonly deadlineMs: number | null;
  readonly maxInFlight: number | null;
  readonly initialInFlight: number;
  readonly quotas: readonly Quota[];
  readonly retryBudget: RatioBudget | TokenBudget | null;
  readonly throttle: Throttle | null;
  readonly breaker: Breaker | null;
  readonly onGiveUp: 'response' | 'throw';
}

export interface ExponentialBackoff {
  readonly baseMs: number;
  readonly multiplier: number;
  readonly capMs: number | null;
  readonly minMs: number;
  readonly throttledBaseMs: number | null;
}

/** Raw delays written out; the last one repeats when the retries outnumber the list. */
export interface ListedBackoff {
  readonly delaysMs: readonly number[];
  readonly capMs: number | null;
  readonly minMs: number;
}

/** An amount per window; `burst` is what can be taken at once. */
export interface Quota {
  readonly name: string;
  readonly amount: number;
  readonly windowMs: number;
  readonly burst: number;
}

export interface RatioBudget {
  readonly kind: 'ratio';
  readonly share: number;
  readonly windowMs: number;
  readonly floorPerSecond: number;
}

export interface TokenBudget {
  readonly kind: 'tokens';
  readonly capacity: number;
  readonly cost: { readonly transient: number; readonly throttled: number };
  /** What a success returns: at the first attempt, and at a retry, where `cost` is what that retry took. */
  readonly refund: { readonly firstTry: number; readonly retry: number | 'cost' };
}

export interface Throttle {
  readonly k: number;
  readonly windowMs: number;
  readonly maxRejectShare: number;
}

export interface Breaker {
  readonly threshold: number;
  readonly resetMs: number;
  readonly halfOpenPermits: number;
}

/** Durations may be written as text (`"1.5s"`), counts and shares as in the flags. */
type Written = number | string;

/**
 * A policy as people write it. Every field is optional; unknown keys are refused. What each field means, allows and has as
 * its default is in the table of docs/policy.md, and in the `about` of `FIELDS`.
 */
export interface PolicyInput {
  readonly version?: 1;
  readonly backoff?: {
    readonly baseMs?: Written;
    readonly multiplier?: number;
    readonly capMs?: Written | null;
    readonly minMs?: Written;
    readonly throttledBaseMs?: Written | null;
    readonly delaysMs?: readonly Written[];
  };
  readonly jitter?: Jitter | (string & {});
  readonly maxAttempts?: number;
  readonly refusals?: { readonly countAsAttempts?: boolean; readonly max?: number };
  readonly retryAfter?: {
    readonly honor?: boolean;
    readonly maxMs?: Written;
    readonly beyondMax?: 'fail' | 'clamp' | 'backoff';
    readonly spreadMs?: Written;
  };
  readonly retryOn?: {
    readonly statuses?: readonly (number | '5xx')[];
    readonly networkErrors?: boolean;
    readonly idempotent?: 'auto' | 'always' | 'never';
  };
  readonly attemptTimeoutMs?: Written | null;
  readonly idleTimeoutMs?: Written | null;
  readonly deadlineMs?: Written | null;
  readonly maxInFlight?: number | null;
  readonly initialInFlight?: number;
  readonly quotas?: readonly QuotaInput[];
  readonly retryBudget?: RetryBudgetInput | null;
  readonly throttle?: { readonly k?: number; readonly windowMs?: Written; readonly maxRejectShare?: Written } | null;
  readonly breaker?: {
    readonly threshold?: number;
    readonly resetMs?: Written;
    readonly halfOpenPermits?: number;
  } | null;
  readonly onGiveUp?: 'response' | 'throw';
}

export interface QuotaInput {
  readonly name: string;
  readonly amount: Written;
  readonly windowMs: Written;
  readonly burst?: Written;
}

export interface RetryBudgetInput {
  readonly kind?: 'ratio' | 'tokens';
  readonly share?: Written;
  readonly windowMs?: Written;
  readonly floorPerSecond?: number;
  readonly capacity?: number;
  readonly cost?: { readonly transient?: number; readonly throttled?: number };
  readonly refund?: { readonly firstTry?: number; readonly retry?: number | 'cost' };
}

/** True when the raw delays are listed rather than computed. */
export function isListed(backoff: Policy['backoff']): backoff is ListedBackoff {
  return 'delaysMs' in backoff;
}
