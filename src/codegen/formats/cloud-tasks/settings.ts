import { MOST_ATTEMPTS } from '../habits.js';

/** RetryConfig of a queue. */
export interface CloudTasksSettings {
  /** The first one included; −1 is without end. */
  readonly attempts: number;
  /** maxRetryDuration; 0 is without end. Retrying ends when both are reached. */
  readonly ageMs: number;
  readonly minMs: number;
  readonly maxMs: number;
  readonly doublings: number;
}

/**
 * The wait before each retry: minBackoff, doubled maxDoublings times, then grown by the step it has reached, never above
 * maxBackoff. The reference's example: 10 s, 300 s and 3 doublings give 10, 20, 40, 80, 160, 240, 300, 300 s.
 */
export function taskDelays({ minMs, maxMs, doublings }: CloudTasksSettings, retries: number): number[] {
  return Array.from({ length: retries }, (_, index) => {
    const steps = index <= doublings ? 2 ** index : 2 ** doublings * (index - doublings + 1);
    return minMs === 0 ? 0 : Math.min(maxMs, minMs * steps);
  });
}

/** How many attempts are made when each of them fails at once: at least the count, and on until the age is reached. */
export function attemptsOf(settings: CloudTasksSettings): number {
  const { attempts, ageMs } = settings;
  if (attempts === -1 && ageMs === 0) return Infinity;
  // One more than a policy holds is enough to know that it does not.
  const delays = taskDelays(settings, MOST_ATTEMPTS + 1);
  let elapsedMs = 0;
  let made = 1;
  while ((made < attempts || elapsedMs < ageMs) && made <= MOST_ATTEMPTS) {
    elapsedMs += delays[made - 1] as number;
    made++;
  }
  return made;
}
