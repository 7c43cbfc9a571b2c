/** The retry of one instance, its base config laid under it. */
export interface Resilience4jSettings {
  /** The first one included. */
  readonly maxAttempts: number;
  readonly waitMs: number;
  /** Null where waits do not grow. */
  readonly multiplier: number | null;
  /** Half of the width of the jitter, as a share of the wait; 0 for none. */
  readonly factor: number;
  /** Longest wait, after the jitter. */
  readonly maxWaitMs: number | null;
  /** The classes that are retried or ignored, as the file names them. */
  readonly exceptions: readonly string[];
}
