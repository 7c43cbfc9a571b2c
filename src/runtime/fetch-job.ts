import { type CallState, Phase } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import { Outcome } from '../core/engine/outcome.js';
import { joinAbort, leaveAbort } from './abort-group.js';
import { answerOfFault, type FullAnswer } from './answer-of.js';
import { type FetchOrder, initFor, inputFor } from './attempt-request.js';
import { BodySource } from './body/body-source.js';
import { discard, withoutBody } from './body/discard.js';
import { type EarlyLook, lookFor, readEarly } from './body/early-look.js';
import { isEventStream } from './body/response-field.js';
import { TrackedBody } from './body/tracked-body.js';
import { isTrackable, track } from './body/tracked-response.js';
import { tellsUsage, UsageReader } from './body/usage.js';
import { CallJob, isAwaited, type JobContext } from './call-job.js';
import { type AnswerContext, answerOfFetch } from './fetch-answer.js';
import { attemptTimeoutError, giveUpError, reportCall, reportInterrupted } from './give-up.js';
import { dialectNamed } from './provider.js';
import { recognise } from './recognised.js';
import { attachReport } from './report.js';

/** How a client treats responses. */
export interface FetchContext extends JobContext, AnswerContext {
  readonly tracksBodies: boolean;
  readonly holdsFirstEvent: boolean | 'auto';
  /** True while the fetch below is being called; one that calls the client again is recognised by it. */
  isCallingFetch: boolean;
}

/** One logical fetch: every attempt of it, and a promise for the last response. */
export class FetchJob extends CallJob<Response> {
  declare protected readonly context: FetchContext;
  private readonly order: FetchOrder;
  private controller: AbortController | null = null;
  /** The last answer, if the last attempt had one; its body was cancelled before the wait. */
  private lastResponse: Response | null = null;
  /** The body of the attempt in flight, while it is read ahead. */
  private early: BodySource | null = null;
  /** The body that was handed out and holds the slot. */
  private held: TrackedBody | null = null;

  constructor(
    context: FetchContext,
    order: FetchOrder,
    resolve: (response: Response) => void,
    reject: (error: unknown) => void,
  ) {
    super(context, order.signal, resolve, reject);
    this.order = order;
  }

  /** The last response of a call that was given up, for a fallback. */
  get response(): Response | null {
    return this.lastResponse;
  }

  send(call: CallState): void {
    if (this.abortedBeforeSend()) return;
    const { attempt } = call;
    // Called without a `this`: browsers refuse a fetch that is the method of anything but the window.
    const { fetch } = this.order;
    try {
      // A fresh controller for each attempt: a shared one would abort all that come after the first timeout.
      this.controller = this.mayBeCut(call) ? new AbortController() : null;
      const stop = this.controller?.signal ?? null;
      const init = initFor(this.order, attempt, stop, this.context.tracksBodies);
      const input = inputFor(this.order);
      this.context.isCallingFetch = true;
      Promise.resolve(fetch(input, init)).then(
        (answer) => this.guarded(call, attempt, () => this.onResponse(call, attempt, answer)),
        (error) => this.onError(call, attempt, error),
      );
    } catch (error) {
      this.onError(call, attempt, error);
    } finally {
      this.context.isCallingFetch = false;
    }
  }

  cut(call: CallState): void {
    if (this.early !== null) {
      // The head of the response is there: what it says counts more than that its body is slow.
      this.early.stopAhead();
      return;
    }
    const error = attemptTimeoutError(call, this.driver.engine.rules.policy);
    this.stopAttempt(error);
    this.onError(call, call.attempt, error);
  }

  giveUp(call: CallState): void {
    const error = giveUpError(call, this.driver.clock, this.history, this.lastError);
    if (this.held !== null) this.finish();
    else if (this.lastResponse !== null) this.settle(call, withoutBody(this.lastResponse));
    else {
      this.finish();
      this.reject(error);
    }
    this.stopAttempt(error);
  }

  override abort(reason: unknown): void {
    if (this.held?.isReleased) this.stopAttempt(reason);
    else super.abort(reason);
  }

  protected stopAttempt(reason: unknown): void {
    this.held?.fail(reason);
    this.early?.fail(reason);
    this.controller?.abort(reason);
  }

  private onResponse(call: CallState, attempt: number, response: Response): void {
    if (!isResponse(response)) {
      this.onError(call, attempt, new TypeError(`fetch gave ${whatItIs(response)} instead of a Response`));
      return;
    }
    if (!isAwaited(call, attempt)) {
      discard(response);
      return;
    }
    const { context, order, driver } = this;
    const look = lookFor(response, order.dialect, context.holdsFirstEvent);
    if (look === null || !isTrackable(response)) {
      this.conclude(call, response, null, undefined, 0);
      return;
    }
    const source = new BodySource(driver, response.body as ReadableStream<Uint8Array>, this.idleMs);
    this.early = source;
    const headAt = driver.clock.now();
    void readEarly(source, look).then((early) => {
      this.early = null;
      const readMs = driver.clock.now() - headAt;
      if (!isAwaited(call, attempt)) source.cancel().catch(() => {});
      else this.guarded(call, attempt, () => this.onEarly(call, response, source, look, early, readMs));
    });
  }

  /** A response that is not the platform's may throw wherever it is touched, and its call must end all the same. */
  private guarded(call: CallState, attempt: number, act: () => void): void {
    try {
      act();
    } catch (error) {
      if (call.phase !== Phase.DONE) this.onError(call, attempt, error);
      else {
        // The engine is done with it, but nobody has heard of that.
        this.finish();
        this.reject(error);
      }
    }
  }

  private onEarly(
    call: CallState,
    response: Response,
    source: BodySource,
    look: EarlyLook,
    { body, failure }: { readonly body: unknown; readonly failure: { readonly error: unknown } | null },
    readMs: number,
  ): void {
    // Nothing was handed out, so that a stream which breaks before its first event is like one that never began.
    if (failure !== null && look === 'event') this.onError(call, call.attempt, failure.error);
    else this.conclude(call, response, source, body, readMs);
  }

  /** The attempt has brought a response, of which all is known that will be. `readMs`: since its head was there. */
  private conclude(
    call: CallState,
    response: Response,
    source: BodySource | null,
    body: unknown,
    readMs: number,
  ): void {
    const { driver, context, order } = this;
    const answer = answerOfFetch(driver, context, order, response, body, readMs);
    if (order.dialect === null && answer.sender !== undefined) recognise(call.key.account, answer.sender, order);
    if (answer.outcome === Outcome.OK) {
      this.serve(call, response, source, answer);
      return;
    }
    const decision = this.report(call, answer);
    if (decision === Decision.RETRY) {
      this.lastResponse = response;
      discard(response, source);
      if (context.neverWaits) this.endInsteadOfWaiting(call, call.readyAt, withoutBody(response));
    } else {
      if (source !== null) this.putBack(response, source);
      this.settle(call, response);
    }
    driver.pump();
  }

  /** What was read ahead is there again for whoever reads the body. */
  private putBack(response: Response, source: BodySource): void {
    const { driver, idleMs } = this;
    track(response, new TrackedBody(response, source, { driver, idleMs, usage: null, slot: null }));
  }

  private serve(call: CallState, response: Response, source: BodySource | null, answer: FullAnswer): void {
    const { driver, context, order } = this;
    driver.observe(call, answer.limits);
    if (!context.tracksBodies || (source === null && !isTrackable(response))) {
      if (source !== null) this.putBack(response, source);
      driver.answer(call, answer);
      this.settle(call, response);
      driver.pump();
      return;
    }
    // The attempt has succeeded as far as its time is concerned; the deadline goes on.
    call.cutAt = null;
    // Whoever answers at an address that is not known, such as an emulator or a proxy, is known by the answer itself.
    const dialect = order.dialect ?? (answer.sender === undefined ? null : dialectNamed(answer.sender));
    const usage = tellsUsage(dialect) ? new UsageReader(dialect, isEventStream(response)) : null;
    const held = new TrackedBody(response, source, {
      driver,
      idleMs: this.idleMs,
      usage,
      slot: {
        released: (failure) => this.onReleased(call, response, answer, usage, failure),
        resumed: () => this.onResumed(),
        ended: () => this.onBodyEnd(),
      },
    });
    this.held = held;
    track(response, held);
    this.attachAnswered(call, response);
    this.resolve(response);
  }

  private onReleased(
    call: CallState,
    response: Response,
    answer: FullAnswer,
    usage: UsageReader | null,
    failure: { readonly error: unknown } | null,
  ): void {
    const { driver } = this;
    // Ended by an abort or by the deadline, which have told the engine.
    if (call.decision !== Decision.SEND && call.decision !== Decision.CUT) return;
    const used = usage?.used() ?? null;
    if (used !== null) driver.settle(call, used);
    // Whoever reads has seen part of it: there is nothing to retry.
    call.replayable = false;
    if (failure === null && usage?.interruption === undefined) {
      driver.answer(call, answer);
      this.finish();
    } else {
      this.report(call, { ...answer, outcome: Outcome.UNKNOWN, limits: [] });
      const report = reportInterrupted(call, driver.clock, this.history);
      attachReport(response, report);
      this.finish(report);
    }
    driver.pump();
  }

  /** The call is over, and its body is read on: an abort has still to reach it. */
  private onResumed(): void {
    const { callerSignal, held } = this;
    if (callerSignal === null || held === null) return;
    if (callerSignal.aborted) held.fail(callerSignal.reason);
    else joinAbort(callerSignal, this);
  }

  private onBodyEnd(): void {
    const { callerSignal, held } = this;
    this.held = null;
    if (held?.isReleased && callerSignal !== null) leaveAbort(callerSignal, this);
  }

  private onError(call: CallState, attempt: number, error: unknown): void {
    if (!isAwaited(call, attempt)) return;
    // What an earlier attempt was told is overtaken.
    this.lastResponse = null;
    this.failed(call, answerOfFault(this.driver.engine.rules, error), error);
  }

  private settle(call: CallState, response: Response): void {
    const { driver } = this;
    this.finish();
    this.lastResponse = response;
    if (call.decision === Decision.RETURN) this.attachAnswered(call, response);
    else attachReport(response, reportCall(call, driver.clock, this.history));
    const throws = driver.engine.rules.policy.onGiveUp === 'throw' && call.decision !== Decision.RETURN;
    if (throws) this.reject(giveUpError(call, driver.clock, this.history, response));
    else this.resolve(response);
  }

  /** Of a call that went well the report is hardly ever read, and to write it costs more than to note when it was. */
  private attachAnswered(call: CallState, response: Response): void {
    const { history } = this;
    const { clock } = this.driver;
    const now = clock.now();
    attachReport(response, () => reportCall(call, clock, history, Decision.RETURN, now));
  }

  /** Whether an attempt may have to be stopped for another reason than the caller's. */
  private mayBeCut({ deadlineAt }: CallState): boolean {
    const { attemptTimeoutMs, idleTimeoutMs } = this.driver.engine.rules.policy;
    return attemptTimeoutMs !== null || idleTimeoutMs !== null || deadlineAt !== Infinity;
  }

  private get idleMs(): number | null {
    return this.driver.engine.rules.policy.idleTimeoutMs;
  }
}

/** Mocks often have little more than a status and a way to read the body. */
function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && typeof (value as Response).status === 'number';
}

function whatItIs(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object without a status' : String(value);
}
