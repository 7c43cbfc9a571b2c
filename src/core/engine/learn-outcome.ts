import type { Policy } from '../policy/policy.js';
import { noteResult, returnTrial } from './breaker.js';
import type { CallState } from './call-state.js';
import { Outcome } from './outcome.js';
import { refund } from './retry-budget.js';
import { noteAccept, noteRequest } from './throttle.js';

/**
 * What the calls of a bucket have in common learns from how one attempt ended: breaker, throttle and retry budget. The
 * attempt is no trial any more afterwards. False where nobody answered, which says nothing of the service.
 */
export function learnOutcome(policy: Policy, call: CallState, outcome: Outcome, now: number): boolean {
  const { key, trial } = call;
  call.trial = false;
  if (outcome === Outcome.NO_ANSWER) {
    if (trial && key.breaker !== null) returnTrial(key.breaker);
    return false;
  }
  const failed = outcome === Outcome.OVERLOADED || outcome === Outcome.UNKNOWN;
  if (policy.breaker !== null && key.breaker !== null) noteResult(policy.breaker, key.breaker, trial, failed, now);
  if (key.throttle !== null) {
    noteRequest(key.throttle, now);
    if (!failed) noteAccept(key.throttle, now);
  }
  if (key.budget !== null && outcome === Outcome.OK) refund(policy, key.budget, call.budgetTaken);
  return true;
}
