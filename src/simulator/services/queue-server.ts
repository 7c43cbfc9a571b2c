import { Outcome } from '../../core/engine/outcome.js';
import type { Link } from '../link.js';
import type { Recorder } from '../recorder.js';
import type { Actor, Run } from '../run.js';
import { NO_HINT, type Service } from '../service.js';
import { RequestQueue } from './request-queue.js';

export interface QueueServerOptions {
  /** How many requests are worked on at once. */
  readonly servers: number;
  /** How many may wait beside them; Infinity for all. Beyond it a request is turned away as overload. */
  readonly room: number;
  readonly takesNewestFirst: boolean;
  /** Whether a request whose caller has given up on it is dropped unserved when its turn comes. */
  readonly dropsExpired: boolean;
  readonly serviceMs: () => number;
}

const DONE = 0;

/** Some servers behind one queue. They finish what they have begun, wanted or not. */
export class QueueServer implements Actor, Service {
  private readonly queue = new RequestQueue();
  private readonly id: number;
  private readonly link: Link;
  private readonly recorder: Recorder;
  private readonly options: QueueServerOptions;
  private busy = 0;
  private speed = 1;

  constructor(run: Run, link: Link, recorder: Recorder, options: QueueServerOptions) {
    this.id = run.register(this);
    this.link = link;
    this.recorder = recorder;
    this.options = options;
  }

  arrive(call: number, tag: number, run: Run): void {
    const { recorder, options, queue } = this;
    const { now } = run;
    recorder.arrived(now);
    if (this.busy < options.servers && this.speed > 0) {
      recorder.inFlightBy(1, now);
      this.begin(call, tag, now, run);
    } else if (queue.size < options.room) {
      recorder.inFlightBy(1, now);
      queue.push(call, tag, now);
      recorder.queuedIs(queue.size, now);
    } else {
      recorder.turnedAway(now);
      this.link.reply(call, tag, Outcome.OVERLOADED, NO_HINT, run);
    }
  }

  /** 1 is the usual speed, 0 a standstill. Counts for what is begun from now on. */
  setSpeed(speed: number, run: Run): void {
    this.speed = speed;
    while (this.busy < this.options.servers && this.queue.size > 0 && speed > 0) if (!this.beginNext(run)) break;
  }

  handle(_event: number, call: number, tag: number, arrivedAt: number, run: Run): void {
    const { recorder } = this;
    const { now } = run;
    this.busy--;
    recorder.inFlightBy(-1, now);
    recorder.sojourn.add(now - arrivedAt);
    recorder.served(now, this.link.isWanted(call, tag));
    // The next begins before the answer is out: with an instant network it may bring a new request at once.
    if (this.speed > 0) this.beginNext(run);
    this.link.reply(call, tag, Outcome.OK, NO_HINT, run);
  }

  /** Begins with the next request that is worth it; false when there is none. */
  private beginNext(run: Run): boolean {
    const { queue, recorder } = this;
    const { takesNewestFirst, dropsExpired } = this.options;
    while (queue.size > 0) {
      if (takesNewestFirst) queue.takeNewest();
      else queue.takeOldest();
      const { call, tag, arrivedAt } = queue;
      if (dropsExpired && !this.link.isWanted(call, tag)) {
        recorder.inFlightBy(-1, run.now);
        recorder.turnedAway(run.now);
        continue;
      }
      recorder.queuedIs(queue.size, run.now);
      this.begin(call, tag, arrivedAt, run);
      return true;
    }
    recorder.queuedIs(0, run.now);
    return false;
  }

  private begin(call: number, tag: number, arrivedAt: number, run: Run): void {
    this.busy++;
    run.schedule(run.now + this.options.serviceMs() / this.speed, this.id, DONE, call, tag, arrivedAt);
  }
}
