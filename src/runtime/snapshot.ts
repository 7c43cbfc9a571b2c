import type { BucketSnapshot } from '../core/engine/snapshot.js';

/** A client at one moment, as plain data for metrics and logs. */
export interface ClientSnapshot {
  readonly inFlight: number;
  readonly queued: number;
  readonly counters: Counters;
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
