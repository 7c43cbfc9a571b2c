// Who came before the time that it was told, of senders in the same process as the server.

import type { Emulator } from '../../src/emulator/index.js';
import { standstills } from './awake.js';

/** A refusal that was answered this recently may not be known yet to whoever sends: machines that test are busy. */
export const FLIGHT_MS = 400;

/**
 * How many requests came early until `work` had ended. Not those just after the process stood still: it then sends what is
 * due before it looks at what it was told.
 */
export async function earlyRequests(
  emulator: Emulator,
  work: Promise<unknown>,
  wallNow: () => number = Date.now,
): Promise<number> {
  const ends = await standstills(work, { now: wallNow });
  const isExcused = (at: number): boolean => ends.some((end) => Math.abs(at - end) < 2 * FLIGHT_MS);
  return emulator.seen().requests.filter(({ at, earlyMs }) => earlyMs > 0 && !isExcused(at)).length;
}
