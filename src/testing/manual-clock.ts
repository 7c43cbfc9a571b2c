import type { Clock, TimerHandle } from '../runtime/clock.js';
import * as liveClient from '../runtime/live-client.js';
import { provideClient } from '../runtime/load-client.js';

/** A clock that stands still until it is told to move, for tests that should not wait. */
export interface ManualClock extends Clock {
  /**
   * Moves on by `ms`, firing each timer at its instant and letting promises settle after each.
   * Rejects with RangeError when `ms` is negative or no number.
   */
  advance(ms: number): Promise<void>;
  /** Moves from timer to timer until none is left. Rejects after `maxTimers`, default 100 000, so that a test ends. */
  run(maxTimers?: number): Promise<void>;
}

/** Makes a clock that starts at monotonic 0 and at `wallMs` on the wall (default 2026-01-01T00:00:00Z). */
export function manualClock(wallMs = Date.UTC(2026, 0, 1)): ManualClock {
  // Loading takes turns of the event loop, and a test that counts them would depend on the disk.
  provideClient(liveClient);
  let now = 0;
  let made = 0;
  const timers = new Map<TimerHandle, { readonly at: number; readonly wake: () => void }>();

  /** The earliest timer; the one set first among equals. */
  const earliest = (): [TimerHandle, { at: number; wake: () => void }] | null => {
    let best: [TimerHandle, { at: number; wake: () => void }] | null = null;
    for (const entry of timers) if (best === null || entry[1].at < best[1].at) best = entry;
    return best;
  };
  const fireUntil = async (until: number, maxTimers = 100_000): Promise<void> => {
    await settled();
    for (let fired = 0; ; fired++) {
      const next = earliest();
      if (next === null || next[1].at > until) return;
      if (fired >= maxTimers) {
        throw new Error(`${maxTimers} timers have fired by ${now} ms and another one is set; something never ends`);
      }
      timers.delete(next[0]);
      now = Math.max(now, next[1].at);
      next[1].wake();
      await settled();
    }
  };

  return {
    now: () => now,
    wallNow: () => wallMs + now,
    setTimer(at, wake) {
      const handle = ++made;
      timers.set(handle, { at, wake });
      return handle;
    },
    clearTimer(handle) {
      timers.delete(handle);
    },
    async advance(ms) {
      if (!(Number.isFinite(ms) && ms >= 0))
        throw new RangeError(`a clock cannot be advanced by ${ms} ms; give a number, 0 or more`);
      const until = now + ms;
      await fireUntil(until);
      now = until;
    },
    run: (maxTimers) => fireUntil(Infinity, maxTimers),
  };
}

/** Lets everything happen that needs no time: a whole turn of the event loop, since chains of promises have any length. */
function settled(): Promise<void> {
  return new Promise(nextTurn);
}

const nextTurn = turnTaker();

/** Taken when this is loaded, so that a test that replaces the platform's timers does not stop this clock. */
function turnTaker(): (resume: () => void) => void {
  const { setImmediate } = globalThis as { setImmediate?: (resume: () => void) => unknown };
  if (setImmediate !== undefined) return setImmediate;
  const { setTimeout } = globalThis;
  return (resume) => setTimeout(resume, 0);
}
