// What many systems have in common, so that a format states only what is its own.

import { COUNTED, IGNORED } from '../../core/presets/habits.js';
import { type Loss, lossOf } from './loss.js';

/** A system that repeats whatever fails: a refusal counts, no server's wait is read, and every call is taken for repeatable. */
export const REPEATS_ALL = {
  refusals: COUNTED,
  retryAfter: IGNORED,
  retryOn: { idempotent: 'always' },
} as const;

/** As many attempts as a policy holds. */
export const MOST_ATTEMPTS = 1000;

/** What a policy holds of so many attempts, Infinity for no end, with the loss where it is less. */
export function holdAttempts(attempts: number, system: string): { maxAttempts: number; losses: Loss[] } {
  if (attempts <= MOST_ATTEMPTS) return { maxAttempts: attempts, losses: [] };
  const does = attempts === Infinity ? `${system} retries without end` : `${system} makes ${attempts}`;
  const says = `holds at most ${MOST_ATTEMPTS} attempts`;
  return { maxAttempts: MOST_ATTEMPTS, losses: [lossOf('maxAttempts', 'approximated', says, does)] };
}

/** The loss of a system that does not go by the status of a response. `does` says by what it goes. */
export function repeatsByStatus(does: string): Loss {
  return lossOf('retryOn', 'approximated', 'repeats by status', does);
}
