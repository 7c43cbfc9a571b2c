import { quotasAt } from './admit.js';
import { type CallState, Phase } from './call-state.js';
import type { KeyState } from './key-state.js';

/** How far behind the head a call may stand and still pass it; looking further costs more than it brings. */
const MOST_LOOKS = 16;

/**
 * The place in the queue of a smaller call that may go now, while the head waits for its quotas until `headAt`; −1 when
 * there is none. It may pass only if the head can start as early as before.
 */
export function passer(key: KeyState, head: CallState, headAt: number, now: number): number {
  const { queue } = key;
  const last = Math.min(queue.size, MOST_LOOKS + 1);
  for (let place = 1; place < last; place++) {
    const call = queue.at(place) as CallState;
    // The same costs would wait as long.
    if (call.phase !== Phase.QUEUED || call.costs === head.costs) continue;
    if (quotasAt(key, call.costs, now, null) <= now && quotasAt(key, head.costs, now, call) <= headAt) return place;
  }
  return -1;
}
