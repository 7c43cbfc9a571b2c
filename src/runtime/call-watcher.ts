import type { CallState } from '../core/engine/call-state.js';
import { Decision, isGiveUp } from '../core/engine/decision.js';
import { Outcome } from '../core/engine/outcome.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import type { AttemptReport, CallReport } from './call-report.js';
import type { Clock } from './clock.js';
import type { Answer, Watcher } from './driver.js';
import type { CallEvent, EventHub } from './events.js';
import { INTERRUPTED, outcomeName, reportCall } from './give-up.js';
import type { Counters } from './snapshot.js';

/** Counts what happens, and tells those who listen. */
export class CallWatcher implements Watcher {
  private readonly hub: EventHub;
  private readonly clock: Clock;
  private readonly counts = {
    calls: 0,
    attempts: 0,
    retries: 0,
    refused: 0,
    overloaded: 0,
    unknown: 0,
    gaveUp: 0,
    interrupted: 0,
    aborted: 0,
  };

  constructor(hub: EventHub, clock: Clock) {
    this.hub = hub;
    this.clock = clock;
  }

  get counters(): Counters {
    return { ...this.counts };
  }

  sent(call: CallState): void {
    this.counts.attempts++;
    if (call.attempt > 1) this.counts.retries++;
    if (this.hub.isHeard('sent')) this.hub.emit('sent', this.eventOf(call));
  }

  answered(call: CallState, answer: Answer, decision: Decision): void {
    const { outcome, status, hintMs } = answer;
    const { hub, counts } = this;
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
    this.counts.calls++;
    if (report !== null) this.counts[report.reason === INTERRUPTED ? 'interrupted' : 'gaveUp']++;
    else if (call.decision === Decision.ABORTED) this.counts.aborted++;
    else if (isGiveUp(call.decision)) this.counts.gaveUp++;
    if (this.hub.isHeard('ended')) {
      this.hub.emit('ended', { ...this.eventOf(call), report: report ?? reportCall(call, this.clock, history) });
    }
  }

  private eventOf(call: CallState): CallEvent {
    const { key, seq, attempt } = call;
    return { call: seq, account: key.account.name, bucket: key.name, attempt, atMs: this.clock.wallNow() };
  }
}
