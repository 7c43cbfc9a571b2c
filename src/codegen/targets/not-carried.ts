import type { Policy } from '../../core/policy/policy.js';
import { writeDuration } from '../../core/policy/written.js';
import { LONGEST_TIMER_MS } from './program.js';

/** What of a policy generated code does not do, one sentence each. The differences that always hold are in docs/targets.md. */
export function notCarried(policy: Policy): string[] {
  const { backoff, retryAfter, retryOn } = policy;
  const notes: string[] = [];
  const say = (isLost: boolean, text: string) => isLost && notes.push(text);
  say(policy.deadlineMs !== null, `deadline ${time(policy.deadlineMs)}: stop the call from outside.`);
  say(
    policy.attemptTimeoutMs !== null,
    `attemptTimeoutMs ${time(policy.attemptTimeoutMs)}: set it on the HTTP client.`,
  );
  say(policy.idleTimeoutMs !== null, `idleTimeoutMs ${time(policy.idleTimeoutMs)}: set it on the HTTP client.`);
  say(policy.maxInFlight !== null, `maxInFlight ${policy.maxInFlight}: each call stands alone; limit the callers.`);
  say(policy.quotas.length > 0, 'quotas: each call stands alone and keeps no count.');
  say(policy.retryBudget !== null, 'retryBudget: each call stands alone, so a fleet may retry everything at once.');
  say(policy.throttle !== null, 'throttle: each call stands alone.');
  say(policy.breaker !== null, 'breaker: each call stands alone.');
  say(!retryOn.networkErrors, 'retryOn.networkErrors false: network errors are retried.');
  say(retryOn.idempotent === 'never', 'retryOn.idempotent never: wrap no request that must not happen twice.');
  say(
    retryAfter.honor && retryAfter.beyondMax === 'backoff',
    'retryAfter.beyondMax backoff: a longer wait is cut to the maximum instead.',
  );
  say(
    typeof retryAfter.spreadMs === 'number' && retryAfter.spreadMs > 0,
    'retryAfter.spreadMs: nothing is added to a server wait.',
  );
  const isDecorrelated =
    policy.jitter === 'decorrelated' && 'throttledBaseMs' in backoff && backoff.throttledBaseMs !== null;
  say(isDecorrelated, 'backoff.throttledBaseMs: with decorrelated jitter there is one base.');
  say(
    backoff.capMs !== null && backoff.capMs > LONGEST_TIMER_MS,
    `backoff.capMs ${time(backoff.capMs)}: waits are at most 24.8 days, the longest that timers hold.`,
  );
  return notes;
}

function time(ms: number | null): string {
  return ms === null ? 'none' : writeDuration(ms);
}
