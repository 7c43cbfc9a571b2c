import type { CallState } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import { Outcome } from '../core/engine/outcome.js';
import { type AbortMember, abortReason, joinAbort, leaveAbort, NOWHERE } from './abort-group.js';
import type { FullAnswer } from './answer-of.js';
import type { AttemptReport, CallReport } from './call-report.js';
import type { Driver, Job } from './driver.js';
import { giveUpError, outcomeName, wouldWaitError } from './give-up.js';

/** What calls of a client have in common. */
export interface JobContext {
  readonly driver: Driver;
  /** Calls that would have to wait end at once. */
  readonly neverWaits: boolean;
  /** The dialect that is asked for; undefined where it is told from what responses look like. */
  readonly provider: string | undefined;
  /** The call is over: told once, for events. */
  ended(call: CallState, report: CallReport | null, history: readonly AttemptReport[] | null): void;
}

/** More attempts than anybody reads. */
const LONGEST_HISTORY = 100;

/** What every kind of call has: a promise to settle once, and a caller whose signal ends it at any moment. */
export abstract class CallJob<T> implements Job, AbortMember {
  readonly driver: Driver;
  protected readonly context: JobContext;
  protected readonly callerSignal: AbortSignal | null;
  protected readonly resolve: (value: T) => void;
  protected readonly reject: (error: unknown) => void;
  protected history: AttemptReport[] | null = null;
  protected lastError: unknown;
  placeOfSignal = NOWHERE;
  private call: CallState | null = null;

  constructor(
    context: JobContext,
    callerSignal: AbortSignal | null,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ) {
    this.context = context;
    this.driver = context.driver;
    this.callerSignal = callerSignal;
    this.resolve = resolve;
    this.reject = reject;
  }

  abstract send(call: CallState): void;
  abstract cut(call: CallState): void;
  abstract giveUp(call: CallState): void;

  /** Tells the attempt in flight, if there is one, that nobody waits for it any more. */
  protected abstract stopAttempt(reason: unknown): void;

  start(call: CallState): void {
    const { callerSignal, driver } = this;
    if (callerSignal?.aborted) {
      this.reject(abortReason(callerSignal));
      return;
    }
    this.call = call;
    if (callerSignal !== null) joinAbort(callerSignal, this);
    driver.submit(call);
    if (this.context.neverWaits && call.decision === Decision.QUEUED) {
      this.endInsteadOfWaiting(call, driver.startAt(call));
      driver.pump();
    }
  }

  /** Ends the call, wherever it is, with the reason of its signal. */
  abort(reason: unknown): void {
    if (this.call === null) return;
    this.driver.abort(this.call);
    this.finish();
    this.reject(reason);
    this.stopAttempt(reason);
  }

  /** The attempt has brought no response. */
  protected failed(call: CallState, answer: FullAnswer, error: unknown): void {
    this.lastError = error;
    const { driver } = this;
    const decision = this.report(call, answer);
    if (decision === Decision.RETURN) {
      this.finish();
      this.reject(error);
    } else if (decision !== Decision.RETRY) this.rejectGivenUp(call, error);
    else if (this.context.neverWaits) this.endInsteadOfWaiting(call, call.readyAt, error);
    driver.pump();
  }

  /** Has the engine decide on an attempt that has ended, and remembers the attempt. */
  protected report(call: CallState, answer: FullAnswer): Decision {
    const { driver } = this;
    if (answer.outcome !== Outcome.OK) this.remember(call, answer);
    driver.observe(call, answer.limits);
    return driver.answer(call, answer);
  }

  protected rejectGivenUp(call: CallState, cause: unknown): void {
    const error = giveUpError(call, this.driver.clock, this.history, cause);
    this.finish();
    this.reject(error);
  }

  /** Ends a call that is queued or asleep, where waiting is off. */
  protected endInsteadOfWaiting(call: CallState, readyAt: number, cause?: unknown): void {
    this.driver.abort(call);
    const error = wouldWaitError(call, readyAt, this.driver.clock, this.history, cause);
    this.finish(error.report);
    this.reject(error);
  }

  /**
   * Whether the signal has been aborted though its event has not come yet, as while another listener of the same event
   * makes room for this call. Ends the call then: nothing may be sent after an abort.
   */
  protected abortedBeforeSend(): boolean {
    if (!this.callerSignal?.aborted) return false;
    this.abort(abortReason(this.callerSignal));
    return true;
  }

  /** The call is about to be settled; lets go of the signal. `report` where it says more than the last decision. */
  protected finish(report: CallReport | null = null): void {
    const { call } = this;
    if (this.callerSignal !== null) leaveAbort(this.callerSignal, this);
    this.call = null;
    if (call !== null) this.context.ended(call, report, this.history);
  }

  private remember(call: CallState, { outcome, status, hintMs }: FullAnswer): void {
    this.history ??= [];
    if (this.history.length >= LONGEST_HISTORY) this.history.shift();
    this.history.push({
      attempt: call.attempt,
      sentAfterMs: call.sentAt - call.submittedAt,
      tookMs: this.driver.clock.now() - call.sentAt,
      outcome: outcomeName(outcome),
      status,
      hintMs,
    });
  }
}

/** Whether the end of this attempt is still waited for: it may have been cut, or its call ended, in the meantime. */
export function isAwaited(call: CallState, attempt: number): boolean {
  return call.attempt === attempt && (call.decision === Decision.SEND || call.decision === Decision.CUT);
}
