import type { Jitter } from '../grammar/jitter.js';
import { checkParsed } from '../policy/check-parsed.js';
import { isListed, type Policy } from '../policy/policy.js';
import { NEVER_RETRIED } from '../policy/read-field.js';

/** What saturates: the largest wait that is ever computed, so that nothing becomes Infinity or NaN. */
export const LONGEST_WAIT_MS = Number.MAX_SAFE_INTEGER;

/** A policy made ready to be asked millions of times: plain numbers, raw delays in a table. Made by {@link compile}. */
export interface Rules {
  readonly policy: Policy;
  /** First raw delay, and the floor of a decorrelated draw. */
  readonly baseMs: number;
  readonly multiplier: number;
  /** No computed wait is above it. {@link LONGEST_WAIT_MS} where the policy has no cap. */
  readonly capMs: number;
  readonly minMs: number;
  /** Raw delays stop here: the cap, divided by the jitter's upper share where that is above 1. */
  readonly rawLimitMs: number;
  readonly decorrelated: boolean;
  /** A wait is drawn between these shares of the raw delay. */
  readonly lowShare: number;
  readonly highShare: number;
  /**
   * Raw delay of retry k at index k − 1. Computed ones end where they stop growing or the attempts end; listed ones are
   * all there, because quota refusals are re-sent without using up an attempt.
   */
  readonly rawMs: Float64Array;
  /** The same rules with the base that applies after a quota refusal, where the policy has one. */
  readonly throttled: Rules | null;
  /** 1 at every status that may be retried. */
  readonly retryable: Uint8Array;
}

/**
 * Compiles a checked policy. Once per policy: the cost is a table of at most 1000 raw delays. Throws `PolicyError` for
 * what did not come from `parsePolicy`.
 */
export function compile(policy: Policy): Rules {
  checkParsed(policy);
  const { backoff } = policy;
  if (isListed(backoff)) return rulesOf(policy, backoff.delaysMs[0] as number, 1, backoff.delaysMs, null);
  const { baseMs, multiplier, throttledBaseMs } = backoff;
  const throttled = throttledBaseMs === null ? null : rulesOf(policy, throttledBaseMs, multiplier, null, null);
  return rulesOf(policy, baseMs, multiplier, null, throttled);
}

function rulesOf(
  policy: Policy,
  baseMs: number,
  multiplier: number,
  listedMs: readonly number[] | null,
  throttled: Rules | null,
): Rules {
  const [lowShare, highShare] = shares(policy.jitter);
  const capMs = policy.backoff.capMs ?? LONGEST_WAIT_MS;
  const rawLimitMs = highShare > 1 ? capMs / highShare : capMs;
  const retries = Math.max(1, policy.maxAttempts - 1);
  return Object.freeze({
    policy,
    baseMs,
    multiplier,
    capMs,
    minMs: policy.backoff.minMs,
    rawLimitMs,
    decorrelated: policy.jitter === 'decorrelated',
    lowShare,
    highShare,
    rawMs:
      listedMs === null
        ? grown(baseMs, multiplier, rawLimitMs, retries)
        : Float64Array.from(listedMs, (ms) => Math.min(ms, rawLimitMs)),
    throttled,
    retryable: retryableStatuses(policy),
  });
}

function shares(jitter: Jitter): readonly [low: number, high: number] {
  switch (jitter) {
    case 'none':
      return [1, 1];
    case 'equal':
      return [0.5, 1];
    case 'full':
    case 'decorrelated':
      return [0, 1];
    default:
      return [jitter.low, jitter.high];
  }
}

/** Repeated multiplication that stops at the limit, so that the last entry stands for all that follow. */
function grown(baseMs: number, multiplier: number, limitMs: number, retries: number): Float64Array {
  const raw: number[] = [];
  let delay = Math.min(baseMs, limitMs);
  while (raw.length < retries) {
    raw.push(delay);
    if (delay >= limitMs || delay === 0 || multiplier === 1) break;
    delay = Math.min(delay * multiplier, limitMs);
  }
  return Float64Array.from(raw);
}

function retryableStatuses(policy: Policy): Uint8Array {
  const retryable = new Uint8Array(600);
  for (const status of policy.retryOn.statuses) {
    if (status === '5xx') retryable.fill(1, 500, 600);
    else retryable[status] = 1;
  }
  for (const status of NEVER_RETRIED) retryable[status] = 0;
  return retryable;
}
