import type { Clock, TimerHandle } from '../runtime/clock.js';

/** A clock that stands still until it is told to move, for tests that should not wait. */
export interface ManualClock extends Clock {
  /** Moves on by `ms`, firing each timer at its instant and letting promises settle after each. */
  advance(ms: number): Promise<void>;
  /** Moves from timer to timer until none is left. Rejects after `maxTimers`, so that a test ends. */
  run(maxTimers?: number): Promise<void>;
}

/** Makes a clock that starts at monotonic 0 and at `wallMs` on the wall (default 2026-01-01T00:00:00Z). */
export function manualClock(wallMs = Date.UTC(2026, 0, 1)): ManualClock {
  let now = 0;
  let made = 0;
  const timers = new Map<TimerHandle, { readonly at: number; readonly wake: () => void }>();

  /** The earliest timer; the one set first among equals. */
  const earliest = (): [TimerHandle, { at: number; wake: () => void }] | null => {
    let best: [TimerHandle, { at: number; wake: () => void }] | null = null;
    for (const entry of timers) if (best === null || entry[1].at < best[1].at) best = entry;
    return best;
  };
  const fireUntil = async (until: number, maxTimers: number): Promise<void> => {
    await settled();
    for (let fired = 0; ; fired++) {
      const next = earliest();
      if (next === null || next[1].at > until) return;
      if (fired === maxTimers) throw new Error(`${maxTimers} timers have fired and more are set`);
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
      const until = now + ms;
      await fireUntil(until, Infinity);
      now = until;
    },
    run: (maxTimers = 100_000) => fireUntil(Infinity, maxTimers),
  };
}

/** Promises that lead to promises: a chain longer than this between two instants would be a surprise. */
const TURNS = 20;

async function settled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await null;
}
