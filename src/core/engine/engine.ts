import type { Rules } from '../backoff/compile.js';
import type { DecodedLimit } from '../headers/decoded.js';
import { admit, holdLearned, releaseLearned, settle, TAKEN } from './admit.js';
import { Agenda } from './agenda.js';
import { passBreaker, returnTrial } from './breaker.js';
import { Buckets } from './buckets.js';
import { type CallState, Phase } from './call-state.js';
import { cool, cooledUntil, resizeWindow, type Scope } from './cooldown.js';
import { decide, needsDraw } from './decide.js';
import { Decision } from './decision.js';
import { Dimensions } from './dimensions.js';
import { dequeue, dropQueued, enqueue, headOf } from './key-queue.js';
import type { KeyState } from './key-state.js';
import { learnOutcome } from './learn-outcome.js';
import { learnRate } from './learn-rate.js';
import { Outcome } from './outcome.js';
import { passer } from './passer.js';
import { readLimits } from './read-limits.js';
import { refuseAtHead, refuseAtOnce } from './refuse.js';
import { noteFirstTry } from './retry-budget.js';
import { checkSavedState, restoreBucket, type SavedState, saveBucket } from './saved-state.js';
import { type BucketSnapshot, snapshotOf } from './snapshot.js';
import { Turns } from './turns.js';

/** What an {@link Engine} is given from outside. */
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
  /** Calls waiting for their turn. */
  queued = 0;
  /** Calls that wait until they are tried again; they are not among the queued. */
  sleeping = 0;
  inFlight = 0;
  private readonly random: () => number;
  private readonly maxQueued: number;
  private readonly buckets: Buckets;
  private readonly turns: Turns;
  private readonly agenda = new Agenda();
  private readonly dimensions: Dimensions;
  private submitted = 0;

  constructor(rules: Rules, options: EngineOptions) {
    this.rules = rules;
    this.dimensions = new Dimensions(rules.policy.quotas.map(({ name }) => name));
    this.buckets = new Buckets(rules);
    this.turns = new Turns(rules);
    this.random = options.random;
    this.maxQueued = options.maxQueued ?? DEFAULT_MAX_QUEUED;
  }

  /**
   * The bucket of that name within an account; the same names give the same bucket. Buckets without calls are forgotten
   * once there are many, where that makes no difference.
   */
  key(account: string, bucket: string): KeyState {
    return this.buckets.of(account, bucket);
  }

  /**
   * Costs by the name of what is counted, for {@link CallState}. What is not named costs 1 of a quota of the policy and of
   * a limit on calls, and an estimate of anything else. Throws {@link InputError} for an amount that is no number ≥ 0.
   */
  costsOf(units: Readonly<Record<string, number>>): readonly number[] {
    return this.dimensions.arrayOf(units);
  }

  /** Where costs of that name stand in the arrays of {@link costsOf}; −1 when there are too many names. */
  placeOf(name: string): number {
    return this.dimensions.placeOf(name);
  }

  /**
   * Takes a new call: QUEUED, or a give-up when it can be seen already that it cannot fit, pass or start in time.
   * After a give-up `call.readyAt` is the instant at which it could have gone, or Infinity.
   */
  submit(call: CallState, now: number): Decision {
    const { deadlineMs } = this.rules.policy;
    call.seq = this.submitted++;
    this.buckets.visit(call.key, now);
    call.submittedAt = now;
    if (deadlineMs !== null) call.deadlineAt = Math.min(call.deadlineAt, now + deadlineMs);
    const refusal = refuseAtOnce(this.rules, call, now);
    if (refusal !== Decision.QUEUED) return this.end(call, refusal);
    if (this.queued >= this.maxQueued) return this.end(call, Decision.GIVE_UP_QUEUE_FULL);
    if (call.deadlineAt !== Infinity) this.agenda.arm(call, call.deadlineAt);
    call.readyAt = now;
    this.enqueue(call);
    return Decision.QUEUED;
  }

  /**
   * The next call to act on, or null when there is nothing to do before {@link wakeAt}. Its `decision` says what:
   * SEND (a slot and its costs are taken), CUT (its attempt has taken too long), or a give-up.
   */
  next(now: number): CallState | null {
    for (let call = this.agenda.woken(now); call !== null; call = this.agenda.woken(now)) this.enqueue(call);
    this.turns.wake(now);
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
    this.freeSlot(call, now);
    const u = needsDraw(rules, key, call, outcome, hintMs) ? this.random() : 0;
    const decision = decide(rules, key, call, outcome, hintMs, now, u);
    cool(rules, call, outcome, hintMs, decision, scope, now);
    if (decision !== Decision.RETRY) return this.end(call, decision);
    call.decision = decision;
    call.phase = Phase.WAITING;
    key.sleeping++;
    this.sleeping++;
    this.agenda.sleep(call);
    return decision;
  }

  /**
   * What a response says of the limits of its bucket, whether it was served or not. Before {@link answer} of the same
   * response, so that a refusal is judged by what came with it.
   */
  observe(call: CallState, limits: readonly DecodedLimit[], now: number): void {
    if (limits.length === 0 || call.attempt === 0) return;
    readLimits(call.key, this.dimensions, call, limits, now);
    this.turns.lookAgain(call.key);
  }

  /** Corrects the quotas once the real use of an attempt is known, by name; what is left out stays as it was reserved. */
  settle(call: CallState, used: Readonly<Record<string, number>>, now: number): void {
    settle(call.key, call, this.dimensions.arrayOf(used), now);
    // What was given back may let the bucket go on earlier than it was told.
    this.turns.lookAgain(call.key);
  }

  /** The quotas of a bucket were filled, or exchanged: what waits for them may go earlier than it was told. */
  supplied(key: KeyState): void {
    this.turns.lookAgain(key);
  }

  /** Ends a call at the caller's wish, wherever it is, and frees what it holds. */
  abort(call: CallState, now: number): void {
    if (call.phase === Phase.DONE) return;
    if (call.phase === Phase.IN_FLIGHT) this.detach(call, now);
    call.readyAt = now;
    this.end(call, Decision.ABORTED);
  }

  /** The earliest instant at which {@link next} will have something to do by itself; Infinity when never. */
  wakeAt(): number {
    return Math.min(this.agenda.earliestAt(), this.turns.earliestAt());
  }

  /** What is known of a bucket, as plain data. */
  snapshot(key: KeyState, now: number): BucketSnapshot {
    return snapshotOf(key, now);
  }

  /** What is known of every bucket that is kept. */
  snapshots(now: number): BucketSnapshot[] {
    return Array.from(this.buckets, (key) => snapshotOf(key, now));
  }

  /** What was learned of the buckets, as plain data that JSON can hold. It names accounts as they were given. */
  exportState(now: number): SavedState {
    const buckets = Array.from(this.buckets, (key) => saveBucket(key, now)).filter((bucket) => bucket !== null);
    return { version: 1, buckets };
  }

  /** Takes up what {@link exportState} gave `elapsedMs` ago. Throws {@link InputError} for anything else. */
  importState(saved: unknown, now: number, elapsedMs = 0): void {
    for (const bucket of checkSavedState(saved).buckets) {
      const key = this.key(bucket.account, bucket.bucket);
      restoreBucket(key, bucket, this.dimensions, now, elapsedMs);
      this.turns.lookAgain(key);
    }
  }

  private enqueue(call: CallState): void {
    const { key } = call;
    if (call.phase === Phase.WAITING) this.wokeUp(key);
    call.phase = Phase.QUEUED;
    call.decision = Decision.QUEUED;
    enqueue(call, key);
    this.queued++;
    // A new head may go before the old one, and a call of other costs may pass it.
    this.turns.joined(key, call.costs !== null || headOf(key) === call);
  }

  private wokeUp(key: KeyState): void {
    key.sleeping--;
    this.sleeping--;
  }

  private admitNext(now: number): CallState | null {
    const { turns } = this;
    for (let key = turns.current(); key !== undefined; key = turns.current()) {
      const call = headOf(key);
      if (call === undefined) turns.rest();
      else {
        const next = this.tryHead(call, key, now);
        if (next === null) continue;
        turns.pass();
        return next;
      }
    }
    return null;
  }

  /** Sends or gives up the head of a bucket, or sends one that may pass it. Or puts the bucket aside: null. */
  private tryHead(call: CallState, key: KeyState, now: number): CallState | null {
    const refusal = refuseAtHead(this.rules, call, now, this.random);
    if (refusal !== Decision.QUEUED) {
      this.end(call, refusal);
      return call;
    }
    const at = admit(this.rules, key, call.costs, now);
    if (at === TAKEN) return this.send(call, key, now, 0);
    if (at > now && cooledUntil(key) <= now) {
      const passing = this.passHead(call, key, at, now);
      if (passing !== null) return passing;
    }
    this.turns.putAside(at);
    return null;
  }

  /** A smaller call that goes, or is given up, while the head waits for its quotas until `headAt`; null when none may. */
  private passHead(head: CallState, key: KeyState, headAt: number, now: number): CallState | null {
    const place = passer(key, head, headAt, now);
    const call = place < 0 ? undefined : key.queue.at(place);
    if (call === undefined) return null;
    const refusal = refuseAtHead(this.rules, call, now, this.random);
    if (refusal !== Decision.QUEUED) {
      this.end(call, refusal);
      return call;
    }
    return admit(this.rules, key, call.costs, now) === TAKEN ? this.send(call, key, now, place) : null;
  }

  private send(call: CallState, key: KeyState, now: number, place: number): CallState {
    const { breaker, attemptTimeoutMs } = this.rules.policy;
    dequeue(key, place);
    this.queued--;
    this.inFlight++;
    call.phase = Phase.IN_FLIGHT;
    call.decision = Decision.SEND;
    call.attempt++;
    call.sentAt = now;
    call.sendOrder = key.sends++;
    holdLearned(key, call, now);
    call.throttlePassed = false;
    if (breaker !== null && key.breaker !== null) call.trial = passBreaker(breaker, key.breaker, now) === 'trial';
    if (call.attempt === 1 && key.budget !== null) noteFirstTry(key.budget, now);
    if (attemptTimeoutMs !== null) {
      call.cutAt = now + attemptTimeoutMs;
      this.agenda.arm(call, call.cutAt);
    }
    return call;
  }

  /** What a bucket learns from a result, whatever becomes of the call. */
  private learn(call: CallState, outcome: Outcome, now: number): void {
    const { key } = call;
    if (!learnOutcome(this.rules.policy, call, outcome, now)) return;
    learnRate(key, call, outcome, now);
    // A rate that was learned anew may let the bucket go on earlier.
    if (key.accepted !== null) this.turns.lookAgain(key);
    resizeWindow(key, call, outcome, now);
  }

  private freeSlot(call: CallState, now: number): void {
    const { key } = call;
    const { account } = key;
    this.inFlight--;
    key.inFlight--;
    account.inFlight--;
    releaseLearned(key, call, now);
    this.turns.freed(key);
    // With nothing on its way any more, what is left is known exactly.
    if (key.inFlight === 0 && key.learned.length > 0) this.turns.lookAgain(key);
  }

  /** Frees what an attempt holds whose result is no longer waited for: nothing is known of how it will end. */
  private detach(call: CallState, now: number): void {
    if (call.trial && call.key.breaker !== null) returnTrial(call.key.breaker);
    call.trial = false;
    this.freeSlot(call, now);
  }

  /** A deadline that has come, or an attempt that has taken too long. */
  private expire(now: number): CallState | null {
    for (let call = this.agenda.due(now); call !== null; call = this.agenda.due(now)) {
      if (now >= call.deadlineAt) {
        if (call.phase === Phase.IN_FLIGHT) this.detach(call, now);
        call.readyAt = Math.max(call.readyAt, cooledUntil(call.key), now);
        this.end(call, Decision.GIVE_UP_DEADLINE);
        return call;
      }
      if (call.phase === Phase.IN_FLIGHT && call.cutAt !== null && now >= call.cutAt) {
        call.cutAt = null;
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
    if (phase === Phase.WAITING) this.wokeUp(key);
    if (phase === Phase.QUEUED) {
      dropQueued(call, key);
      this.queued--;
      // What comes after it may be smaller, and need not wait for as long.
      if (wasHead) this.turns.lookAgain(key);
    }
    this.agenda.ended(call, phase === Phase.WAITING);
    return decision;
  }
}
