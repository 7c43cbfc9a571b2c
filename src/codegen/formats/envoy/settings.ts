import type { PolicyInput } from '../../../core/policy/policy.js';
import { COUNTED, IGNORED } from '../../../core/presets/habits.js';
import type { Imported } from '../format.js';
import { holdAttempts } from '../habits.js';
import { lossOf } from '../loss.js';
import { statusesFor } from './conditions.js';

/** A retry policy of Envoy, whoever wrote it. */
export interface EnvoySettings {
  readonly retries: number;
  readonly baseMs: number;
  /** Longest delay before the jitter. */
  readonly maxMs: number;
  readonly retryOn: readonly string[];
  /** What the condition retriable-status-codes stands for. */
  readonly codes: readonly number[];
  readonly perTryMs: number | null;
  readonly perTryIdleMs: number | null;
  /** Of the route, retries included; null for none. */
  readonly timeoutMs: number | null;
  /** Whether Retry-After in seconds is obeyed, and up to what. */
  readonly hint: { readonly maxMs: number } | null;
}

export const DEFAULT_BASE_MS = 25;

/** Without max_interval, the longest delay is ten times the base. */
export const MAX_PER_BASE = 10;

/** The delay before the jitter: base · 2^(n−1), at most max. Envoy draws evenly from 0 to it. */
export function envoyMeans({ baseMs, maxMs }: EnvoySettings, retries: number): number[] {
  return Array.from({ length: retries }, (_, index) => Math.min(maxMs, baseMs * 2 ** Math.min(index, 60)) / 2);
}

/** What Envoy does, as a policy. */
export function envoyPolicy(settings: EnvoySettings, system: string): Imported {
  const { retries, baseMs, maxMs, perTryMs, perTryIdleMs, timeoutMs, hint } = settings;
  const { maxAttempts, losses } = holdAttempts(retries + 1, system);
  const { statuses, networkErrors, unmapped } = statusesFor(settings);
  if (unmapped.length > 0) {
    const does = `${system} also repeats on ${unmapped.join(', ')}`;
    losses.push(lossOf('retryOn.statuses', 'dropped', 'has no status for it', does));
  }
  if (settings.retryOn.includes('5xx'))
    losses.push(lossOf('retryOn.statuses', 'approximated', NEVER, `${system} does`));
  if (hint !== null) losses.push(lossOf('retryAfter.spreadMs', 'approximated', SPREAD, HALF));
  const policy: PolicyInput = {
    backoff: { baseMs, multiplier: 2, capMs: maxMs },
    jitter: 'full',
    maxAttempts,
    refusals: COUNTED,
    retryAfter: hint === null ? IGNORED : { honor: true, maxMs: hint.maxMs, beyondMax: 'backoff' },
    retryOn: { statuses, networkErrors, idempotent: 'always' },
    ...(perTryMs === null ? {} : { attemptTimeoutMs: perTryMs }),
    ...(perTryIdleMs === null ? {} : { idleTimeoutMs: perTryIdleMs }),
    ...(timeoutMs === null ? {} : { deadlineMs: timeoutMs }),
  };
  return { policy, losses };
}

const NEVER = 'never repeats 501, 505 and 511';
const SPREAD = 'adds nothing to a wait that the server names until others share the quota, then up to a tenth and 1 s';
const HALF = 'Envoy always adds up to half of it';
