import { compile } from '../../core/backoff/compile.js';
import { isListed, type Policy } from '../../core/policy/policy.js';
import type { ExampleRequest } from './example-request.js';

/** A policy, worked out as far as it goes without knowing the language. Times are in ms. */
export interface Program {
  readonly functionName: string;
  /** Attempts after the first one. */
  readonly retries: number;
  readonly baseMs: number;
  readonly multiplier: number;
  /** No computed wait is longer. Without a cap it is {@link LONGEST_TIMER_MS}. */
  readonly capMs: number;
  /** Whether the cap is needed when a wait is drawn: listed delays are capped already, unless the jitter reaches above. */
  readonly usesCap: boolean;
  readonly minMs: number;
  /** The raw delays written out, in place of base and multiplier; the last one repeats. */
  readonly delaysMs: readonly number[] | null;
  /** Another base after a 429. */
  readonly throttledBaseMs: number | null;
  /** The raw delays of the retries until they stop growing; for languages that have whole numbers only. */
  readonly rawMs: readonly number[];
  readonly throttledRawMs: readonly number[] | null;
  readonly draw: Draw;
  /** The exponent stops here, where base · multiplier^exponent would overflow before the retries end; else null. */
  readonly largestExponent: number | null;
  /** Longest wait named by a server that is obeyed; null when none is. */
  readonly retryAfterMaxMs: number | null;
  readonly statuses: RetriedStatuses;
  readonly example: ExampleRequest;
}

/** How a wait comes from a raw delay: shares of it, or a walk that grows from the last wait. */
export type Draw =
  | { readonly kind: 'none' | 'full' }
  | { readonly kind: 'between'; readonly low: number; readonly high: number }
  | { readonly kind: 'decorrelated' };

export interface RetriedStatuses {
  /** In ascending order; those of 500 and more are left out when all of these are retried. */
  readonly listed: readonly number[];
  readonly serverErrors: boolean;
}

/** Timers of many languages hold no more than 31 bits of milliseconds: 24.8 days. A longer one fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Throws `PolicyError` for what did not come from `parsePolicy`. */
export function programOf(policy: Policy, functionName: string, example: ExampleRequest): Program {
  const rules = compile(policy);
  const { backoff, retryAfter } = policy;
  const limited = (ms: number): number => Math.min(ms, LONGEST_TIMER_MS);
  const retries = policy.maxAttempts - 1;
  const throttled = rules.decorrelated ? null : rules.throttled;
  const draw = drawOf(policy);
  return {
    functionName,
    retries,
    baseMs: limited(rules.baseMs),
    multiplier: rules.multiplier,
    capMs: limited(rules.capMs),
    usesCap: !isListed(backoff) || (draw.kind === 'between' && (draw.high > 1 || backoff.minMs > 0)),
    minMs: limited(rules.minMs),
    delaysMs: isListed(backoff) && !rules.decorrelated ? Array.from(rules.rawMs, limited) : null,
    throttledBaseMs: throttled === null ? null : limited(throttled.baseMs),
    rawMs: Array.from(rules.rawMs, limited),
    throttledRawMs: throttled === null ? null : Array.from(throttled.rawMs, limited),
    draw,
    largestExponent: largestExponent(rules.multiplier, retries),
    retryAfterMaxMs: retryAfter.honor ? limited(retryAfter.maxMs) : null,
    statuses: statusesOf(policy),
    example,
  };
}

function drawOf({ jitter, backoff }: Policy): Draw {
  if (jitter === 'decorrelated') return { kind: 'decorrelated' };
  if (jitter === 'none') return { kind: 'none' };
  const [low, high] = jitter === 'full' ? [0, 1] : jitter === 'equal' ? [0.5, 1] : [jitter.low, jitter.high];
  return low === 0 && high === 1 && backoff.minMs === 0 ? { kind: 'full' } : { kind: 'between', low, high };
}

/** Far below the largest double, and far above the longest timer for every base of a nanosecond and more. */
const SAFE_POWER_OF_TEN = 200;

function largestExponent(multiplier: number, retries: number): number | null {
  if (multiplier === 1) return null;
  const largest = Math.floor(SAFE_POWER_OF_TEN / Math.log10(multiplier));
  return retries - 1 > largest ? largest : null;
}

function statusesOf({ retryOn }: Policy): RetriedStatuses {
  const serverErrors = retryOn.statuses.includes('5xx');
  const numbers = retryOn.statuses.filter((status) => status !== '5xx');
  const listed = [...new Set(numbers)].filter((status) => !serverErrors || status < 500).sort((a, b) => a - b);
  return { listed, serverErrors };
}
