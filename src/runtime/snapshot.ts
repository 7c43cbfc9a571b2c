import type { BucketSnapshot } from '../core/engine/snapshot.js';

/** The calls of a client that are not over: each is in one of these. */
export interface ClientStats {
  /** On their way, or with a response whose body is not read yet. */
  readonly inFlight: number;
  /** In line for their turn. */
  readonly queued: number;
  /** Waiting until they are tried again. */
  readonly sleeping: number;
}

/** A client at one moment, as plain data for metrics and logs. */
export interface ClientSnapshot extends ClientStats {
  /** Of what was fetched. */
  readonly counters: Counters;
  /**
   * The same of the functions that were run by `execute` and `map`: kept apart, so that a fetch inside a function counts
   * once wherever one looks.
   */
  readonly functions: Counters;
  /** What is known of each bucket that has been used and not forgotten since. */
  readonly buckets: readonly BucketSnapshot[];
}

/** Since the client was made; they only grow. */
export interface Counters {
  /** Calls that are over. */
  readonly calls: number;
  readonly attempts: number;
  readonly retries: number;
  /** Attempts that a quota refused. */
  readonly refused: number;
  /** Attempts that met an overloaded server. */
  readonly overloaded: number;
  /** Attempts of which nobody knows whether they were processed. */
  readonly unknown: number;
  readonly gaveUp: number;
  /** Responses whose body broke off after they had been handed out. */
  readonly interrupted: number;
  readonly aborted: number;
}

export const NO_COUNTS: Counters = Object.freeze({
  calls: 0,
  attempts: 0,
  retries: 0,
  refused: 0,
  overloaded: 0,
  unknown: 0,
  gaveUp: 0,
  interrupted: 0,
  aborted: 0,
});
