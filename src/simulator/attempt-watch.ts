import { Outcome } from '../core/engine/outcome.js';
import type { DecodedLimit } from '../core/headers/decoded.js';
import type { Run } from './run.js';
import type { Caller, Service } from './service.js';

/** What became of an attempt that was answered: it was of use, turned away, or failed or came too late. */
export type AttemptFate = 'useful' | 'refused' | 'in-vain';

/** Who wants to see attempts one by one. They are the clients' own; what layers send on their behalf is not among them. */
export interface AttemptWatcher {
  /** Whether the attempts of a call are told. Numbers of calls that have ended are given to others. */
  follows(call: number): boolean;
  /** An attempt reaches the other side. */
  arrived(call: number, atMs: number): void;
  /** An answer: when the attempt had reached the other side, and what became of it. One that is lost is never told. */
  answered(call: number, arrivedAtMs: number, fate: AttemptFate): void;
}

/** Stands between a link and both of its ends, and changes nothing. */
export class AttemptWatch implements Caller, Service {
  private readonly caller: Caller;
  private readonly service: Service;
  private readonly watcher: AttemptWatcher;
  private readonly arrivedAt = new Map<number, number>();
  readonly told?: NonNullable<Caller['told']>;

  constructor(caller: Caller, service: Service, watcher: AttemptWatcher) {
    this.caller = caller;
    this.service = service;
    this.watcher = watcher;
    if (caller.told !== undefined) {
      this.told = (call: number, tag: number, limits: readonly DecodedLimit[], run: Run) =>
        caller.told?.(call, tag, limits, run);
    }
  }

  arrive(call: number, tag: number, run: Run): void {
    if (this.watcher.follows(call)) {
      this.arrivedAt.set(keyOf(call, tag), run.now);
      this.watcher.arrived(call, run.now);
    }
    this.service.arrive(call, tag, run);
  }

  answer(call: number, tag: number, outcome: Outcome, hintMs: number, run: Run): void {
    if (this.watcher.follows(call)) {
      const key = keyOf(call, tag);
      // Told without one where the network itself refuses: then nothing has arrived anywhere.
      const arrivedAtMs = this.arrivedAt.get(key);
      this.arrivedAt.delete(key);
      const fate = fateOf(outcome, this.caller.isWaiting(call, tag));
      if (arrivedAtMs !== undefined) this.watcher.answered(call, arrivedAtMs, fate);
    }
    this.caller.answer(call, tag, outcome, hintMs, run);
  }

  isWaiting(call: number, tag: number): boolean {
    return this.caller.isWaiting(call, tag);
  }
}

function fateOf(outcome: Outcome, isWanted: boolean): AttemptFate {
  if (outcome === Outcome.REFUSED) return 'refused';
  return outcome === Outcome.OK && isWanted ? 'useful' : 'in-vain';
}

/** Both are whole numbers below 2³², and calls far below 2²¹, so that the key is exact. */
function keyOf(call: number, tag: number): number {
  return call * 2 ** 32 + (tag >>> 0);
}
