import type { Rules } from '../core/backoff/compile.js';
import { passBreaker, returnTrial } from '../core/engine/breaker.js';
import { CallState, Phase } from '../core/engine/call-state.js';
import { decide, needsDraw } from '../core/engine/decide.js';
import { Decision } from '../core/engine/decision.js';
import { AccountState, KeyState } from '../core/engine/key-state.js';
import { learnOutcome } from '../core/engine/learn-outcome.js';
import { classify, NO_RESPONSE, Outcome, Trait } from '../core/engine/outcome.js';
import { refuseAtHead, refuseAtOnce } from '../core/engine/refuse.js';
import { noteFirstTry } from '../core/engine/retry-budget.js';
import { CallTable } from './call-table.js';
import type { Link } from './link.js';
import type { RandomStreams } from './random-streams.js';
import type { Actor, Run } from './run.js';
import { type Caller, NO_HINT } from './service.js';

export interface FleetOptions {
  readonly rules: Rules;
  readonly link: Link;
  /** Backoffs and local refusals, one stream per call in progress. */
  readonly random: RandomStreams;
  /** How many groups share a retry budget, a throttle and a breaker of their own. */
  readonly groups?: number;
  /** Called when a call is over; `payload` is what it was begun with. */
  readonly onEnd: (payload: number, decision: Decision, beganAt: number, run: Run) => void;
}

const RETRY = 0;
const CUT = 1;

/**
 * Any number of callers that retry on their own, each with one call: what to do is asked of the engine's own functions,
 * while the state of a call is a row of numbers. Callers of one group share budget, throttle and breaker, and nothing
 * else: no quota, no cooldown, no slots. With one call per client the engine decides the same (test/agreement).
 */
export class Fleet implements Actor, Caller {
  /** Calls in progress. */
  active = 0;
  private rules: Rules;
  private keys: KeyState[];
  /** The one call state that the engine's functions see; a row is loaded before and stored after. */
  private call: CallState;
  private readonly table = new CallTable();
  private readonly id: number;
  private readonly link: Link;
  private readonly random: RandomStreams;
  private readonly groups: number;
  private readonly onEnd: FleetOptions['onEnd'];
  /** Draws from the stream of the row that is looked at. */
  private readonly draw = (): number => this.random.next(this.row);
  private row = 0;
  private isGuarded = false;
  /** Nothing can happen to a call between its backoff and its request, so that both are one event. */
  private sendsAhead = false;
  private timeoutMs = Infinity;
  private deadlineMs = Infinity;

  constructor(run: Run, { rules, link, random, groups = 1, onEnd }: FleetOptions) {
    this.id = run.register(this);
    this.link = link;
    this.random = random;
    this.groups = groups;
    this.onEnd = onEnd;
    this.rules = rules;
    this.keys = keysFor(rules, groups);
    this.call = new CallState(this.keys[0] as KeyState, null, true, null);
    this.adopt(rules);
  }

  /** Has all callers go by another policy from now on; budgets, throttles and breakers begin anew. */
  adopt(rules: Rules): void {
    const { policy } = rules;
    this.rules = rules;
    this.keys = keysFor(rules, this.groups);
    this.isGuarded = policy.breaker !== null || policy.throttle !== null;
    this.timeoutMs = policy.attemptTimeoutMs ?? Infinity;
    this.deadlineMs = policy.deadlineMs ?? Infinity;
    const isTimed = this.timeoutMs !== Infinity || this.deadlineMs !== Infinity;
    this.sendsAhead = this.link.takesAhead && !this.isGuarded && !isTimed;
  }

  /** Begins a call of a group. `payload` comes back with its end. */
  begin(payload: number, group: number, run: Run): void {
    const row = this.table.take(payload, group, run.now);
    this.active++;
    if (this.isGuarded) {
      const call = this.load(row);
      const refusal = refuseAtOnce(this.rules, call, run.now);
      if (refusal !== Decision.QUEUED) {
        this.end(row, refusal, run);
        return;
      }
    }
    this.trySend(row, run);
  }

  answer(row: number, tag: number, outcome: Outcome, hintMs: number, run: Run): void {
    const { table } = this;
    if (!table.isWaiting(row, tag)) return;
    table.stopWaiting(row);
    if (outcome === Outcome.REFUSED) table.countRefusal(row);
    this.judge(row, outcome, hintMs, run);
  }

  isWaiting(row: number, tag: number): boolean {
    return this.table.isWaiting(row, tag);
  }

  handle(event: number, row: number, tag: number, _value: number, run: Run): void {
    const { table } = this;
    if (event === RETRY) {
      this.trySend(row, run);
    } else if (table.isWaiting(row, tag)) {
      table.stopWaiting(row);
      if (run.now >= this.deadlineOf(row)) this.expire(row, run);
      else this.judge(row, classify(this.rules, NO_RESPONSE, null, Trait.NONE), NO_HINT, run);
    }
  }

  /** A deadline that has come while an attempt was in flight: nothing is known of how it would have ended. */
  private expire(row: number, run: Run): void {
    const { breaker } = this.keyOf(row);
    if (breaker !== null && this.table.isTrial(row)) returnTrial(breaker);
    this.end(row, Decision.GIVE_UP_DEADLINE, run);
  }

  /** What the group learns from a result, and what becomes of the call. */
  private judge(row: number, outcome: Outcome, hintMs: number, run: Run): void {
    const { rules } = this;
    const { now } = run;
    const call = this.load(row);
    const { key } = call;
    if (call.trial) this.table.setTrial(row, false);
    learnOutcome(rules.policy, call, outcome, now);
    const hint = hintMs === NO_HINT ? null : hintMs;
    const u = needsDraw(rules, key, call, outcome, hint) ? this.random.next(row) : 0;
    const decision = decide(rules, key, call, outcome, hint, now, u);
    if (decision !== Decision.RETRY) {
      this.end(row, decision, run);
      return;
    }
    this.table.store(row, call);
    if (this.sendsAhead) {
      this.table.countAttempt(row);
      this.link.requestAt(call.readyAt, row, this.table.stamp(row), run);
    } else run.schedule(call.readyAt, this.id, RETRY, row);
  }

  private trySend(row: number, run: Run): void {
    const { table } = this;
    const { now } = run;
    const key = this.keyOf(row);
    if (this.isGuarded) {
      const call = this.load(row);
      const refusal = refuseAtHead(this.rules, call, now, this.draw);
      if (refusal !== Decision.QUEUED) {
        this.end(row, refusal, run);
        return;
      }
      const { breaker } = this.rules.policy;
      if (breaker !== null && key.breaker !== null) {
        table.setTrial(row, passBreaker(breaker, key.breaker, now) === 'trial');
      }
    }
    const attempt = table.countAttempt(row);
    if (attempt === 1 && key.budget !== null) noteFirstTry(key.budget, now);
    const tag = table.stamp(row);
    const cutAt = Math.min(now + this.timeoutMs, this.deadlineOf(row));
    if (cutAt !== Infinity) run.schedule(cutAt, this.id, CUT, row, tag);
    this.link.request(row, tag, run);
  }

  private end(row: number, decision: Decision, run: Run): void {
    const { table } = this;
    const payload = table.payloadOf(row);
    const beganAt = table.beganAt(row);
    table.release(row);
    this.active--;
    this.onEnd(payload, decision, beganAt, run);
  }

  private keyOf(row: number): KeyState {
    return this.keys[this.table.groupOf(row)] as KeyState;
  }

  private deadlineOf(row: number): number {
    return this.table.beganAt(row) + this.deadlineMs;
  }

  private load(row: number): CallState {
    this.row = row;
    const { call } = this;
    // The engine makes one call state per call; here one stands for whichever is looked at.
    (call as { key: KeyState }).key = this.keyOf(row);
    this.table.load(row, call);
    call.deadlineAt = this.deadlineOf(row);
    call.phase = Phase.IN_FLIGHT;
    call.throttlePassed = false;
    return call;
  }
}

function keysFor(rules: Rules, groups: number): KeyState[] {
  return Array.from({ length: groups }, (_, group) => new KeyState(String(group), new AccountState(''), rules));
}
