import { type CallState, Phase } from '../core/engine/call-state.js';
import { Decision } from '../core/engine/decision.js';
import type { Engine } from '../core/engine/engine.js';
import type { KeyState } from '../core/engine/key-state.js';
import { UNTIL_LEASED_MS } from '../core/engine/leased-quota.js';
import { classify, NO_RESPONSE, Outcome, Trait } from '../core/engine/outcome.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import type { Supply } from '../core/leases/store.js';
import type { Actor, Run } from './run.js';

/** How an attempt ends. */
export interface AttemptResult {
  readonly outcome: Outcome;
  readonly hintMs: number | null;
}

/** What a client calls. It ends every attempt with {@link SimulatedClient.answer}, now or later, or never. */
export interface SimulatedServer {
  serve(call: CallState, client: SimulatedClient, run: Run): void;
}

const SUBMIT = 0;
const WAKE = 1;
const ANSWER = 2;
const ABORT = 3;

interface Answer extends AttemptResult {
  readonly call: CallState;
  readonly attempt: number;
}

/** An event queue around the engine, as the runtime is promises and a timer around it. It decides nothing. */
export class SimulatedClient implements Actor {
  readonly engine: Engine;
  /** Fills the quotas where clients share them. */
  supply: Supply | null = null;
  private isHalted = false;
  private readonly server: SimulatedServer;
  private readonly onEnd: (call: CallState, now: number) => void;
  private wokenAt = Infinity;
  private id = -1;
  /** What the pending events are about, by place; places are used again. */
  private readonly subjects: (CallState | Answer | null)[] = [];
  private readonly free: number[] = [];

  constructor(engine: Engine, server: SimulatedServer, onEnd: (call: CallState, now: number) => void) {
    this.engine = engine;
    this.server = server;
    this.onEnd = onEnd;
  }

  /** Has the client submit a call at `at`. Ignored if the call has been aborted by then. */
  submitAt(at: number, call: CallState, run: Run): void {
    this.schedule(at, SUBMIT, call, run);
  }

  /** Has the attempt in flight of a call end at `at`. Ignored if it has been cut or its call has ended by then. */
  answerAt(at: number, call: CallState, { outcome, hintMs }: AttemptResult, run: Run): void {
    this.schedule(at, ANSWER, { call, attempt: call.attempt, outcome, hintMs }, run);
  }

  /** Has the caller abort a call at `at`. */
  abortAt(at: number, call: CallState, run: Run): void {
    this.schedule(at, ABORT, call, run);
  }

  /** Has a bucket's quotas looked at again: for whoever fills them. */
  wakeOn(run: Run): (key: KeyState) => void {
    return (key) => {
      this.engine.supplied(key);
      this.pump(run);
    };
  }

  /** Has the bucket of a call learn what a response says of limits. Comes before its answer. */
  observe(call: CallState, limits: readonly DecodedLimit[], run: Run): void {
    this.engine.observe(call, this.supply?.unshared(call, limits) ?? limits, run.now);
    this.supply?.observed(call);
  }

  /** Nothing happens to it any more. */
  halt(): void {
    this.isHalted = true;
  }

  handle(event: number, place: number, _tag: number, _value: number, run: Run): void {
    if (this.isHalted) return;
    const { engine } = this;
    const { now } = run;
    const subject = event === WAKE ? null : this.takeSubject(place);
    if (event === SUBMIT) {
      const call = subject as CallState;
      if (call.phase === Phase.NEW) this.submit(call, now);
    } else if (event === ANSWER) {
      this.answer(subject as Answer, now);
    } else if (event === ABORT) {
      const call = subject as CallState;
      if (call.phase !== Phase.DONE) {
        engine.abort(call, now);
        this.onEnd(call, now);
      }
    } else if (now === this.wokenAt) this.wokenAt = Infinity;
    this.pump(run);
  }

  private submit(call: CallState, now: number): void {
    this.supply?.adopt(call);
    if (this.engine.submit(call, now) !== Decision.QUEUED) this.onEnd(call, now);
  }

  private answer({ call, attempt, outcome, hintMs }: Answer, now: number): void {
    if (call.attempt !== attempt || call.decision !== Decision.SEND) return;
    const decision = this.engine.answer(call, outcome, hintMs, now);
    if (outcome === Outcome.REFUSED || outcome === Outcome.OVERLOADED) {
      this.supply?.shut(call, { outcome, scope: 'bucket' }, now);
    }
    if (decision !== Decision.RETRY) this.onEnd(call, now);
  }

  /** An attempt that was cut is a network fault that may have been processed. */
  private cutOutcome(): Outcome {
    return classify(this.engine.rules, NO_RESPONSE, null, Trait.NONE);
  }

  private pump(run: Run): void {
    const { engine } = this;
    const { now } = run;
    for (let call = engine.next(now); call !== null; call = engine.next(now)) {
      if (call.decision === Decision.SEND) {
        this.supply?.sent(call);
        this.server.serve(call, this, run);
      } else if (call.decision !== Decision.CUT) this.onEnd(call, now);
      else if (engine.answer(call, this.cutOutcome(), null, now) !== Decision.RETRY) this.onEnd(call, now);
    }
    this.supply?.topUp(now);
    const at = engine.wakeAt();
    // What only a store can bring has no instant: whoever brings it wakes the client.
    const isKnown = this.supply === null || at < now + UNTIL_LEASED_MS / 2;
    if (at < this.wokenAt && isKnown) {
      this.wokenAt = at;
      run.schedule(Math.max(at, now), this.id, WAKE);
    }
  }

  private schedule(at: number, event: number, subject: CallState | Answer, run: Run): void {
    if (this.id === -1) this.id = run.register(this);
    const place = this.free.pop() ?? this.subjects.length;
    this.subjects[place] = subject;
    run.schedule(at, this.id, event, place);
  }

  private takeSubject(place: number): CallState | Answer | null {
    const subject = this.subjects[place] ?? null;
    this.subjects[place] = null;
    this.free.push(place);
    return subject;
  }
}
