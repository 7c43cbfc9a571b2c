import type { CallState } from '../core/engine/call-state.js';
import { Decision, isGiveUp } from '../core/engine/decision.js';
import { Outcome } from '../core/engine/outcome.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import type { AttemptReport, CallReport } from './call-report.js';
import type { Clock } from './clock.js';
import type { Answer, Watcher } from './driver.js';
import type { CallEvent, EventHub } from './events.js';
import { INTERRUPTED, outcomeName, reportCall } from './give-up.js';
import { type Counters, NO_COUNTS } from './snapshot.js';

/** The account of functions: whom they call is not known. */
export const FUNCTIONS = '';

type Counts = { -readonly [K in keyof Counters]: Counters[K] };

/** Counts what happens, and tells those who listen. */
export class CallWatcher implements Watcher {
  private readonly topics: EventHub['topics'];
  private readonly clock: Clock;
  private readonly ofFetches: Counts = { ...NO_COUNTS };
  private readonly ofFunctions: Counts = { ...NO_COUNTS };

  constructor(hub: EventHub, clock: Clock) {
    this.topics = hub.topics;
    this.clock = clock;
  }

  get counters(): Counters {
    return { ...this.ofFetches };
  }

  get functions(): Counters {
    return { ...this.ofFunctions };
  }

  sent(call: CallState): void {
    const counts = this.countsOf(call);
    counts.attempts++;
    if (call.attempt > 1) counts.retries++;
    const { sent } = this.topics;
    if (sent.isHeard) sent.tell(this.eventOf(call));
  }

  answered(call: CallState, answer: Answer, decision: Decision): void {
    const { outcome, status, hintMs } = answer;
    const { topics } = this;
    const counts = this.countsOf(call);
    if (outcome === Outcome.REFUSED) counts.refused++;
    else if (outcome === Outcome.OVERLOADED) counts.overloaded++;
    else if (outcome === Outcome.UNKNOWN) counts.unknown++;
    if (topics.answered.isHeard) {
      const tookMs = this.clock.now() - call.sentAt;
      topics.answered.tell({ ...this.eventOf(call), outcome: outcomeName(outcome), status, hintMs, tookMs });
    }
    if (decision === Decision.RETRY && topics.retry.isHeard) {
      topics.retry.tell({ ...this.eventOf(call), waitMs: Math.max(0, call.readyAt - this.clock.now()) });
    }
  }

  limits(call: CallState, limits: readonly DecodedLimit[]): void {
    const { topics } = this;
    if (topics.limits.isHeard) topics.limits.tell({ ...this.eventOf(call), limits });
  }

  ended(call: CallState, report: CallReport | null, history: readonly AttemptReport[] | null): void {
    const counts = this.countsOf(call);
    counts.calls++;
    if (report !== null) counts[report.reason === INTERRUPTED ? 'interrupted' : 'gaveUp']++;
    else if (call.decision === Decision.ABORTED) counts.aborted++;
    else if (isGiveUp(call.decision)) counts.gaveUp++;
    const { topics } = this;
    if (topics.ended.isHeard) {
      topics.ended.tell({ ...this.eventOf(call), report: report ?? reportCall(call, this.clock, history) });
    }
  }

  private countsOf({ key }: CallState): Counts {
    return key.account.name === FUNCTIONS ? this.ofFunctions : this.ofFetches;
  }

  private eventOf(call: CallState): CallEvent {
    const { key, seq, attempt } = call;
    return { call: seq, account: key.account.name, bucket: key.name, attempt, atMs: this.clock.wallNow() };
  }
}
