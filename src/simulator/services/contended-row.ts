import { Outcome } from '../../core/engine/outcome.js';
import type { Link } from '../link.js';
import type { Recorder } from '../recorder.js';
import type { Actor, Run } from '../run.js';
import { NO_HINT, type Service } from '../service.js';

const READ_REPLY = 0;
const WRITE = 1;

/**
 * One shared row under optimistic concurrency control, as in Marc Brooker's model for "Exponential Backoff And Jitter"
 * (AWS Architecture Blog, 2015): a client reads the version, writes with it, and fails if somebody else wrote in between.
 * An attempt is four messages; what is counted is writes. Nothing takes time but the messages.
 */
export class ContendedRow implements Actor, Service {
  version = 0;
  private readonly id: number;
  private readonly link: Link;
  private readonly recorder: Recorder;

  constructor(run: Run, link: Link, recorder: Recorder) {
    this.id = run.register(this);
    this.link = link;
    this.recorder = recorder;
  }

  /** A read request arrives; the reply carries the version as it is now. */
  arrive(call: number, tag: number, run: Run): void {
    run.schedule(run.now + this.link.delayMs(), this.id, READ_REPLY, call, tag, this.version);
  }

  handle(event: number, call: number, tag: number, version: number, run: Run): void {
    const { now } = run;
    if (event === READ_REPLY) {
      run.schedule(now + this.link.delayMs(), this.id, WRITE, call, tag, version);
      return;
    }
    this.recorder.arrived(now);
    const isFirst = version === this.version;
    if (isFirst) this.version++;
    this.recorder.served(now, isFirst);
    this.link.reply(call, tag, isFirst ? Outcome.OK : Outcome.UNKNOWN, NO_HINT, run);
  }
}
