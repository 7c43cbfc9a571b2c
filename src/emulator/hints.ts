// What a server says of the wait: the truth, nothing, or something else.

import type { Random } from '../core/random/random.js';
import type { Hints } from './options.js';

/**
 * The wait to tell, in whole ms; null to tell none. `trueMs` is null where nobody can know, and `refusals` are those of
 * the bucket since a request was last let in.
 */
export function toldWait(
  trueMs: number | null,
  refusals: number,
  hints: Hints | undefined,
  random: Random,
): number | null {
  if (hints === undefined) return trueMs;
  const { absentShare = 0, factor = 1, addMs = 0, addPerRefusalMs = 0, maxMs = Infinity } = hints;
  if (absentShare > 0 && random.next() < absentShare) return null;
  const more = addMs + addPerRefusalMs * refusals;
  if (trueMs === null && more <= 0) return null;
  return Math.ceil(Math.min(Math.max(0, (trueMs ?? 0) * factor + more), maxMs));
}
