import { TimeHeap } from '../core/engine/time-heap.js';

/** Something that wants to be woken: a body that is silent for too long, a slot whose lease runs out. */
export interface Sleeper {
  /** When; Infinity for never. Set through {@link Alarms.set}. */
  alarmAt: number;
  /** The earliest entry that the heap has for it; Infinity when there is none. */
  entryAt: number;
  onAlarm(now: number): void;
}

const SWEEP_FROM = 8;

/**
 * Alarms that are moved far more often than they ring: moving one later costs a comparison, since its entry stays where
 * it is and is looked at when it is due.
 */
export class Alarms {
  private readonly heap = new TimeHeap<Sleeper>();
  private idle = 0;

  /** Moves the alarm of `sleeper` to `at`; Infinity takes it off. */
  set(sleeper: Sleeper, at: number): void {
    const wasSet = sleeper.alarmAt !== Infinity;
    sleeper.alarmAt = at;
    if (at === Infinity) {
      if (wasSet && sleeper.entryAt !== Infinity) this.leftBehind();
      return;
    }
    if (!wasSet && sleeper.entryAt !== Infinity) this.idle--;
    if (at >= sleeper.entryAt) return;
    sleeper.entryAt = at;
    this.heap.push(at, sleeper);
  }

  /** Wakes whoever is due. */
  ring(now: number): void {
    while (this.heap.earliestAt <= now) {
      const entryAt = this.heap.earliestAt;
      const sleeper = this.heap.pop() as Sleeper;
      // An older entry of a sleeper that has an earlier one since.
      if (entryAt !== sleeper.entryAt) continue;
      sleeper.entryAt = Infinity;
      if (sleeper.alarmAt === Infinity) this.idle--;
      else if (sleeper.alarmAt > now) this.set(sleeper, sleeper.alarmAt);
      else {
        sleeper.alarmAt = Infinity;
        sleeper.onAlarm(now);
      }
    }
  }

  /** The earliest instant at which {@link ring} may have something to do; Infinity when nobody sleeps. */
  earliestAt(): number {
    for (let first = this.heap.peek(); first !== undefined && first.alarmAt === Infinity; first = this.heap.peek()) {
      if (this.heap.earliestAt === first.entryAt) {
        first.entryAt = Infinity;
        this.idle--;
      }
      this.heap.pop();
    }
    return this.heap.earliestAt;
  }

  private leftBehind(): void {
    this.idle++;
    if (this.idle <= SWEEP_FROM || this.idle * 2 <= this.heap.size) return;
    this.heap.retain((sleeper) => {
      if (sleeper.alarmAt !== Infinity) return true;
      sleeper.entryAt = Infinity;
      return false;
    });
    this.idle = 0;
  }
}
