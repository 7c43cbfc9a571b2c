import { costOf } from './admit.js';
import { type CallState, Phase } from './call-state.js';
import type { KeyState } from './key-state.js';

/** Puts a call at the end of its bucket's queue: the one of retries, which are older and go first, or the other. */
export function enqueue(call: CallState, key: KeyState, returning: boolean): void {
  (returning ? key.returning : key.fresh).push(call);
  countQueued(call, key, 1);
}

/** The call whose turn it is in a bucket, past those that have ended while they waited. */
export function headOf(key: KeyState): CallState | undefined {
  for (;;) {
    const call = key.returning.peek() ?? key.fresh.peek();
    if (call === undefined || call.phase === Phase.QUEUED) return call;
    shift(key);
  }
}

/** Takes the head off. */
export function dequeue(key: KeyState): void {
  const call = shift(key);
  if (call !== undefined) countQueued(call, key, -1);
}

/** Leaves out a call that has ended while it waited, and lets go of the ended ones once they are the most. */
export function dropQueued(call: CallState, key: KeyState): void {
  countQueued(call, key, -1);
  for (const queue of [key.returning, key.fresh]) {
    if (queue.size > 64 && queue.size > 2 * key.queued) queue.retain(isQueued);
  }
}

function shift(key: KeyState): CallState | undefined {
  return key.returning.shift() ?? key.fresh.shift();
}

function countQueued(call: CallState, key: KeyState, sign: 1 | -1): void {
  key.queued += sign;
  for (let index = 0; index < key.queuedCosts.length; index++) {
    // An empty queue is exactly empty: sums of fractions would leave crumbs.
    const rest = key.queued === 0 ? 0 : (key.queuedCosts[index] as number) + sign * costOf(call.costs, index);
    key.queuedCosts[index] = rest;
  }
}

function isQueued(call: CallState): boolean {
  return call.phase === Phase.QUEUED;
}
