import { Outcome } from '../../core/engine/outcome.js';
import type { Link } from '../link.js';
import type { Recorder } from '../recorder.js';
import type { Actor, Run } from '../run.js';
import { NO_HINT, type Service } from '../service.js';

/**
 * A channel with slots, as slotted ALOHA has it (Roberts 1975): what arrives during a slot is sent in the next one, and
 * gets through only if it is alone there.
 */
export class SlottedChannel implements Actor, Service {
  /** Slots in which something was sent, and those among them in which several were. */
  slotsUsed = 0;
  slotsCollided = 0;
  private readonly id: number;
  private readonly link: Link;
  private readonly recorder: Recorder;
  private readonly slotMs: number;
  /** Call and tag of each sender of the coming slot. */
  private senders: number[] = [];

  constructor(run: Run, link: Link, recorder: Recorder, slotMs: number) {
    this.id = run.register(this);
    this.link = link;
    this.recorder = recorder;
    this.slotMs = slotMs;
  }

  arrive(call: number, tag: number, run: Run): void {
    this.recorder.arrived(run.now);
    if (this.senders.length === 0) run.schedule(Math.ceil(run.now / this.slotMs) * this.slotMs, this.id, 0);
    this.senders.push(call, tag);
  }

  handle(_event: number, _subject: number, _tag: number, _value: number, run: Run): void {
    const { senders } = this;
    this.senders = [];
    const isAlone = senders.length === 2;
    this.slotsUsed++;
    if (!isAlone) this.slotsCollided++;
    for (let at = 0; at < senders.length; at += 2) {
      this.recorder.served(run.now, isAlone);
      this.link.reply(
        senders[at] as number,
        senders[at + 1] as number,
        isAlone ? Outcome.OK : Outcome.UNKNOWN,
        NO_HINT,
        run,
      );
    }
  }
}
