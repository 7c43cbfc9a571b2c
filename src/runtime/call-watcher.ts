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
  private readonly hub: EventHub;
  private readonly clock: Clock;
  private readonly ofFetches: Counts = { ...NO_COUNTS };
  private readonly ofFunctions: Counts = { ...NO_COUNTS };

  constructor(hub: EventHub, clock: Clock) {
    this.hub = hub;
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
    if (this.hub.isHeard('sent')) this.hub.emit('sent', this.eventOf(call));
  }

  answered(call: CallState, answer: Answer, decision: Decision): void {
    const { outcome, status, hintMs } = answer;
    const { hub } = this;
    const counts = this.countsOf(call);
    if (outcome === Outcome.REFUSED) counts.refused++;
    else if (outcome === Outcome.OVERLOADED) counts.overloaded++;
    else if (outcome === Outcome.UNKNOWN) counts.unknown++;
    if (hub.isHeard('answered')) {
      const tookMs = this.clock.now() - call.sentAt;
      hub.emit('answered', { ...this.eventOf(call), outcome: outcomeName(outcome), status, hintMs, tookMs });
    }
    if (decision === Decision.RETRY && hub.isHeard('retry')) {
      hub.emit('retry', { ...this.eventOf(call), waitMs: Math.max(0, call.readyAt - this.clock.now()) });
    }
  }

  limits(call: CallState, limits: readonly DecodedLimit[]): void {
    if (this.hub.isHeard('limits')) this.hub.emit('limits', { ...this.eventOf(call), limits });
  }

  ended(call: CallState, report: CallReport | null, history: readonly AttemptReport[] | null): void {
    const counts = this.countsOf(call);
    counts.calls++;
    if (report !== null) counts[report.reason === INTERRUPTED ? 'interrupted' : 'gaveUp']++;
    else if (call.decision === Decision.ABORTED) counts.aborted++;
    else if (isGiveUp(call.decision)) counts.gaveUp++;
    if (this.hub.isHeard('ended')) {
      this.hub.emit('ended', { ...this.eventOf(call), report: report ?? reportCall(call, this.clock, history) });
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
