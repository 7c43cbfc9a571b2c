import type { Rules } from '../backoff/compile.js';
import { neverFits, predictedStartAt, spentUntil } from './admit.js';
import { isOpen } from './breaker.js';
import type { CallState } from './call-state.js';
import { cooledUntil, isCooledTooLong } from './cooldown.js';
import { Decision } from './decision.js';
import { shareAhead } from './key-queue.js';
import { noteRequest, rejectShare } from './throttle.js';

/**
 * Why a new call is given up before it is queued, or QUEUED when nothing is in its way. Refusing early is kinder than
 * queueing what cannot start in time. Sets `call.readyAt` to when it could have gone; Infinity if that is not known.
 */
export function refuseAtOnce(rules: Rules, call: CallState, now: number): Decision {
  const { key, costs } = call;
  call.readyAt = Infinity;
  if (neverFits(key, costs, now)) return Decision.GIVE_UP_TOO_LARGE;
  if (key.isCutOff) return Decision.GIVE_UP_STORE;
  if (isBroken(rules, call, now)) return Decision.GIVE_UP_BREAKER;
  if (isShutTooLong(rules, call, now)) return shutReason(rules, call, now);
  if (call.deadlineAt === Infinity) return Decision.QUEUED;
  const startAt = predictedStartAt(key, costs, now, shareAhead(call));
  if (startAt < call.deadlineAt) return Decision.QUEUED;
  call.readyAt = startAt;
  return Decision.GIVE_UP_DEADLINE;
}

/** Why the head of a bucket is given up when its turn comes, or QUEUED. Draws a uniform only for a throttled bucket. */
export function refuseAtHead(rules: Rules, call: CallState, now: number, random: () => number): Decision {
  const { key } = call;
  const { throttle } = rules.policy;
  // A limit may have been told, or lowered, since the call came.
  if (key.learned.length > 0 && neverFits(key, call.costs, now)) {
    call.readyAt = Infinity;
    return Decision.GIVE_UP_TOO_LARGE;
  }
  if (key.isCutOff) {
    call.readyAt = Infinity;
    return Decision.GIVE_UP_STORE;
  }
  if (isShutTooLong(rules, call, now)) return shutReason(rules, call, now);
  if (isBroken(rules, call, now)) return Decision.GIVE_UP_BREAKER;
  if (throttle === null || key.throttle === null || call.throttlePassed) return Decision.QUEUED;
  const share = rejectShare(throttle, key.throttle, now);
  call.throttlePassed = true;
  if (share === 0 || random() >= share) return Decision.QUEUED;
  noteRequest(key.throttle, now);
  call.readyAt = now;
  return Decision.GIVE_UP_THROTTLED;
}

function isBroken(rules: Rules, call: CallState, now: number): boolean {
  const { breaker } = rules.policy;
  const state = call.key.breaker;
  if (breaker === null || state === null || !isOpen(breaker, state, now)) return false;
  call.readyAt = Math.max(now, state.openUntil);
  return true;
}

/** Shut by a cooldown beyond what the policy waits, or by a spent quota, which is never waited for. */
function isShutTooLong(rules: Rules, call: CallState, now: number): boolean {
  return isCooledTooLong(rules, call.key, now) || spentUntil(rules, call.key, call.costs, now) > 0;
}

function shutReason(rules: Rules, call: CallState, now: number): Decision {
  const spentAt = spentUntil(rules, call.key, call.costs, now);
  call.readyAt = Math.max(spentAt, cooledUntil(call.key));
  if (spentAt > 0) return Decision.GIVE_UP_QUOTA;
  return call.readyAt >= call.deadlineAt ? Decision.GIVE_UP_DEADLINE : Decision.GIVE_UP_HINT;
}
