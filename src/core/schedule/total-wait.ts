import type { Wait } from './waits.js';

/** All the waits of a call that fails at every attempt, together, in ms. */
export interface TotalWait {
  readonly meanMs: number;
  readonly maxMs: number;
}

export function totalWaitOf(waits: readonly Wait[]): TotalWait {
  let meanMs = 0;
  let maxMs = 0;
  for (const wait of waits) {
    meanMs += wait.meanMs;
    maxMs += wait.maxMs;
  }
  return { meanMs, maxMs };
}
