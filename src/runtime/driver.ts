import { predictedStartAt } from '../core/engine/admit.js';
import type { CallState } from '../core/engine/call-state.js';
import type { Scope } from '../core/engine/cooldown.js';
import { Decision } from '../core/engine/decision.js';
import type { Engine } from '../core/engine/engine.js';
import type { KeyState } from '../core/engine/key-state.js';
import { Outcome } from '../core/engine/outcome.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import { Alarms, type Sleeper } from './alarms.js';
import type { Clock, TimerHandle } from './clock.js';
import type { Supply } from './store.js';

/** What the runtime does for a call; the call's `payload`. None of it may throw. */
export interface Job {
  /** Starts an attempt. Ends in {@link Driver.answer}. */
  send(call: CallState): void;
  /** Stops waiting for the attempt in flight, which has taken too long, and answers with an unknown outcome. */
  cut(call: CallState): void;
  /** The call is over without a new answer; `call.decision` says why. */
  giveUp(call: CallState): void;
}

/** How an attempt ended, as {@link Driver.answer} is told. */
export interface Answer {
  readonly outcome: Outcome;
  readonly hintMs: number | null;
  readonly scope: Scope;
  /** Null where there was no response. */
  readonly status: number | null;
}

/** Looks on, for counters and events. */
export interface Watcher {
  sent(call: CallState): void;
  answered(call: CallState, answer: Answer, decision: Decision): void;
  limits(call: CallState, limits: readonly DecodedLimit[]): void;
}

/** Promises and one timer around the engine. It decides nothing. */
export class Driver {
  readonly engine: Engine;
  readonly clock: Clock;
  private readonly alarms = new Alarms();
  private readonly watcher: Watcher;
  /** Fills the quotas where processes share them. */
  supply: Supply | null = null;
  /** The time as last read: what follows within the same step need not read it again. */
  private now = 0;
  private timer: TimerHandle = null;
  private armedAt = Infinity;
  private armedForCalls = false;
  private pumping = false;

  constructor(engine: Engine, clock: Clock, watcher: Watcher) {
    this.engine = engine;
    this.clock = clock;
    this.watcher = watcher;
  }

  /** Queues a call and sends what may go. A call that is refused at once has ended when this returns. */
  submit(call: CallState): void {
    this.now = this.clock.now();
    this.supply?.adopt(call);
    const decision = this.engine.submit(call, this.now);
    if (decision !== Decision.QUEUED) jobOf(call).giveUp(call);
    else this.pump();
  }

  /** Has the bucket of a call learn what a response says of limits. Comes before {@link answer}. */
  observe(call: CallState, limits: readonly DecodedLimit[]): void {
    if (limits.length === 0) return;
    const own = this.supply === null ? limits : this.supply.unshared(call, limits);
    this.engine.observe(call, own, this.clock.now());
    this.supply?.observed(call);
    this.watcher.limits(call, limits);
  }

  /** Corrects what an attempt was thought to cost, by the name of the quota. */
  settle(call: CallState, used: Readonly<Record<string, number>>): void {
    this.engine.settle(call, used, this.clock.now());
  }

  /**
   * Reports an attempt, and returns what was decided. The job acts on that and then calls {@link pump}: pumped first,
   * a retry without a wait would be on its way before its job had put the last answer aside.
   */
  answer(call: CallState, answer: Answer): Decision {
    this.now = this.clock.now();
    const decision = this.engine.answer(call, answer.outcome, answer.hintMs, this.now, answer.scope);
    this.watcher.answered(call, answer, decision);
    const { outcome } = answer;
    if (outcome === Outcome.REFUSED || outcome === Outcome.OVERLOADED) this.supply?.shut(call, answer, this.now);
    return decision;
  }

  /** Ends a call at the caller's wish. Its job hears nothing more, and calls {@link pump} when it is done. */
  abort(call: CallState): void {
    this.now = this.clock.now();
    this.engine.abort(call, this.now);
  }

  /** The earliest instant at which a queued call could start, as far as that is known; Infinity otherwise. */
  startAt(call: CallState): number {
    const at = predictedStartAt(call.key, call.costs, this.now);
    return at > this.now ? at : Infinity;
  }

  /** Wakes a body or a slot at `at`; Infinity takes the alarm off. */
  setAlarm(sleeper: Sleeper, at: number): void {
    this.alarms.set(sleeper, at);
    if (at < this.armedAt && !this.pumping) this.arm();
  }

  /** The quotas of a bucket were filled, or exchanged. */
  readonly wake = (key: KeyState): void => {
    this.now = this.clock.now();
    this.engine.supplied(key);
    this.pump();
  };

  /** Sends what may go, ends what is over, and sets the timer for the rest. Follows one of the verbs above. */
  pump(): void {
    // A job may submit or answer while it is being sent; the loop that is already running takes that up.
    if (this.pumping) return;
    this.pumping = true;
    try {
      const { engine, clock, watcher } = this;
      for (let call = engine.next(this.now); call !== null; call = engine.next(this.now)) {
        const job = jobOf(call);
        if (call.decision === Decision.SEND) {
          watcher.sent(call);
          this.supply?.sent(call);
          job.send(call);
        } else if (call.decision === Decision.CUT) job.cut(call);
        else job.giveUp(call);
        // Read anew where others are in line, since a function may compute for a while before it gives its promise.
        if (engine.queued > 0) this.now = clock.now();
      }
    } finally {
      this.pumping = false;
    }
    this.supply?.topUp(this.now);
    this.arm();
  }

  /** One timer for all calls, moved only when something is due earlier than it or nothing is due any more. */
  private arm(): void {
    const { engine } = this;
    const callsAt = engine.wakeAt();
    const at = Math.min(callsAt, this.alarms.earliestAt());
    // A body that nobody reads must not keep a process alive; a call that somebody waits for must.
    const forCalls = callsAt !== Infinity || engine.queued > 0;
    // Left alone when all is due later: it fires once for nothing, which costs less than moving it for every call.
    if (at >= this.armedAt && at !== Infinity && (this.armedForCalls || !forCalls)) return;
    if (this.timer !== null) this.clock.clearTimer(this.timer);
    this.armedAt = at;
    this.armedForCalls = forCalls;
    this.timer = at === Infinity ? null : this.clock.setTimer(at, this.onTimer, forCalls);
  }

  private readonly onTimer = (): void => {
    this.timer = null;
    this.armedAt = Infinity;
    this.now = this.clock.now();
    this.alarms.ring(this.now);
    this.pump();
  };
}

function jobOf(call: CallState): Job {
  return call.payload as Job;
}
