// Readings of one window that were taken by several responses. Servers of one fleet compute the same reset a few
// milliseconds apart, which must not look like a new window with each response.

export interface WindowReading {
  /** When the window ends, in epoch ms. */
  readonly resetAt: number;
  /** What is left of it; null when not known. */
  readonly remaining: number | null;
}

/** Differences up to a second are noise: many servers tell resets in whole seconds. */
export const SAME_WINDOW_MS = 1000;

/**
 * What is known of a window after one more reading. Within the tolerance it is the same window: the least that is left
 * and the latest end. Beyond it the later of the two windows counts, since the other one is over or was told late.
 */
export function mergeWindows(
  known: WindowReading | null,
  reading: WindowReading,
  toleranceMs: number = SAME_WINDOW_MS,
): WindowReading {
  if (known === null) return reading;
  if (Math.abs(known.resetAt - reading.resetAt) > toleranceMs) return reading.resetAt > known.resetAt ? reading : known;
  return { resetAt: Math.max(known.resetAt, reading.resetAt), remaining: least(known.remaining, reading.remaining) };
}

function least(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
