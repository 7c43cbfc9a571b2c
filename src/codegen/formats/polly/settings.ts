/** RetryStrategyOptions, as far as they are data. */
export interface PollySettings {
  readonly retries: number;
  readonly delayMs: number;
  readonly maxDelayMs: number | null;
  readonly type: 'Constant' | 'Linear' | 'Exponential';
  readonly useJitter: boolean;
}

/** Delay and MaxDelay may be a day at most. */
export const LONGEST_MS = 86_400_000;
