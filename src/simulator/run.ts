import { TimeHeap } from '../core/engine/time-heap.js';

/** Somebody to whom things happen. What `event` and `subject` mean is the actor's own affair. */
export interface Actor {
  handle(event: number, subject: unknown, run: Run): void;
}

interface Entry {
  readonly actor: Actor;
  readonly event: number;
  readonly subject: unknown;
}

/**
 * A run of a simulation: a queue of events on a virtual clock. Events of the same instant happen in the order they were
 * scheduled, so the same actors and seeds give the same run to the last event.
 */
export class Run {
  /** The virtual time, in ms. */
  now = 0;
  /** Events handled so far. */
  events = 0;
  private readonly queue = new TimeHeap<Entry>();

  /**
   * Has `actor` handle the event at `at`; an event at Infinity never happens.
   * Throws RangeError for an instant that is NaN or in the past.
   */
  schedule(at: number, actor: Actor, event: number, subject: unknown = null): void {
    if (!(at >= this.now)) {
      throw new RangeError(
        Number.isNaN(at)
          ? 'an event was scheduled at NaN; give ms of virtual time'
          : `an event was scheduled at ${at} ms, before the present, ${this.now} ms`,
      );
    }
    if (at === Infinity) return;
    this.queue.push(at, { actor, event, subject });
  }

  /** Handles events until none is left, or none before or at `untilMs`. */
  start(untilMs = Infinity): void {
    const { queue } = this;
    while (queue.size > 0 && queue.earliestAt <= untilMs) {
      this.now = queue.earliestAt;
      const { actor, event, subject } = queue.pop() as Entry;
      this.events++;
      actor.handle(event, subject, this);
    }
  }
}
