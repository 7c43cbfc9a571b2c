import type { CallState } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import { Outcome } from '../core/engine/outcome.js';
import type { Driver, Job } from './driver.js';
import { outcomeOfError } from './error-outcome.js';
import { giveUpError } from './errors.js';

/** What the function learns of the attempt that it makes. */
export interface Attempt {
  /** 1 for the first. */
  readonly attempt: number;
  /** Aborted when the caller aborts, the attempt takes too long, or the deadline comes. */
  readonly signal: AbortSignal;
}

export interface ExecuteOptions {
  /** Who shares quotas and cooldowns: calls with the same key do. Default: all calls of the client. */
  readonly key?: string | undefined;
  /** Units that a call takes of each quota, by the quota's name; 1 of those not named. */
  readonly cost?: Readonly<Record<string, number>> | undefined;
  /** Ends the call with the signal's reason, wherever it is. */
  readonly signal?: AbortSignal | undefined;
  /** Repeating the call is safe even when an attempt may have been processed. */
  readonly idempotent?: boolean | undefined;
  /** Longest time in all, in ms; the policy's deadline holds too. */
  readonly deadlineMs?: number | undefined;
}

/** One call of a function under the policy: a promise for its result. */
export class ExecuteJob<T> implements Job {
  private readonly driver: Driver;
  private readonly run: (attempt: Attempt) => T | PromiseLike<T>;
  private readonly resolve: (value: T) => void;
  private readonly reject: (error: unknown) => void;
  private readonly callerSignal: AbortSignal | undefined;
  private controller: AbortController | null = null;
  private call: CallState | null = null;
  private lastError: unknown;

  constructor(
    driver: Driver,
    run: (attempt: Attempt) => T | PromiseLike<T>,
    callerSignal: AbortSignal | undefined,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ) {
    this.driver = driver;
    this.run = run;
    this.callerSignal = callerSignal;
    this.resolve = resolve;
    this.reject = reject;
  }

  start(call: CallState): void {
    this.call = call;
    const { callerSignal } = this;
    if (callerSignal !== undefined) {
      if (callerSignal.aborted) {
        this.reject(callerSignal.reason);
        return;
      }
      callerSignal.addEventListener('abort', this.onAbort);
    }
    this.driver.submit(call);
  }

  send(call: CallState): void {
    const attempt = call.attempt;
    // A controller is made only when somebody reads the signal: most functions do not, and it costs more than the call.
    this.controller = null;
    let result: T | PromiseLike<T>;
    try {
      result = this.run(new LazyAttempt(attempt, this));
    } catch (error) {
      this.fail(call, attempt, error);
      return;
    }
    if (isThenable(result)) {
      result.then(
        (value) => this.succeed(call, attempt, value),
        (error) => this.fail(call, attempt, error),
      );
    } else this.succeed(call, attempt, result);
  }

  cut(call: CallState): void {
    const error = new DOMException(`The attempt took longer than ${this.timeoutMs()} ms`, 'TimeoutError');
    this.controller?.abort(error);
    this.fail(call, call.attempt, error);
  }

  giveUp(call: CallState): void {
    const error = giveUpError(call, this.driver.clock, this.lastError);
    this.controller?.abort(error);
    this.finish();
    this.reject(error);
  }

  /** The signal of the attempt in flight. */
  signal(): AbortSignal {
    if (this.controller === null) {
      this.controller = new AbortController();
      if (this.callerSignal?.aborted) this.controller.abort(this.callerSignal.reason);
    }
    return this.controller.signal;
  }

  private succeed(call: CallState, attempt: number, value: T): void {
    // An attempt that was cut may still end; its result is of no interest any more.
    if (call.attempt !== attempt || call.decision !== Decision.SEND) return;
    this.driver.answer(call, Outcome.OK, null);
    this.finish();
    this.resolve(value);
  }

  private fail(call: CallState, attempt: number, error: unknown): void {
    if (call.attempt !== attempt || (call.decision !== Decision.SEND && call.decision !== Decision.CUT)) return;
    this.lastError = error;
    const { outcome, hintMs } = outcomeOfError(this.driver.engine.rules, error, this.driver.clock.wallNow());
    const decision = this.driver.answer(call, outcome, hintMs);
    if (decision === Decision.RETRY) return;
    this.finish();
    this.reject(decision === Decision.RETURN ? error : giveUpError(call, this.driver.clock, error));
  }

  private readonly onAbort = (): void => {
    if (this.call === null) return;
    const reason: unknown = this.callerSignal?.reason;
    this.driver.abort(this.call);
    this.controller?.abort(reason);
    this.finish();
    this.reject(reason);
  };

  private finish(): void {
    this.callerSignal?.removeEventListener('abort', this.onAbort);
    this.call = null;
  }

  private timeoutMs(): number | null {
    return this.driver.engine.rules.policy.attemptTimeoutMs;
  }
}

class LazyAttempt implements Attempt {
  readonly attempt: number;
  private readonly job: { signal(): AbortSignal };

  constructor(attempt: number, job: { signal(): AbortSignal }) {
    this.attempt = attempt;
    this.job = job;
  }

  get signal(): AbortSignal {
    return this.job.signal();
  }
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
