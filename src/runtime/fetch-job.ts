import type { CallState } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import { classify, NO_RESPONSE, Outcome, Trait } from '../core/engine/outcome.js';
import { retryHint } from '../core/headers/retry-hint.js';
import type { Driver, Job } from './driver.js';
import { networkFault } from './error-outcome.js';
import { giveUpError, reportCall } from './errors.js';
import { type FetchInit, type FetchInput, isRequest } from './fetch-request.js';
import { attachReport } from './report.js';

/** One logical fetch: every attempt of it, and a promise for the last response. */
export class FetchJob implements Job {
  private readonly driver: Driver;
  private readonly fetch: typeof globalThis.fetch;
  private readonly input: FetchInput;
  private readonly init: FetchInit | undefined;
  private firstInit: RequestInit | undefined;
  private readonly callerSignal: AbortSignal | null;
  private readonly resolve: (response: Response) => void;
  private readonly reject: (error: unknown) => void;
  private readonly cutsShort: boolean;
  private controller: AbortController | null = null;
  private call: CallState | null = null;
  /** Status and fields of the last response; its body was cancelled before the wait. */
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
    this.driver = driver;
    this.fetch = fetch;
    this.input = input;
    this.init = init;
    this.firstInit = firstInit;
    this.callerSignal = callerSignal;
    this.resolve = resolve;
    this.reject = reject;
    const { attemptTimeoutMs, deadlineMs } = driver.engine.rules.policy;
    this.cutsShort = attemptTimeoutMs !== null || deadlineMs !== null;
  }

  start(call: CallState): void {
    if (this.callerSignal?.aborted) {
      this.reject(this.callerSignal.reason);
      return;
    }
    this.call = call;
    this.callerSignal?.addEventListener('abort', this.onAbort);
    this.driver.submit(call);
  }

  send(call: CallState): void {
    const { attempt } = call;
    let response: Promise<Response>;
    try {
      response = this.fetch(this.freshInput(), this.freshInit(attempt, call));
    } catch (error) {
      this.onError(call, attempt, error);
      return;
    }
    response.then(
      (answer) => this.onResponse(call, attempt, answer),
      (error) => this.onError(call, attempt, error),
    );
  }

  cut(call: CallState): void {
    const { attemptTimeoutMs } = this.driver.engine.rules.policy;
    const error = new DOMException(`The attempt took longer than ${attemptTimeoutMs} ms`, 'TimeoutError');
    this.controller?.abort(error);
    this.onError(call, call.attempt, error);
  }

  giveUp(call: CallState): void {
    if (this.lastResponse !== null) this.settle(call, this.lastResponse);
    else {
      const error = giveUpError(call, this.driver.clock, this.lastError);
      this.finish();
      this.reject(error);
      this.controller?.abort(error);
    }
  }

  private onResponse(call: CallState, attempt: number, response: Response): void {
    if (!isAwaited(call, attempt)) {
      discard(response);
      return;
    }
    const { status } = response;
    const { engine, clock } = this.driver;
    if (status < 400) {
      this.driver.answer(call, Outcome.OK, null);
      this.settle(call, response);
      return;
    }
    const outcome = classify(engine.rules, status, null, Trait.NONE);
    const { hintMs } = retryHint(response.headers, { nowMs: clock.wallNow() });
    // The driver sends other calls before it returns, so what this one needs later is kept first.
    this.lastResponse = response;
    const decision = this.driver.answer(call, outcome, hintMs);
    if (decision !== Decision.RETRY) this.settle(call, response);
    else {
      discard(response);
      this.lastResponse = withoutBody(response);
    }
  }

  private onError(call: CallState, attempt: number, error: unknown): void {
    if (!isAwaited(call, attempt)) return;
    this.lastError = error;
    this.lastResponse = null;
    const fault = faultOf(error);
    const { rules } = this.driver.engine;
    const outcome = fault === null ? Outcome.REJECTED : classify(rules, NO_RESPONSE, null, fault);
    const decision = this.driver.answer(call, outcome, null);
    if (decision === Decision.RETRY) return;
    this.finish();
    this.reject(decision === Decision.RETURN ? error : giveUpError(call, this.driver.clock, error));
  }

  private readonly onAbort = (): void => {
    if (this.call === null || this.callerSignal === null) return;
    const { reason } = this.callerSignal;
    this.driver.abort(this.call);
    this.controller?.abort(reason);
    this.finish();
    this.reject(reason);
  };

  private settle(call: CallState, response: Response): void {
    this.finish();
    attachReport(response, reportCall(call, this.driver.clock));
    const { onGiveUp } = this.driver.engine.rules.policy;
    if (onGiveUp === 'throw' && call.decision !== Decision.RETURN) {
      this.reject(giveUpError(call, this.driver.clock, response));
    } else this.resolve(response);
  }

  private finish(): void {
    this.callerSignal?.removeEventListener('abort', this.onAbort);
    this.call = null;
  }

  /** A Request can be sent once; a clone keeps the original for the next attempt. */
  private freshInput(): FetchInput {
    return isRequest(this.input) && this.input.body !== null ? this.input.clone() : this.input;
  }

  private freshInit(attempt: number, call: CallState): RequestInit | undefined {
    const init = typeof this.init === 'function' && attempt > 1 ? this.init(attempt) : this.firstInit;
    this.firstInit = typeof this.init === 'function' ? undefined : init;
    if (!this.cutsShort && call.deadlineAt === Infinity) return init;
    // A fresh controller for each attempt: a shared one would abort all that come after the first timeout.
    this.controller = new AbortController();
    const { signal } = this.controller;
    // The caller's signal stays joined, because it may still abort the body once the call has ended.
    return { ...init, signal: this.callerSignal === null ? signal : AbortSignal.any([this.callerSignal, signal]) };
  }
}

/** The traits of what fetch threw, or null when it is not a network fault. */
function faultOf(error: unknown): number | null {
  const fault = networkFault(error);
  if (fault !== null) return fault;
  // Browsers tell nothing but a sentence, each its own; a refused argument has another one.
  return error instanceof TypeError && FETCH_FAILED.test(error.message) ? Trait.NONE : null;
}

const FETCH_FAILED = /^(?:fetch failed|failed to fetch|load failed|network ?error|networkerror when attempting)/i;

function isAwaited(call: CallState, attempt: number): boolean {
  return call.attempt === attempt && (call.decision === Decision.SEND || call.decision === Decision.CUT);
}

/** Lets go of the connection. A body that has failed already has nothing to cancel. */
function discard(response: Response): void {
  response.body?.cancel().catch(() => {});
}

function withoutBody({ status, statusText, headers }: Response): Response {
  return new Response(null, { status, statusText, headers });
}
