/** One entry of methodConfig, with the throttling of the server beside it. */
export interface GrpcSettings {
  /** As the file names it; null for one that we made. */
  readonly name: string | null;
  readonly timeoutMs: number | null;
  /** Null where the method is not retried. */
  readonly retry: {
    readonly maxAttempts: number;
    readonly baseMs: number;
    readonly multiplier: number;
    /** maxBackoff: before the jitter. */
    readonly capMs: number;
    readonly codes: readonly string[];
  } | null;
  readonly throttling: { readonly maxTokens: number; readonly tokenRatio: number } | null;
}

/** Larger numbers are taken for this one. */
export const MOST_ATTEMPTS = 5;

/** Ends of the jitter, as shares of the delay. */
export const LOW = 0.8;
export const HIGH = 1.2;
