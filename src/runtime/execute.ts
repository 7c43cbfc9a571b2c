import type { CallState } from '../core/engine/call-state.js';
import { Outcome } from '../core/engine/outcome.js';
import { answerOfError } from './answer-of.js';
import { CallJob, isAwaited, type JobContext } from './call-job.js';
import type { GaveUpError } from './errors.js';
import { attemptTimeoutError, giveUpError } from './give-up.js';
import { isThenable } from './thenable.js';

/** What the function learns of the attempt that it makes. */
export interface Attempt {
  /** 1 for the first. */
  readonly attempt: number;
  /** Aborted when the caller aborts, the attempt takes too long, or the deadline comes. */
  readonly signal: AbortSignal;
  /** Tells what the attempt really used, by the name of the quota: the difference to its cost is given back or taken. */
  readonly settle: (used: Readonly<Record<string, number>>) => void;
}

/** `F`: what the fallback gives, where there is one. */
export interface ExecuteOptions<F = never> {
  /** Who shares quotas and cooldowns: calls with the same key do. Default: all calls of the client. */
  readonly key?: string | undefined;
  /** Units that a call takes of each quota, by the quota's name; 1 of those not named. */
  readonly cost?: Readonly<Record<string, number>> | undefined;
  /** Ends the call with the signal's reason, wherever it is. */
  readonly signal?: AbortSignal | null | undefined;
  /** Repeating the call is safe even when an attempt may have been processed. */
  readonly idempotent?: boolean | undefined;
  /** Goes before calls of a lower one; 1 is worth a second of waiting, so that nothing waits for ever. Default 0. */
  readonly priority?: number | undefined;
  /** Longest time in all, in ms or as a text such as `30s`; the policy's deadline holds too. */
  readonly deadlineMs?: number | string | undefined;
  /** Gives the result instead when the call is given up. */
  readonly fallback?: ((error: GaveUpError) => F | PromiseLike<F>) | undefined;
}

/** One call of a function under the policy: a promise for its result. */
export class ExecuteJob<T> extends CallJob<T> {
  private readonly run: (attempt: Attempt) => T | PromiseLike<T>;
  private current: LiveAttempt | null = null;

  constructor(
    context: JobContext,
    run: (attempt: Attempt) => T | PromiseLike<T>,
    callerSignal: AbortSignal | null,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ) {
    super(context, callerSignal, resolve, reject);
    this.run = run;
  }

  send(call: CallState): void {
    if (this.abortedBeforeSend()) return;
    const { attempt } = call;
    const { run } = this;
    this.current = new LiveAttempt(attempt, call, this);
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
    const error = giveUpError(call, this.driver.clock, this.history, this.lastError);
    this.finish();
    this.reject(error);
    this.stopAttempt(error);
  }

  protected stopAttempt(reason: unknown): void {
    this.current?.abort(reason);
  }

  private succeed(call: CallState, attempt: number, value: T): void {
    if (!isAwaited(call, attempt)) return;
    this.driver.answer(call, SERVED);
    this.finish();
    this.resolve(value);
    this.driver.pump();
  }

  private fail(call: CallState, attempt: number, error: unknown): void {
    if (!isAwaited(call, attempt)) return;
    const { driver, context } = this;
    this.failed(call, answerOfError(driver.engine.rules, error, driver.clock.wallNow(), context.provider), error);
  }
}

const SERVED = Object.freeze({ outcome: Outcome.OK, hintMs: null, scope: 'bucket', status: null });

/**
 * A controller is made only when somebody reads the signal: most functions do not, and it costs more than the call.
 * Whoever reads it late, once the attempt has been cut or aborted, must still see that.
 */
class LiveAttempt implements Attempt {
  readonly attempt: number;
  private readonly call: CallState;
  private readonly job: { readonly driver: JobContext['driver'] };
  private controller: AbortController | null = null;
  private stopped = false;
  private reason: unknown;

  constructor(attempt: number, call: CallState, job: { readonly driver: JobContext['driver'] }) {
    this.attempt = attempt;
    this.call = call;
    this.job = job;
  }

  get signal(): AbortSignal {
    if (this.controller === null) {
      this.controller = new AbortController();
      if (this.stopped) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  /** Made when it is asked for, and good without its attempt: people take what they need out of the argument. */
  get settle(): Attempt['settle'] {
    const { driver } = this.job;
    return (used) => {
      driver.settle(this.call, used);
      driver.pump();
    };
  }

  abort(reason: unknown): void {
    if (this.stopped) return;
    this.stopped = true;
    this.reason = reason;
    this.controller?.abort(reason);
  }
}
