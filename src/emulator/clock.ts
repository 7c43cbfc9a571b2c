// Time as the emulator sees it. The manual clock of holdoff/testing fits.

/** The time that an emulator goes by; a test may bring its own. */
export interface EmulatorClock {
  /** Monotonic ms since some fixed instant. */
  now(): number;
  /** Epoch ms. */
  wallNow(): number;
  /** Calls `wake` once at or after the monotonic instant `at`. */
  setTimer(at: number, wake: () => void): unknown;
  clearTimer(handle: unknown): void;
}

/** The clock of the platform. A wait for an answer does not hold the process; what listens does. */
export const systemClock: EmulatorClock = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  setTimer: (at, wake) => setTimeout(wake, Math.min(Math.max(0, Math.ceil(at - performance.now())), 2 ** 31 - 1)),
  clearTimer: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/**
 * The instant in whole epoch ms, as limiters want it. Anchored once: a step of the wall clock must not refill a bucket.
 */
export function wholeMs(clock: EmulatorClock): () => number {
  const offsetMs = clock.wallNow() - clock.now();
  return () => Math.floor(clock.now() + offsetMs);
}
