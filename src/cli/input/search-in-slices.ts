import { setImmediate } from 'node:timers/promises';
import type { Io } from '../io.js';

export interface SlicedSearch<Found> {
  /** What was found, or what was known by then; null where that is nothing. */
  readonly found: Found | null;
  /** Stopped by Ctrl-C. */
  readonly isInterrupted: boolean;
}

/** Goes through a search that yields what it knows so far, so that Ctrl-C can stop it between two of its steps. */
export async function searchInSlices<Found>(
  search: Generator<Found, Found | null, void>,
  io: Io,
): Promise<SlicedSearch<Found>> {
  let isInterrupted = false;
  const release = io.onInterrupt?.(() => {
    isInterrupted = true;
  });
  try {
    let found: Found | null = null;
    while (!isInterrupted) {
      const step = search.next();
      found = step.value;
      if (step.done === true) return { found, isInterrupted: false };
      await setImmediate();
    }
    return { found, isInterrupted };
  } finally {
    release?.();
  }
}
