import type { Rules } from '../backoff/compile.js';
import { hasAccountSlot, hasOwnSlot, NO_SLOT } from './admit.js';
import { Fifo } from './fifo.js';
import { type AccountState, type KeyState, Place } from './key-state.js';
import { TimeHeap } from './time-heap.js';

/**
 * Whose turn it is: the buckets whose head may be able to go now, one call each in turn, so that a busy one never holds
 * up its siblings. The others are put aside until an instant comes or a slot is freed.
 */
export class Turns {
  private readonly rules: Rules;
  private readonly runnable = new Fifo<KeyState>();
  private readonly timed = new TimeHeap<KeyState>();

  constructor(rules: Rules) {
    this.rules = rules;
  }

  /** The bucket whose turn it is, if any. It keeps its turn until {@link pass} or one of the others is called. */
  current(): KeyState | undefined {
    return this.runnable.peek();
  }

  /** Passes the turn on after a call: the bucket goes behind the others. */
  pass(): void {
    if (this.runnable.size > 1) this.runnable.push(this.runnable.shift() as KeyState);
  }

  /** Takes the current bucket out, because it has no call. */
  rest(): void {
    const key = this.runnable.shift() as KeyState;
    key.place = Place.IDLE;
    this.lendSlot(key.account);
  }

  /** Puts the current bucket aside until what {@link admit} has said: an instant, or {@link NO_SLOT}. */
  putAside(at: number): void {
    const key = this.runnable.shift() as KeyState;
    if (at === NO_SLOT && hasOwnSlot(key)) {
      key.place = Place.NO_ACCOUNT_SLOT;
      key.account.waiting.push(key);
      return;
    }
    if (at === NO_SLOT) key.place = Place.NO_SLOT;
    else this.shut(key, at);
    this.lendSlot(key.account);
  }

  /** A call has joined the queue of a bucket, and may perhaps go before the one that the bucket waits with. */
  joined(key: KeyState, mayGoFirst: boolean): void {
    if (key.place === Place.IDLE) this.setRunnable(key);
    else if (mayGoFirst) this.lookAgain(key);
  }

  /** A call of a bucket has freed its slots. */
  freed(key: KeyState): void {
    // Those that wait for the account come first, or a busy bucket would take each of its slots back for ever.
    this.lendSlot(key.account);
    if (key.place === Place.NO_SLOT) this.setRunnable(key);
  }

  /** Tries a bucket before its instant has come, because what it waits for has changed. */
  lookAgain(key: KeyState): void {
    if (key.place === Place.TIMED) this.setRunnable(key);
  }

  /** Gives a turn to the buckets whose instant has come. */
  wake(now: number): void {
    while (this.timed.earliestAt <= now) this.lookAgain(this.popTimed());
  }

  /** The earliest instant for which a bucket waits; Infinity when none does. */
  earliestAt(): number {
    // One that no longer waits for its instant would wake the driver for nothing.
    while (this.timed.size > 0 && this.timed.peek()?.place !== Place.TIMED) this.popTimed();
    return this.timed.earliestAt;
  }

  /** Lets the next bucket try that waits for a slot of its account; one that does not use it passes it on. */
  private lendSlot(account: AccountState): void {
    if (account.waiting.size > 0 && hasAccountSlot(this.rules, account)) {
      this.setRunnable(account.waiting.shift() as KeyState);
    }
  }

  private setRunnable(key: KeyState): void {
    key.place = Place.RUNNABLE;
    this.runnable.push(key);
  }

  private shut(key: KeyState, at: number): void {
    key.place = Place.TIMED;
    // An entry that is due before will look again by itself: a second one would only pile up behind it.
    if (at >= key.timedAt) return;
    key.timedAt = at;
    this.timed.push(at, key);
  }

  private popTimed(): KeyState {
    const at = this.timed.earliestAt;
    const key = this.timed.pop() as KeyState;
    if (key.timedAt === at) key.timedAt = Infinity;
    return key;
  }
}
