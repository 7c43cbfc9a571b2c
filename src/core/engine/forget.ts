// Which buckets need not be kept.

import type { Rules } from '../backoff/compile.js';
import { cooledUntil } from './cooldown.js';
import { type KeyState, Place } from './key-state.js';
import { capOf, refresh } from './learned-quota.js';
import { availableAt } from './quota.js';
import { advance } from './window-counts.js';

/** Whether a bucket without calls would be made anew the same, or nearly: only what the server tells would be missing. */
export function isForgettable(rules: Rules, key: KeyState, now: number): boolean {
  const { quotas, learned, budget, throttle, breaker } = key;
  if (key.inFlight > 0 || key.queued > 0 || key.sleeping > 0 || key.place !== Place.IDLE) return false;
  if (cooledUntil(key) > now) return false;
  if (breaker !== null && (breaker.failures > 0 || breaker.openUntil !== -Infinity)) return false;
  for (const counts of [budget?.counts ?? null, throttle]) {
    if (counts === null) continue;
    advance(counts, now);
    if (counts.firstTotal + counts.secondTotal > 0) return false;
  }
  if (
    budget !== null &&
    rules.policy.retryBudget?.kind === 'tokens' &&
    budget.tokens < rules.policy.retryBudget.capacity
  ) {
    return false;
  }
  for (const quota of quotas) {
    if (quota.leases !== null) {
      // The store has the rest; what is owed to it is less than a lease.
      if (quota.leases.held.length > 0) return false;
      continue;
    }
    const { burst, amount } = quota.quota;
    if (availableAt(quota, quota.paced ? burst : amount, now) > now) return false;
  }
  for (const quota of learned) {
    refresh(quota, now);
    if (quota.level < capOf(quota) * 0.999 && quota.endsAt > now) return false;
  }
  return true;
}
