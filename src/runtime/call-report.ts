// What is told of a call that is over.

/** How an attempt ended, in a word. */
export type OutcomeName = 'ok' | 'refused' | 'overloaded' | 'unknown' | 'rejected' | 'terminal' | 'no-answer';

/** One attempt that did not bring what was wanted. */
export interface AttemptReport {
  /** 1 for the first. */
  readonly attempt: number;
  /** From the submission of the call, in ms. */
  readonly sentAfterMs: number;
  /** Until it was answered, in ms. */
  readonly tookMs: number;
  readonly outcome: OutcomeName;
  /** Null where there was no response. */
  readonly status: number | null;
  /** The wait that the server asked for, in ms. */
  readonly hintMs: number | null;
}

/** How a call went: what errors carry, and what `reportOf(response)` tells of a response. */
export interface CallReport {
  /** Stable word for why the call ended, such as `answered`, `attempts-exhausted` or `wait-exceeds-deadline`. */
  readonly reason: string;
  readonly sentence: string;
  /** Attempts sent. */
  readonly attempts: number;
  /** Attempts among them that a quota refused. */
  readonly refusals: number;
  /** The attempts that failed, in order; the last 100 of them. */
  readonly history: readonly AttemptReport[];
  /** From submission to the end, in ms. */
  readonly elapsedMs: number;
  /** When it could have gone, where that is known. */
  readonly retryAt: Date | null;
  /** Time until `retryAt`, in ms. */
  readonly retryAfterMs: number | null;
}
