// What many clients have in common, so that a preset states only what is its own.

import { MAX_DURATION_MS } from '../grammar/duration.js';
import type { PolicyInput } from '../policy/policy.js';

type RetryAfter = NonNullable<PolicyInput['retryAfter']>;

/** For these clients a 429 is a failure like any other and uses up an attempt, unlike in holdoff's own default. */
export const COUNTED = { countAsAttempts: true } as const;

/** The server's wait is not read. */
export const IGNORED: RetryAfter = { honor: false };

/** As good as no limit: the longest duration that a policy can hold. */
export const NO_LIMIT_MS = MAX_DURATION_MS;

/** The server's wait replaces the own backoff, with nothing added. */
export function obeyed(maxMs: number, beyondMax: 'fail' | 'clamp' | 'backoff' = 'fail'): RetryAfter {
  return { honor: true, maxMs, beyondMax, spreadMs: 0 };
}

/** Raw delays of retries 1 to `count` by a formula that is not exponential. */
export function listed(count: number, delayMs: (retry: number) => number): number[] {
  return Array.from({ length: count }, (_, index) => delayMs(index + 1));
}

export const CALLER_CLASSIFIES =
  "What counts as a failure is for the caller or the service to say; the statuses here are holdoff's own.";

export const ZERO_WAIT_OBEYED = 'Told to wait 0 on a 429 it retries at once; holdoff waits its own backoff.';

export const TIME_LIMIT_LETS_FINISH =
  "The time limit only forbids further retries; holdoff's deadline also ends the attempt that is under way.";

export const POST_NEVER =
  'POST and PATCH are never repeated; holdoff repeats them after a 429, since a refused request was not processed.';

/** For clients that retry a status which a policy cannot name. */
export function alsoRepeats(...statuses: readonly number[]): string {
  const last = statuses.at(-1);
  const list = statuses.length === 1 ? `${last}` : `${statuses.slice(0, -1).join(', ')} and ${last}`;
  return `It also repeats ${list}, which holdoff never does.`;
}
