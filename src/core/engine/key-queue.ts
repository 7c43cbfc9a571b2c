import { type CallState, Phase } from './call-state.js';
import { costOf } from './cost-of.js';
import type { KeyState } from './key-state.js';

/** Puts a call into its bucket's queue. A retry stands where its age puts it: before the fresh ones. */
export function enqueue(call: CallState, key: KeyState): void {
  key.queue.add(call);
  countQueued(call, key, 1);
}

/** The part of the queue, 0…1, that goes before a call that would join it now. */
export function shareAhead(call: CallState): number {
  const { size } = call.key.queue;
  if (call.priority === 0 || size === 0) return 1;
  return call.key.queue.placeOf(call) / size;
}

/** The call whose turn it is in a bucket, past those that have ended while they waited. */
export function headOf(key: KeyState): CallState | undefined {
  for (;;) {
    const call = key.queue.at(0);
    if (call === undefined || call.phase === Phase.QUEUED) return call;
    key.queue.remove(0);
  }
}

/** Takes off the call at this place of the queue, 0 being the head. */
export function dequeue(key: KeyState, place = 0): void {
  const call = key.queue.at(place);
  if (call === undefined) return;
  key.queue.remove(place);
  countQueued(call, key, -1);
}

/** Leaves out a call that has ended while it waited, and lets go of the ended ones once they are the most. */
export function dropQueued(call: CallState, key: KeyState): void {
  countQueued(call, key, -1);
  const { queue } = key;
  if (queue.size > 64 && queue.size > 2 * key.queued) queue.retain(isQueued);
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
