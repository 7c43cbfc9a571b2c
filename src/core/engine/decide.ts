import { backoffMs } from '../backoff/backoff.js';
import type { Rules } from '../backoff/compile.js';
import type { CallState } from './call-state.js';
import { cooledUntil } from './cooldown.js';
import { Decision, isGiveUp } from './decision.js';
import type { KeyState } from './key-state.js';
import { Outcome } from './outcome.js';
import { takeRetry } from './retry-budget.js';

/**
 * Retry or stop, and when. The order: what the outcome allows, how many attempts are left, what the server asked for,
 * the own backoff where it said nothing, the deadline, the breaker, and last the budget, which is charged only for a
 * retry that would go. Sets `call.readyAt`: when the retry goes or, after a give-up, when it could have gone.
 *
 * `hintMs` is the wait that the server named, or null. 0 carries no information beside a refusal, so the own backoff
 * is waited. `u` is one uniform 0 ≤ u < 1; {@link needsDraw} tells whether it is used.
 */
export function decide(
  rules: Rules,
  key: KeyState,
  call: CallState,
  outcome: Outcome,
  hintMs: number | null,
  now: number,
  u: number,
): Decision {
  const stop = stopReason(rules, call, outcome);
  const hint = usableHint(rules, hintMs);
  if (stop !== Decision.RETRY) {
    if (isGiveUp(stop)) call.readyAt = couldGoAt(key, stop, hint, now);
    return stop;
  }

  const { retryAfter } = rules.policy;
  if (hint > retryAfter.maxMs && retryAfter.beyondMax === 'fail') {
    call.readyAt = now + hint;
    // The caller's own limit is the nearer reason, where both are passed.
    return call.readyAt >= call.deadlineAt ? Decision.GIVE_UP_DEADLINE : Decision.GIVE_UP_HINT;
  }
  let waitMs: number;
  if (hint === 0 || (hint > retryAfter.maxMs && retryAfter.beyondMax === 'backoff')) {
    waitMs = ownWaitMs(rules, call, outcome, u);
    call.hinted = false;
  } else {
    waitMs = Math.min(hint, retryAfter.maxMs);
    // Obeyed and refused again: the hint was too short, so our own growing wait takes over where it is longer.
    if (call.hinted) waitMs = Math.max(waitMs, ownWaitMs(rules, call, outcome, u));
    waitMs += spreadMs(rules, key, hint) * u;
    call.hinted = true;
  }
  call.readyAt = Math.max(now + waitMs, cooledUntil(key));
  if (call.readyAt >= call.deadlineAt) return Decision.GIVE_UP_DEADLINE;
  if (key.breaker !== null && call.readyAt < key.breaker.openUntil) {
    call.readyAt = key.breaker.openUntil;
    return Decision.GIVE_UP_BREAKER;
  }

  if (key.budget !== null) {
    const taken = takeRetry(rules.policy, key.budget, outcome, now);
    if (taken < 0) return Decision.GIVE_UP_BUDGET;
    call.budgetTaken = taken;
  }
  return Decision.RETRY;
}

/** Whether {@link decide} will compute a delay or a spread, and so needs a uniform of its own. */
export function needsDraw(
  rules: Rules,
  key: KeyState,
  call: CallState,
  outcome: Outcome,
  hintMs: number | null,
): boolean {
  if (stopReason(rules, call, outcome) !== Decision.RETRY) return false;
  const { maxMs, beyondMax } = rules.policy.retryAfter;
  const hint = usableHint(rules, hintMs);
  if (hint > maxMs && beyondMax === 'fail') return false;
  if (hint === 0 || (hint > maxMs && beyondMax === 'backoff')) return true;
  return call.hinted || spreadMs(rules, key, hint) > 0;
}

/** Why an outcome ends the call, or RETRY when it does not. Time plays no part yet. */
function stopReason(rules: Rules, call: CallState, outcome: Outcome): Decision {
  const { policy } = rules;
  switch (outcome) {
    case Outcome.OK:
    case Outcome.REJECTED:
    case Outcome.NO_ANSWER:
      return Decision.RETURN;
    case Outcome.TERMINAL:
      return Decision.GIVE_UP_TERMINAL;
    case Outcome.UNKNOWN: {
      const { idempotent } = policy.retryOn;
      if (idempotent === 'never' || (idempotent === 'auto' && !call.repeatable)) return Decision.GIVE_UP_NOT_REPEATABLE;
      break;
    }
    case Outcome.REFUSED:
      if (!policy.refusals.countAsAttempts && call.refusals > policy.refusals.max) return Decision.GIVE_UP_REFUSALS;
      break;
  }
  const exempt = policy.refusals.countAsAttempts ? 0 : call.refusals;
  if (call.attempt - exempt >= policy.maxAttempts) return Decision.GIVE_UP_ATTEMPTS;
  return call.replayable ? Decision.RETRY : Decision.GIVE_UP_BODY;
}

/** When a call that is given up could have gone; Infinity when that is not known. */
function couldGoAt(key: KeyState, stop: Decision, hint: number, now: number): number {
  return stop === Decision.GIVE_UP_TERMINAL && hint === 0 ? Infinity : Math.max(now + hint, cooledUntil(key));
}

/** The hint as a number above 0, or 0 when there is none to obey. */
function usableHint(rules: Rules, hintMs: number | null): number {
  return rules.policy.retryAfter.honor && hintMs !== null && hintMs > 0 ? hintMs : 0;
}

/** The own backoff, remembered because the next decorrelated wait grows from it. */
function ownWaitMs(rules: Rules, call: CallState, outcome: Outcome, u: number): number {
  const own = outcome === Outcome.REFUSED && rules.throttled !== null ? rules.throttled : rules;
  // Retry k follows attempt k, whatever made the earlier ones fail.
  call.previousMs = backoffMs(own, call.attempt, call.previousMs < 0 ? own.baseMs : call.previousMs, u);
  return call.previousMs;
}

/** How much may be added to a server's wait so that those it told the same do not return together. */
function spreadMs(rules: Rules, key: KeyState, hintMs: number): number {
  const { spreadMs: spread } = rules.policy.retryAfter;
  if (spread !== 'auto') return spread;
  return key.share === 1 ? 0 : Math.min(0.1 * hintMs, 1000);
}
