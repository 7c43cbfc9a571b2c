import { type InputIssue, PolicyError } from '../errors.js';
import { FIELDS } from './fields.js';
import { isPlain } from './paths.js';
import type { Policy } from './policy.js';

const NAMES = [...new Set(FIELDS.map(({ path }) => path.split('.')[0] as string))];

/**
 * Throws {@link PolicyError} for what is no policy as `parsePolicy` gives it. Looks only at what arithmetic would trip
 * over, since it is asked for every answer: a policy as people write it, with fields left out or durations as text.
 */
export function checkParsed(policy: unknown): asserts policy is Policy {
  if (isPlain(policy) && NAMES.every((name) => policy[name] !== undefined) && isComputable(policy as unknown as Policy))
    return;
  throw new PolicyError([UNPARSED(policy)]);
}

const UNPARSED = (value: unknown): InputIssue => ({
  field: 'policy',
  value,
  allowed: 'a policy from parsePolicy',
  hint: 'parsePolicy checks what is written and fills in what is left out',
});

function isComputable({ backoff, maxAttempts, jitter, retryOn, quotas, refusals, retryAfter }: Policy): boolean {
  return (
    isPlain(backoff) &&
    hasRawDelays(backoff) &&
    Number.isFinite(backoff.minMs) &&
    (backoff.capMs === null || Number.isFinite(backoff.capMs)) &&
    Number.isInteger(maxAttempts) &&
    (typeof jitter === 'string' || isPlain(jitter)) &&
    Array.isArray(retryOn?.statuses) &&
    Array.isArray(quotas) &&
    isPlain(refusals) &&
    isPlain(retryAfter)
  );
}

function hasRawDelays(backoff: Policy['backoff']): boolean {
  if ('delaysMs' in backoff) return Array.isArray(backoff.delaysMs) && backoff.delaysMs.every(Number.isFinite);
  return Number.isFinite(backoff.baseMs) && Number.isFinite(backoff.multiplier);
}
