import type { CallState } from '../core/engine/call-state.js';
import type { Scope } from '../core/engine/cooldown.js';
import { Decision } from '../core/engine/decision.js';
import type { Engine } from '../core/engine/engine.js';
import type { Outcome } from '../core/engine/outcome.js';
import type { Clock, TimerHandle } from './clock.js';

/** What the runtime does for a call; the call's `payload`. None of it may throw. */
export interface Job {
  /** Starts an attempt. Ends in {@link Driver.answer}. */
  send(call: CallState): void;
  /** Stops waiting for the attempt in flight, which has taken too long, and answers with an unknown outcome. */
  cut(call: CallState): void;
  /** The call is over without a new answer; `call.decision` says why. */
  giveUp(call: CallState): void;
}

/** Promises and one timer around the engine. It decides nothing. */
export class Driver {
  readonly engine: Engine;
  readonly clock: Clock;
  /** The time as last read: what follows within the same step need not read it again. */
  private now = 0;
  private timer: TimerHandle = null;
  private armedAt = Infinity;
  private pumping = false;

  constructor(engine: Engine, clock: Clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /** Queues a call and sends what may go. A call that is refused at once has ended when this returns. */
  submit(call: CallState): void {
    this.now = this.clock.now();
    const decision = this.engine.submit(call, this.now);
    if (decision !== Decision.QUEUED) jobOf(call).giveUp(call);
    else this.pump();
  }

  /**
   * Reports an attempt, and returns what was decided. The job acts on that and then calls {@link pump}: pumped first,
   * a retry without a wait would be on its way before its job had put the last answer aside.
   */
  answer(call: CallState, outcome: Outcome, hintMs: number | null, scope?: Scope): Decision {
    this.now = this.clock.now();
    return this.engine.answer(call, outcome, hintMs, this.now, scope);
  }

  /** Ends a call at the caller's wish. Its job hears nothing more, and calls {@link pump} when it is done. */
  abort(call: CallState): void {
    this.now = this.clock.now();
    this.engine.abort(call, this.now);
  }

  /** Sends what may go, ends what is over, and sets the timer for the rest. Follows one of the verbs above. */
  pump(): void {
    // A job may submit or answer while it is being sent; the loop that is already running takes that up.
    if (this.pumping) return;
    this.pumping = true;
    try {
      const { engine, clock } = this;
      for (let call = engine.next(this.now); call !== null; call = engine.next(this.now)) {
        const job = jobOf(call);
        if (call.decision === Decision.SEND) job.send(call);
        else if (call.decision === Decision.CUT) job.cut(call);
        else job.giveUp(call);
        // Read anew, since a function may have computed for a while before it gave its promise.
        this.now = clock.now();
      }
    } finally {
      this.pumping = false;
    }
    this.arm();
  }

  /** One timer for all calls, moved only when something is due earlier than it or nothing is due any more. */
  private arm(): void {
    const at = this.engine.wakeAt();
    // Left alone when all is due later: it fires once for nothing, which costs less than moving it for every call.
    if (at >= this.armedAt && at !== Infinity) return;
    if (this.timer !== null) this.clock.clearTimer(this.timer);
    this.armedAt = at;
    this.timer = at === Infinity ? null : this.clock.setTimer(at, this.onTimer);
  }

  private readonly onTimer = (): void => {
    this.timer = null;
    this.armedAt = Infinity;
    this.now = this.clock.now();
    this.pump();
  };
}

function jobOf(call: CallState): Job {
  return call.payload as Job;
}
