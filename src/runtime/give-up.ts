// What is told of calls and attempts that have come to an end.

import type { CallState } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import { explain } from '../core/engine/explain.js';
import { Outcome } from '../core/engine/outcome.js';
import type { Policy } from '../core/policy/policy.js';
import type { AttemptReport, CallReport, OutcomeName } from './call-report.js';
import type { Clock } from './clock.js';
import { GaveUpError, WouldWaitError } from './errors.js';
import { lastFailure } from './last-failure.js';

const WAITS: ReadonlySet<Decision> = new Set<Decision>([
  Decision.GIVE_UP_HINT,
  Decision.GIVE_UP_DEADLINE,
  Decision.GIVE_UP_QUOTA,
  Decision.GIVE_UP_BREAKER,
]);

/** The error for a call that was given up. */
export function giveUpError(
  call: CallState,
  clock: Clock,
  history: readonly AttemptReport[] | null,
  cause?: unknown,
): GaveUpError {
  const report = withLastFailure(reportCall(call, clock, history), cause);
  return WAITS.has(call.decision) && report.retryAt !== null
    ? new WouldWaitError(report, cause)
    : new GaveUpError(report, cause);
}

/** Most logs print the message alone: it has to say what went wrong, not only how often. */
function withLastFailure(report: CallReport, cause: unknown): CallReport {
  const failure = report.attempts === 0 ? null : lastFailure(cause);
  return failure === null
    ? report
    : { ...report, sentence: report.sentence.replace(/\)\.$/, `; the last failed with ${failure}).`) };
}

/** The error for a call that would have to wait where nothing may. `readyAt` is Infinity when it is not known. */
export function wouldWaitError(
  call: CallState,
  readyAt: number,
  clock: Clock,
  history: readonly AttemptReport[] | null,
  cause?: unknown,
): WouldWaitError {
  const waitMs = Number.isFinite(readyAt) ? Math.max(0, readyAt - clock.now()) : null;
  const why = 'The call would have to wait, and waiting is off';
  return new WouldWaitError(
    {
      ...reportCall(call, clock, history),
      reason: 'waiting-off',
      sentence: waitMs === null ? `${why}.` : `${why}; it could go in ${Math.ceil(waitMs)} ms.`,
      retryAt: waitMs === null ? null : dateOf(clock.wallNow() + waitMs),
      retryAfterMs: waitMs,
    },
    cause,
  );
}

/** What an attempt ends with that was cut: the name is the one that `AbortSignal.timeout` gives. */
export function attemptTimeoutError(call: CallState, policy: Policy): DOMException {
  return timeoutError(`Attempt ${call.attempt} took longer than attemptTimeoutMs, ${policy.attemptTimeoutMs} ms`);
}

export function timeoutError(message: string): DOMException {
  return new DOMException(message, 'TimeoutError');
}

/** The report of a call as of `now`. Instants are put on the wall clock only here. */
export function reportCall(
  call: CallState,
  clock: Clock,
  history: readonly AttemptReport[] | null,
  decision: Decision = call.decision,
  now = clock.now(),
): CallReport {
  const { reason, sentence, waitMs } = explain({ decision, readyAt: call.readyAt }, now);
  const tries = call.attempt === 1 ? '1 attempt' : `${call.attempt} attempts`;
  return {
    reason,
    sentence: sentence.replace(/\.$/, ` (${tries}).`),
    attempts: call.attempt,
    refusals: call.refusals,
    history: history ?? NO_HISTORY,
    elapsedMs: now - call.submittedAt,
    retryAt: waitMs === null ? null : dateOf(clock.wallNow() + waitMs),
    retryAfterMs: waitMs,
  };
}

/** The report of a call whose response was handed out, and whose body then broke off. */
export function reportInterrupted(call: CallState, clock: Clock, history: readonly AttemptReport[] | null): CallReport {
  const report = reportCall(call, clock, history, Decision.RETURN);
  return {
    ...report,
    reason: INTERRUPTED,
    sentence: 'The body of the response broke off after it had been handed out.',
  };
}

export const INTERRUPTED = 'stream-interrupted';

export function outcomeName(outcome: Outcome): OutcomeName {
  return OUTCOME_NAMES[outcome];
}

const OUTCOME_NAMES: Readonly<Record<Outcome, OutcomeName>> = {
  [Outcome.OK]: 'ok',
  [Outcome.REFUSED]: 'refused',
  [Outcome.OVERLOADED]: 'overloaded',
  [Outcome.UNKNOWN]: 'unknown',
  [Outcome.REJECTED]: 'rejected',
  [Outcome.TERMINAL]: 'terminal',
  [Outcome.NO_ANSWER]: 'no-answer',
};

const NO_HISTORY: readonly AttemptReport[] = Object.freeze([]);

/** The last day that a Date can hold; a server may name a later one. */
const LAST_DATE_MS = 8.64e15;

function dateOf(atMs: number): Date {
  return new Date(Math.min(Math.ceil(atMs), LAST_DATE_MS));
}
