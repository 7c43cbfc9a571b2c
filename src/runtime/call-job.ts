import type { CallState } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import { type AbortMember, joinAbort, leaveAbort } from './abort-group.js';
import type { Driver, Job } from './driver.js';

/** What every kind of call has: a promise to settle once, and a caller whose signal ends it at any moment. */
export abstract class CallJob<T> implements Job, AbortMember {
  readonly driver: Driver;
  protected readonly callerSignal: AbortSignal | null;
  protected readonly resolve: (value: T) => void;
  protected readonly reject: (error: unknown) => void;
  private call: CallState | null = null;

  constructor(
    driver: Driver,
    callerSignal: AbortSignal | null,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ) {
    this.driver = driver;
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
    const { callerSignal } = this;
    if (callerSignal?.aborted) {
      this.reject(callerSignal.reason);
      return;
    }
    this.call = call;
    if (callerSignal !== null) joinAbort(callerSignal, this);
    this.driver.submit(call);
  }

  /** Ends the call, wherever it is, with the reason of its signal. */
  abort(reason: unknown): void {
    if (this.call === null) return;
    this.driver.abort(this.call);
    this.finish();
    this.reject(reason);
    this.stopAttempt(reason);
  }

  /**
   * Whether the signal has been aborted though its event has not come yet, as while another listener of the same event
   * makes room for this call. Ends the call then: nothing may be sent after an abort.
   */
  protected abortedBeforeSend(): boolean {
    if (!this.callerSignal?.aborted) return false;
    this.abort(this.callerSignal.reason);
    return true;
  }

  /** The call is about to be settled; lets go of the signal. */
  protected finish(): void {
    if (this.callerSignal !== null) leaveAbort(this.callerSignal, this);
    this.call = null;
  }
}

/** Whether the end of this attempt is still waited for: it may have been cut, or its call ended, in the meantime. */
export function isAwaited(call: CallState, attempt: number): boolean {
  return call.attempt === attempt && (call.decision === Decision.SEND || call.decision === Decision.CUT);
}
