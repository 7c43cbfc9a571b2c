import { EventQueue } from './event-queue.js';

/**
 * Somebody to whom things happen. What `event` (0…15), `subject`, `tag` and `value` mean is the actor's own affair:
 * numbers, so that an event costs no object.
 */
export interface Actor {
  handle(event: number, subject: number, tag: number, value: number, run: Run): void;
}

/**
 * A run of a simulation: a queue of events on a virtual clock. Events of the same instant happen in the order they were
 * scheduled, so the same actors and seeds give the same run to the last event. It goes on in steps of any size.
 */
export class Run {
  /** The virtual time, in ms. */
  now = 0;
  /** Events handled so far. */
  events = 0;
  private readonly queue = new EventQueue();
  private readonly actors: Actor[] = [];

  /** Events that are still to happen. */
  get pending(): number {
    return this.queue.pending;
  }

  /** Lets an actor take part; the number is what {@link schedule} knows it by. */
  register(actor: Actor): number {
    return this.actors.push(actor) - 1;
  }

  /**
   * Has an actor handle an event at `at`; an event at Infinity never happens.
   * Throws RangeError for an instant that is NaN or in the past.
   */
  schedule(at: number, actor: number, event: number, subject = 0, tag = 0, value = 0): void {
    if (!(at >= this.now)) throw this.refusal(at);
    if (at === Infinity) return;
    this.queue.push(at, (actor << 4) | event, subject, tag, value);
  }

  /**
   * Handles events until none is left, none before or at `untilMs`, or `events` of them are done.
   * True when there is nothing more to do until then.
   */
  start(untilMs = Infinity, events = Infinity): boolean {
    const { queue, actors } = this;
    for (let left = events; ; left--) {
      if (queue.earliestAt() > untilMs || queue.pending === 0) return true;
      if (left <= 0) return false;
      queue.pop();
      this.now = queue.now;
      this.events++;
      const { what } = queue;
      (actors[what >> 4] as Actor).handle(what & 15, queue.subject, queue.tag, queue.value, this);
    }
  }

  private refusal(at: number): RangeError {
    return new RangeError(
      Number.isNaN(at)
        ? 'an event was scheduled at NaN; give ms of virtual time'
        : `an event was scheduled at ${at} ms, before the present, ${this.now} ms`,
    );
  }
}
