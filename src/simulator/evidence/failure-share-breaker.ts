// The breaker of Brooker's program, as a model of its own: it stops retries and lets calls go on, which no policy does.

import { createRandom } from '../../core/random/random.js';

export interface BreakerRun {
  /** The chance that an attempt fails. */
  readonly failShare: number;
  readonly clients: number;
  readonly callsOfEach: number;
  /** Retries stop where failed attempts ÷ first tries, since the start, reach this. */
  readonly atShare: number;
  readonly retries: number;
  readonly seed: number;
}

/** Success per call and attempts per call. The server takes any load, so that neither time nor order of clients matters. */
export function failureShareBreaker(run: BreakerRun): { readonly success: number; readonly load: number } {
  const random = createRandom(run.seed);
  let succeeded = 0;
  let attempts = 0;
  for (let client = 0; client < run.clients; client += 1) {
    let failed = 0;
    for (let call = 1; call <= run.callsOfEach; call += 1) {
      for (let retry = 0; retry <= run.retries; retry += 1) {
        attempts += 1;
        if (random.next() >= run.failShare) {
          succeeded += 1;
          break;
        }
        failed += 1;
        if (failed / call >= run.atShare) break;
      }
    }
  }
  const calls = run.clients * run.callsOfEach;
  return { success: succeeded / calls, load: attempts / calls };
}
