import { InputError } from '../core/errors.js';
import { parseDuration } from '../core/grammar/duration.js';

/** Thrown by a function under `execute` to say that a quota refused, and how long to wait. */
export class RetryAfterError extends Error {
  readonly code = 'retry-after';
  /** How long to wait, in ms; null when it is not known. */
  readonly retryAfterMs: number | null;

  constructor(retryAfterMs: number | null, cause?: unknown) {
    super('A quota refused the attempt', cause === undefined ? undefined : { cause });
    this.name = 'RetryAfterError';
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Throw the result to have the call wait and go again: `throw retryAfter(1500)` or `throw retryAfter('1.5s')`. Null, or
 * nothing: the wait is not known, and the own backoff is waited. Throws {@link InputError} for any other value, such as a
 * NaN: read as "not known", it would hide that the answer of the server was misread.
 */
export function retryAfter(wait?: number | string | null, cause?: unknown): RetryAfterError {
  return new RetryAfterError(wait === null || wait === undefined ? null : readWait(wait), cause);
}

function readWait(wait: unknown): number {
  try {
    return parseDuration(wait, 'retryAfter');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.issue, hint: 'null says that the wait is not known' });
  }
}
