import type { CallState } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import { explain } from '../core/engine/explain.js';
import type { Policy } from '../core/policy/policy.js';
import type { Clock } from './clock.js';

/** How a call went: what errors carry, and what `reportOf(response)` tells of a response. */
export interface CallReport {
  /** Stable word for why the call ended, such as `answered`, `attempts-exhausted` or `wait-exceeds-deadline`. */
  readonly reason: string;
  readonly sentence: string;
  /** Attempts sent. */
  readonly attempts: number;
  /** Attempts among them that a quota refused. */
  readonly refusals: number;
  /** From submission to the end, in ms. */
  readonly elapsedMs: number;
  /** When it could have gone, where that is known. */
  readonly retryAt: Date | null;
  /** Time until `retryAt`, in ms. */
  readonly retryAfterMs: number | null;
}

/** A call that was given up. `cause` is what the last attempt threw or, under `onGiveUp: throw`, its response. */
export class GaveUpError extends Error {
  readonly code: 'gave-up' | 'would-wait' = 'gave-up';
  readonly report: CallReport;

  constructor(report: CallReport, cause?: unknown) {
    super(report.sentence, cause === undefined ? undefined : { cause });
    this.name = 'GaveUpError';
    this.report = report;
  }

  /** Stable word for the reason. */
  get reason(): string {
    return this.report.reason;
  }

  /** When the call could have gone, where that is known. */
  get retryAt(): Date | null {
    return this.report.retryAt;
  }
}

/** The call would have to wait for longer than it may: nothing is wrong with it, and `retryAt` says when to come back. */
export class WouldWaitError extends GaveUpError {
  override readonly code = 'would-wait';

  constructor(report: CallReport, cause?: unknown) {
    super(report, cause);
    this.name = 'WouldWaitError';
  }
}

const WAITS: ReadonlySet<Decision> = new Set<Decision>([
  Decision.GIVE_UP_HINT,
  Decision.GIVE_UP_DEADLINE,
  Decision.GIVE_UP_QUOTA,
  Decision.GIVE_UP_BREAKER,
]);

/** The error for a call that was given up. */
export function giveUpError(call: CallState, clock: Clock, cause?: unknown): GaveUpError {
  const report = reportCall(call, clock);
  return WAITS.has(call.decision) && report.retryAt !== null
    ? new WouldWaitError(report, cause)
    : new GaveUpError(report, cause);
}

/** What an attempt ends with that was cut: the name is the one that `AbortSignal.timeout` gives. */
export function attemptTimeoutError(call: CallState, policy: Policy): DOMException {
  return new DOMException(
    `Attempt ${call.attempt} took longer than attemptTimeoutMs, ${policy.attemptTimeoutMs} ms`,
    'TimeoutError',
  );
}

/** The report of a call as of now. Instants are put on the wall clock only here. */
export function reportCall(call: CallState, clock: Clock): CallReport {
  const now = clock.now();
  const { reason, sentence, waitMs } = explain(call, now);
  const tries = call.attempt === 1 ? '1 attempt' : `${call.attempt} attempts`;
  return {
    reason,
    sentence: sentence.replace(/\.$/, ` (${tries}).`),
    attempts: call.attempt,
    refusals: call.refusals,
    elapsedMs: now - call.submittedAt,
    retryAt: waitMs === null ? null : dateOf(clock.wallNow() + waitMs),
    retryAfterMs: waitMs,
  };
}

/** The last day that a Date can hold; a server may name a later one. */
const LAST_DATE_MS = 8.64e15;

function dateOf(atMs: number): Date {
  return new Date(Math.min(Math.ceil(atMs), LAST_DATE_MS));
}
