import type { CallState } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import { Outcome } from '../core/engine/outcome.js';
import { CallJob, isAwaited } from './call-job.js';
import type { Driver } from './driver.js';
import { outcomeOfError } from './error-outcome.js';
import { attemptTimeoutError, giveUpError } from './errors.js';
import { isThenable } from './thenable.js';

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
  readonly signal?: AbortSignal | null | undefined;
  /** Repeating the call is safe even when an attempt may have been processed. */
  readonly idempotent?: boolean | undefined;
  /** Longest time in all, in ms; the policy's deadline holds too. */
  readonly deadlineMs?: number | undefined;
}

/** One call of a function under the policy: a promise for its result. */
export class ExecuteJob<T> extends CallJob<T> {
  private readonly run: (attempt: Attempt) => T | PromiseLike<T>;
  private current: LiveAttempt | null = null;
  private lastError: unknown;

  constructor(
    driver: Driver,
    run: (attempt: Attempt) => T | PromiseLike<T>,
    callerSignal: AbortSignal | null,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ) {
    super(driver, callerSignal, resolve, reject);
    this.run = run;
  }

  send(call: CallState): void {
    if (this.abortedBeforeSend()) return;
    const { attempt } = call;
    const { run } = this;
    this.current = new LiveAttempt(attempt);
    let result: T | PromiseLike<T>;
    try {
      result = run(this.current);
      if (isThenable(result)) {
        // Through a promise of our own, since a foreign thenable may throw, call back twice or call back at once.
        Promise.resolve(result).then(
          (value) => this.succeed(call, attempt, value),
          (error) => this.fail(call, attempt, error),
        );
        return;
      }
    } catch (error) {
      this.fail(call, attempt, error);
      return;
    }
    this.succeed(call, attempt, result);
  }

  cut(call: CallState): void {
    const error = attemptTimeoutError(call, this.driver.engine.rules.policy);
    this.stopAttempt(error);
    this.fail(call, call.attempt, error);
  }

  giveUp(call: CallState): void {
    const error = giveUpError(call, this.driver.clock, this.lastError);
    this.finish();
    this.reject(error);
    this.stopAttempt(error);
  }

  protected stopAttempt(reason: unknown): void {
    this.current?.abort(reason);
  }

  private succeed(call: CallState, attempt: number, value: T): void {
    if (!isAwaited(call, attempt)) return;
    this.driver.answer(call, Outcome.OK, null);
    this.finish();
    this.resolve(value);
    this.driver.pump();
  }

  private fail(call: CallState, attempt: number, error: unknown): void {
    if (!isAwaited(call, attempt)) return;
    this.lastError = error;
    const { driver } = this;
    const { outcome, hintMs } = outcomeOfError(driver.engine.rules, error, driver.clock.wallNow());
    const decision = driver.answer(call, outcome, hintMs);
    if (decision !== Decision.RETRY) {
      this.finish();
      this.reject(decision === Decision.RETURN ? error : giveUpError(call, driver.clock, error));
    }
    driver.pump();
  }
}

/**
 * A controller is made only when somebody reads the signal: most functions do not, and it costs more than the call.
 * Whoever reads it late, once the attempt has been cut or aborted, must still see that.
 */
class LiveAttempt implements Attempt {
  readonly attempt: number;
  private controller: AbortController | null = null;
  private stopped = false;
  private reason: unknown;

  constructor(attempt: number) {
    this.attempt = attempt;
  }

  get signal(): AbortSignal {
    if (this.controller === null) {
      this.controller = new AbortController();
      if (this.stopped) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  abort(reason: unknown): void {
    if (this.stopped) return;
    this.stopped = true;
    this.reason = reason;
    this.controller?.abort(reason);
  }
}
