/**
 * Time as the runtime sees it. Two clocks, because they answer different questions: elapsed time is monotonic, and a
 * step of the wall clock moves only the instants that servers name.
 */
export interface Clock {
  /** Monotonic ms since some fixed instant. */
  now(): number;
  /** Epoch ms. */
  wallNow(): number;
  /**
   * Calls `wake` once at or after the monotonic instant `at`. It may be early: whoever is woken looks at the time.
   * `keepAlive` false: no call depends on it, so that it need not hold a process that is done.
   */
  setTimer(at: number, wake: () => void, keepAlive?: boolean): TimerHandle;
  clearTimer(handle: TimerHandle): void;
}

/** Whatever a clock makes of a timer; it is only handed back, to clear the timer. */
export type TimerHandle = unknown;

/** The longest delay that platform timers take; Node fires at once beyond it, browsers wrap around. */
export const LONGEST_TIMER_MS = 2_147_483_647;

export interface SystemClockOptions {
  /** False lets a process end while only waits are pending. Default true: an awaited call must not vanish. */
  readonly keepAlive?: boolean;
}

/** The clock of the platform, in browsers, workers and Node. */
export function systemClock({ keepAlive = true }: SystemClockOptions = {}): Clock {
  return {
    now: () => performance.now(),
    wallNow: () => Date.now(),
    setTimer(at, wake, isNeeded = true) {
      const handle = setTimeout(wake, timerDelayMs(at - performance.now())) as unknown as { unref?: () => void };
      // Browsers return a number, which has no unref.
      if (!(keepAlive && isNeeded) && typeof handle === 'object') handle.unref?.();
      return handle;
    },
    clearTimer(handle) {
      clearTimeout(handle as ReturnType<typeof setTimeout>);
    },
  };
}

/**
 * The delay to arm a platform timer with: whole ms, one more because timers fire early, never above what they take.
 * A longer wait is done in pieces, since whoever is woken looks at the time and sleeps again. NaN becomes 1.
 */
export function timerDelayMs(waitMs: number): number {
  return waitMs > 0 ? Math.min(Math.ceil(waitMs) + 1, LONGEST_TIMER_MS) : 1;
}
