import { type CallState, Phase } from './call-state.js';
import { TimeHeap } from './time-heap.js';

/**
 * Entries of ended calls are swept once there are this many, and more of them than of living ones. Few, because each holds
 * on to its call and its response, which then live long enough to be garbage of the dear kind.
 */
const SWEEP_FROM = 8;

/** What happens by itself: retries whose wait is over, deadlines, attempts that take too long. */
export class Agenda {
  private readonly sleepers = new TimeHeap<CallState>();
  private readonly timers = new TimeHeap<CallState>();
  private deadSleepers = 0;
  private deadTimers = 0;

  /** Wakes the call at its `readyAt`. */
  sleep(call: CallState): void {
    this.sleepers.push(call.readyAt, call);
  }

  /** Looks at the call at `at`, for a deadline or a cut. */
  arm(call: CallState, at: number): void {
    this.timers.push(at, call);
    call.timers++;
  }

  /** The next call whose wait is over, or null. */
  woken(now: number): CallState | null {
    while (this.sleepers.earliestAt <= now) {
      const call = this.sleepers.pop() as CallState;
      if (call.phase === Phase.WAITING) return call;
      this.deadSleepers--;
    }
    return null;
  }

  /** The next living call whose deadline or cut has come, or null. */
  due(now: number): CallState | null {
    while (this.timers.earliestAt <= now) {
      const call = this.timers.pop() as CallState;
      call.timers--;
      if (call.phase !== Phase.DONE) return call;
      this.deadTimers--;
    }
    return null;
  }

  /** The earliest instant at which a living call has something due; Infinity when none has. */
  earliestAt(): number {
    // Entries of ended calls would wake the driver for nothing, and keep a process alive that is done.
    while (this.timers.peek()?.phase === Phase.DONE) {
      this.timers.pop();
      this.deadTimers--;
    }
    while (this.sleepers.peek()?.phase === Phase.DONE) {
      this.sleepers.pop();
      this.deadSleepers--;
    }
    return Math.min(this.sleepers.earliestAt, this.timers.earliestAt);
  }

  /** Notes that a call has ended. Its entries stay until they are due or swept, so that ending costs O(1) on average. */
  ended(call: CallState, wasAsleep: boolean): void {
    if (wasAsleep) this.deadSleepers++;
    this.deadTimers += call.timers;
    if (this.deadSleepers > SWEEP_FROM && this.deadSleepers * 2 > this.sleepers.size) {
      this.sleepers.retain(isAlive);
      this.deadSleepers = 0;
    }
    if (this.deadTimers > SWEEP_FROM && this.deadTimers * 2 > this.timers.size) {
      this.timers.retain(isAlive);
      this.deadTimers = 0;
    }
  }
}

function isAlive(call: CallState): boolean {
  return call.phase !== Phase.DONE;
}
