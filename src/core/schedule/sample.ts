import { backoffMs } from '../backoff/backoff.js';
import type { Rules } from '../backoff/compile.js';
import { InputError } from '../errors.js';
import { createRandom } from '../random/random.js';

/** The seed unless another is given. */
export const DEFAULT_SEED = 1;

/**
 * One run of all retries in ms: one uniform per retry, in order, from a generator with this seed.
 * Throws {@link InputError} for a seed that is not a whole number from 0 to 2³² − 1.
 */
export function sampleWaits(rules: Rules, seed: number): number[] {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new InputError({ field: 'seed', value: seed, allowed: 'a whole number from 0 to 4294967295' });
  }
  const random = createRandom(seed);
  const waits: number[] = [];
  let previousMs = rules.baseMs;
  for (let retry = 1; retry < rules.policy.maxAttempts; retry++) {
    previousMs = backoffMs(rules, retry, previousMs, random.next());
    waits.push(previousMs);
  }
  return waits;
}
