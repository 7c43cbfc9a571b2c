import type { CallState } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import { classify, Outcome, Trait } from '../core/engine/outcome.js';
import { CallJob, isAwaited } from './call-job.js';
import type { Driver } from './driver.js';
import { hintOf, outcomeOfFault } from './error-outcome.js';
import { attemptTimeoutError, giveUpError, reportCall } from './errors.js';
import { type FetchInit, type FetchInput, initOf, isRequest } from './fetch-request.js';
import { attachReport } from './report.js';

/** One logical fetch: every attempt of it, and a promise for the last response. */
export class FetchJob extends CallJob<Response> {
  private readonly fetch: typeof globalThis.fetch;
  private readonly input: FetchInput;
  private readonly init: FetchInit | undefined;
  private readonly firstInit: RequestInit | undefined;
  /** Attempts may have to be stopped for another reason than the caller's. */
  private readonly cutsShort: boolean;
  private controller: AbortController | null = null;
  /** The last answer, if the last attempt had one; its body was cancelled before the wait. */
  private lastResponse: Response | null = null;
  private lastError: unknown;

  constructor(
    driver: Driver,
    fetch: typeof globalThis.fetch,
    input: FetchInput,
    init: FetchInit | undefined,
    firstInit: RequestInit | undefined,
    callerSignal: AbortSignal | null,
    resolve: (response: Response) => void,
    reject: (error: unknown) => void,
  ) {
    super(driver, callerSignal, resolve, reject);
    this.fetch = fetch;
    this.input = input;
    this.init = init;
    this.firstInit = firstInit;
    const { attemptTimeoutMs, deadlineMs } = driver.engine.rules.policy;
    this.cutsShort = attemptTimeoutMs !== null || deadlineMs !== null;
  }

  send(call: CallState): void {
    if (this.abortedBeforeSend()) return;
    const { attempt } = call;
    // Called without a `this`: browsers refuse a fetch that is the method of anything but the window.
    const { fetch } = this;
    try {
      Promise.resolve(fetch(this.freshInput(), this.freshInit(attempt))).then(
        (answer) => this.onResponse(call, attempt, answer),
        (error) => this.onError(call, attempt, error),
      );
    } catch (error) {
      this.onError(call, attempt, error);
    }
  }

  cut(call: CallState): void {
    const error = attemptTimeoutError(call, this.driver.engine.rules.policy);
    this.stopAttempt(error);
    this.onError(call, call.attempt, error);
  }

  giveUp(call: CallState): void {
    const error = giveUpError(call, this.driver.clock, this.lastError);
    if (this.lastResponse !== null) this.settle(call, withoutBody(this.lastResponse));
    else {
      this.finish();
      this.reject(error);
    }
    this.stopAttempt(error);
  }

  protected stopAttempt(reason: unknown): void {
    this.controller?.abort(reason);
  }

  private onResponse(call: CallState, attempt: number, response: Response): void {
    if (!isResponse(response)) {
      const error = new TypeError(`fetch gave ${response === null ? null : typeof response} instead of a Response`);
      this.onError(call, attempt, error);
      return;
    }
    if (!isAwaited(call, attempt)) {
      discard(response);
      return;
    }
    const { driver } = this;
    const { status } = response;
    // Also status 0, which a page gets to see of an answer of another origin.
    const served = status < 400;
    const outcome = served ? Outcome.OK : classify(driver.engine.rules, status, null, Trait.NONE);
    const hintMs = served ? null : hintOf(response.headers, driver.clock.wallNow());
    const decision = driver.answer(call, outcome, hintMs);
    if (decision === Decision.RETRY) {
      this.lastResponse = response;
      discard(response);
    } else this.settle(call, response);
    driver.pump();
  }

  private onError(call: CallState, attempt: number, error: unknown): void {
    if (!isAwaited(call, attempt)) return;
    this.lastError = error;
    // What an earlier attempt was told is overtaken.
    this.lastResponse = null;
    const { driver } = this;
    const { outcome, hintMs } = outcomeOfFault(driver.engine.rules, error);
    const decision = driver.answer(call, outcome, hintMs);
    if (decision !== Decision.RETRY) {
      this.finish();
      this.reject(decision === Decision.RETURN ? error : giveUpError(call, driver.clock, error));
    }
    driver.pump();
  }

  private settle(call: CallState, response: Response): void {
    const { driver } = this;
    this.finish();
    attachReport(response, reportCall(call, driver.clock));
    const throws = driver.engine.rules.policy.onGiveUp === 'throw' && call.decision !== Decision.RETURN;
    if (throws) this.reject(giveUpError(call, driver.clock, response));
    else this.resolve(response);
  }

  /** A Request can be sent once; a clone keeps the original for the next attempt. Firefox shows no body, so not null. */
  private freshInput(): FetchInput {
    return isRequest(this.input) && this.input.body !== null ? this.input.clone() : this.input;
  }

  private freshInit(attempt: number): RequestInit | undefined {
    const isMade = typeof this.init === 'function';
    const init = isMade && attempt > 1 ? initOf(this.init, attempt) : this.firstInit;
    if (!this.cutsShort && !isMade) return init;
    // The caller's signal stays joined, because it may still abort the body once the call has ended.
    const signals = new Set([this.callerSignal, init?.signal ?? null]);
    if (this.cutsShort) {
      // A fresh controller for each attempt: a shared one would abort all that come after the first timeout.
      this.controller = new AbortController();
      signals.add(this.controller.signal);
    }
    signals.delete(null);
    return { ...init, signal: joined([...signals] as AbortSignal[]) };
  }
}

function joined(signals: AbortSignal[]): AbortSignal | null {
  return signals.length > 1 ? AbortSignal.any(signals) : (signals[0] ?? null);
}

function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false;
  const { status, headers } = value as Response;
  return typeof status === 'number' && typeof headers === 'object';
}

/** Lets go of the connection. A body that has failed already has nothing to cancel. */
function discard(response: Response): void {
  // A fetch that is not the platform's may bring a Node stream, or a body that can do nothing.
  const body = response.body as (ReadableStream & { destroy?: () => void }) | null | undefined;
  try {
    if (typeof body?.cancel === 'function') Promise.resolve(body.cancel()).catch(() => {});
    else body?.destroy?.();
  } catch {}
}

/** Status and fields of a response whose body is gone: reading it would only tell that it was cancelled. */
function withoutBody(response: Response): Response {
  const { status, statusText, headers } = response;
  try {
    return new Response(null, { status, statusText, headers });
  } catch {
    return response;
  }
}
