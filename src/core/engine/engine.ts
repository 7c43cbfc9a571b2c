import type { Rules } from '../backoff/compile.js';
import { admit, hasAccountSlot, hasOwnSlot, NO_SLOT, settle, TAKEN } from './admit.js';
import { Agenda } from './agenda.js';
import { noteResult, passBreaker, returnTrial } from './breaker.js';
import { type CallState, Phase } from './call-state.js';
import { cool, cooledUntil, resizeWindow, type Scope } from './cooldown.js';
import { decide, needsDraw } from './decide.js';
import { Decision } from './decision.js';
import { Fifo } from './fifo.js';
import { dequeue, dropQueued, enqueue, headOf } from './key-queue.js';
import { AccountState, KeyState, Place } from './key-state.js';
import { Outcome } from './outcome.js';
import { refuseAtHead, refuseAtOnce } from './refuse.js';
import { noteFirstTry, refund } from './retry-budget.js';
import { noteAccept } from './throttle.js';
import { TimeHeap } from './time-heap.js';

export interface EngineOptions {
  /** The next uniform in [0, 1). One is drawn per decision that computes a delay, a spread or a local refusal. */
  readonly random: () => number;
  /** Most calls that may wait for their turn, in all buckets together. */
  readonly maxQueued?: number;
}

export const DEFAULT_MAX_QUEUED = 100_000;

/**
 * The order of every call: queue → admit → send → classify → cool down → wake → queue again. It has no clock, no
 * randomness and does no I/O: a driver tells it the time, sends what {@link next} returns, reports with {@link answer},
 * and comes back at {@link wakeAt}. Runtime and simulator are such drivers. Instants are ms of one monotonic clock.
 */
export class Engine {
  readonly rules: Rules;
  /** Calls waiting for their turn; those that sleep until a retry are not among them. */
  queued = 0;
  inFlight = 0;
  private readonly random: () => number;
  private readonly maxQueued: number;
  private readonly accounts = new Map<string, AccountState>();
  private readonly keys = new Map<string, KeyState>();
  /** Buckets whose head may be able to go now. */
  private readonly runnable = new Fifo<KeyState>();
  /** Buckets that are shut until an instant. */
  private readonly timed = new TimeHeap<KeyState>();
  private readonly agenda = new Agenda();
  private submitted = 0;

  constructor(rules: Rules, options: EngineOptions) {
    this.rules = rules;
    this.random = options.random;
    this.maxQueued = options.maxQueued ?? DEFAULT_MAX_QUEUED;
  }

  /** The bucket of that name within an account; the same names give the same bucket. */
  key(account: string, bucket: string): KeyState {
    // The length in front keeps ("a", "bc") and ("ab", "c") apart.
    const name = `${account.length}:${account}${bucket}`;
    let key = this.keys.get(name);
    if (key === undefined) {
      let owner = this.accounts.get(account);
      if (owner === undefined) {
        owner = new AccountState(account);
        this.accounts.set(account, owner);
      }
      key = new KeyState(bucket, owner, this.rules);
      this.keys.set(name, key);
    }
    return key;
  }

  /**
   * Takes a new call: QUEUED, or a give-up when it can be seen already that it cannot fit, pass or start in time.
   * After a give-up `call.readyAt` is the instant at which it could have gone, or Infinity.
   */
  submit(call: CallState, now: number): Decision {
    const { deadlineMs } = this.rules.policy;
    call.seq = this.submitted++;
    call.submittedAt = now;
    if (deadlineMs !== null) call.deadlineAt = Math.min(call.deadlineAt, now + deadlineMs);
    const refusal = refuseAtOnce(this.rules, call, now);
    if (refusal !== Decision.QUEUED) return this.end(call, refusal);
    if (this.queued >= this.maxQueued) return this.end(call, Decision.GIVE_UP_QUEUE_FULL);
    if (call.deadlineAt !== Infinity) this.agenda.arm(call, call.deadlineAt);
    call.readyAt = now;
    this.enqueue(call, false);
    return Decision.QUEUED;
  }

  /**
   * The next call to act on, or null when there is nothing to do before {@link wakeAt}. Its `decision` says what:
   * SEND (a slot and its costs are taken), CUT (its attempt has taken too long), or a give-up.
   */
  next(now: number): CallState | null {
    for (let call = this.agenda.woken(now); call !== null; call = this.agenda.woken(now)) this.enqueue(call, true);
    while (this.timed.earliestAt <= now) this.lookAgain(this.popTimed());
    // Deadlines first: a driver that comes late must not find a call sent that has run out of time.
    return this.expire(now) ?? this.admitNext(now);
  }

  /** The result of an attempt: RETRY, RETURN or a give-up. A call that has ended meanwhile stays as it is. */
  answer(call: CallState, outcome: Outcome, hintMs: number | null, now: number, scope: Scope = 'bucket'): Decision {
    if (call.phase !== Phase.IN_FLIGHT) return call.decision;
    const { rules } = this;
    const { key } = call;
    if (outcome === Outcome.REFUSED) call.refusals++;
    this.learn(call, outcome, now);
    this.freeSlot(key);
    const u = needsDraw(rules, key, call, outcome, hintMs) ? this.random() : 0;
    const decision = decide(rules, key, call, outcome, hintMs, now, u);
    cool(rules, call, outcome, hintMs, decision, scope, now);
    if (decision !== Decision.RETRY) return this.end(call, decision);
    call.decision = decision;
    call.phase = Phase.WAITING;
    this.agenda.sleep(call);
    return decision;
  }

  /** Corrects the quotas once the real use of an attempt is known, in the order of the policy's quotas. */
  settle(call: CallState, used: readonly number[], now: number): void {
    settle(call.key, call.costs, used, now);
    // What was given back may let the bucket go on earlier than it was told.
    this.lookAgain(call.key);
  }

  /** Ends a call at the caller's wish, wherever it is, and frees what it holds. */
  abort(call: CallState, now: number): void {
    if (call.phase === Phase.DONE) return;
    if (call.phase === Phase.IN_FLIGHT) this.detach(call);
    call.readyAt = now;
    this.end(call, Decision.ABORTED);
  }

  /** The earliest instant at which {@link next} will have something to do by itself; Infinity when never. */
  wakeAt(): number {
    for (let key = this.timed.peek(); key !== undefined && !isAwaited(key); key = this.timed.peek()) {
      this.popTimed();
      if (key.place === Place.TIMED) key.place = Place.IDLE;
    }
    return Math.min(this.agenda.earliestAt(), this.timed.earliestAt);
  }

  private enqueue(call: CallState, returning: boolean): void {
    const { key } = call;
    call.phase = Phase.QUEUED;
    call.decision = Decision.QUEUED;
    enqueue(call, key, returning);
    this.queued++;
    if (key.place === Place.IDLE) this.setRunnable(key);
    // A retry goes to the front, and may be small enough for what the former head waits for.
    else if (returning) this.lookAgain(key);
  }

  /** Tries a bucket that waits for an instant before that has come, because what it waits for may have changed. */
  private lookAgain(key: KeyState): void {
    if (key.place === Place.TIMED) this.setRunnable(key);
  }

  /** Has a bucket tried again at an instant. */
  private shut(key: KeyState, at: number): void {
    key.place = Place.TIMED;
    // An entry that is due before will look again by itself: a second one would only pile up behind it.
    if (at >= key.timedAt) return;
    key.timedAt = at;
    this.timed.push(at, key);
  }

  private popTimed(): KeyState {
    const at = this.timed.earliestAt;
    const key = this.timed.pop() as KeyState;
    if (key.timedAt === at) key.timedAt = Infinity;
    return key;
  }

  private setRunnable(key: KeyState): void {
    key.place = Place.RUNNABLE;
    this.runnable.push(key);
  }

  /** Buckets take turns, one call each, so that a busy one never holds up its siblings. */
  private admitNext(now: number): CallState | null {
    const { runnable } = this;
    for (let key = runnable.peek(); key !== undefined; key = runnable.peek()) {
      const call = headOf(key);
      if (call !== undefined && this.tryHead(call, key, now)) {
        if (runnable.size > 1) runnable.push(runnable.shift() as KeyState);
        return call;
      }
      runnable.shift();
      if (call === undefined) key.place = Place.IDLE;
      if (key.place !== Place.NO_ACCOUNT_SLOT) this.lendAccountSlot(key.account);
    }
    return null;
  }

  /** Sends or gives up the head of a bucket: true. Or puts the bucket aside until it can go on: false. */
  private tryHead(call: CallState, key: KeyState, now: number): boolean {
    const refusal = refuseAtHead(this.rules, call, now, this.random);
    if (refusal !== Decision.QUEUED) {
      this.end(call, refusal);
      return true;
    }
    const at = admit(this.rules, key, call.costs, now);
    if (at === TAKEN) {
      this.send(call, key, now);
      return true;
    }
    if (at !== NO_SLOT) this.shut(key, at);
    else if (hasOwnSlot(key)) {
      key.place = Place.NO_ACCOUNT_SLOT;
      key.account.waiting.push(key);
    } else key.place = Place.NO_SLOT;
    return false;
  }

  private send(call: CallState, key: KeyState, now: number): void {
    const { breaker, attemptTimeoutMs } = this.rules.policy;
    dequeue(key);
    this.queued--;
    this.inFlight++;
    call.phase = Phase.IN_FLIGHT;
    call.decision = Decision.SEND;
    call.attempt++;
    call.sentAt = now;
    call.throttlePassed = false;
    if (breaker !== null && key.breaker !== null) call.trial = passBreaker(breaker, key.breaker, now) === 'trial';
    if (call.attempt === 1 && key.budget !== null) noteFirstTry(key.budget, now);
    if (attemptTimeoutMs !== null) {
      call.cutAt = now + attemptTimeoutMs;
      this.agenda.arm(call, call.cutAt);
    }
  }

  /** What a bucket learns from a result, whatever becomes of the call. */
  private learn(call: CallState, outcome: Outcome, now: number): void {
    const { key } = call;
    const { policy } = this.rules;
    const failed = outcome === Outcome.OVERLOADED || outcome === Outcome.UNKNOWN;
    if (policy.breaker !== null && key.breaker !== null) {
      noteResult(policy.breaker, key.breaker, call.trial, failed, now);
    }
    call.trial = false;
    if (key.throttle !== null && !failed) noteAccept(key.throttle, now);
    if (key.budget !== null && outcome === Outcome.OK) refund(policy, key.budget, call.budgetTaken);
    resizeWindow(key, call, outcome, now);
  }

  private freeSlot(key: KeyState): void {
    const { account } = key;
    this.inFlight--;
    key.inFlight--;
    account.inFlight--;
    // Those that wait for the account come first, or a busy bucket would take each of its slots back for ever.
    this.lendAccountSlot(account);
    if (key.place === Place.NO_SLOT) this.setRunnable(key);
  }

  /** Lets the next bucket try that waits for a slot of its account; one that does not use it passes it on. */
  private lendAccountSlot(account: AccountState): void {
    if (account.waiting.size > 0 && hasAccountSlot(this.rules, account)) {
      this.setRunnable(account.waiting.shift() as KeyState);
    }
  }

  /** Frees what an attempt holds whose result is no longer waited for: nothing is known of how it will end. */
  private detach(call: CallState): void {
    if (call.trial && call.key.breaker !== null) returnTrial(call.key.breaker);
    call.trial = false;
    this.freeSlot(call.key);
  }

  /** A deadline that has come, or an attempt that has taken too long. */
  private expire(now: number): CallState | null {
    for (let call = this.agenda.due(now); call !== null; call = this.agenda.due(now)) {
      if (now >= call.deadlineAt) {
        if (call.phase === Phase.IN_FLIGHT) this.detach(call);
        call.readyAt = Math.max(call.readyAt, cooledUntil(call.key), now);
        this.end(call, Decision.GIVE_UP_DEADLINE);
        return call;
      }
      if (call.phase === Phase.IN_FLIGHT && now >= call.cutAt) {
        call.cutAt = Infinity;
        call.decision = Decision.CUT;
        return call;
      }
    }
    return null;
  }

  private end(call: CallState, decision: Decision): Decision {
    const { phase, key } = call;
    const wasHead = phase === Phase.QUEUED && headOf(key) === call;
    call.phase = Phase.DONE;
    call.decision = decision;
    if (phase === Phase.QUEUED) {
      dropQueued(call, key);
      this.queued--;
      // What comes after it may be smaller, and need not wait for as long.
      if (wasHead) this.lookAgain(key);
    }
    this.agenda.ended(call, phase === Phase.WAITING);
    return decision;
  }
}

/** Whether somebody waits for the instant at which a bucket was to be tried again. */
function isAwaited(key: KeyState): boolean {
  return key.place === Place.TIMED && key.queued > 0;
}
