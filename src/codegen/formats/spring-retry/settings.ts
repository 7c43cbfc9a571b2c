/** @Retryable with its @Backoff. */
export interface SpringRetrySettings {
  /** The first one included. */
  readonly attempts: number;
  readonly delayMs: number;
  /** 0 where it is left out. */
  readonly maxDelayMs: number;
  /** 0 where it is left out: a wait that does not grow. */
  readonly multiplier: number;
  readonly random: boolean;
  /** The classes that are retried or not, as the annotation names them. */
  readonly exceptions: readonly string[];
}

/** The longest wait of one that grows, where maxDelay is not above delay. */
const DEFAULT_MAX_MS = 30_000;

/** How a wait is drawn: evenly between two shares of a wait that grows, and cut then. */
export interface SpringGrowth {
  readonly baseMs: number;
  readonly multiplier: number;
  readonly capMs: number | null;
  readonly low: number;
  readonly high: number;
}

/** What BackOffPolicyBuilder makes of the attributes. */
export function growthIn({ delayMs, maxDelayMs, multiplier, random }: SpringRetrySettings): SpringGrowth {
  const firstMs = Math.max(1, delayMs);
  if (multiplier > 0) {
    const factor = Math.max(1, multiplier);
    const capMs = maxDelayMs > delayMs ? maxDelayMs : DEFAULT_MAX_MS;
    return { baseMs: Math.min(firstMs, capMs), multiplier: factor, capMs, low: 1, high: random ? factor : 1 };
  }
  if (maxDelayMs > delayMs)
    return { baseMs: maxDelayMs, multiplier: 1, capMs: null, low: firstMs / maxDelayMs, high: 1 };
  return { baseMs: firstMs, multiplier: 1, capMs: null, low: 1, high: 1 };
}
