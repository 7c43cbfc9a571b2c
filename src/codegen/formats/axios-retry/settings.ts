/** The options of axiosRetry. */
export interface AxiosRetrySettings {
  readonly retries: number;
  readonly delay: 'none' | 'constant' | 'linear' | 'exponential';
  /** The constant, the step of linearDelay, or half of the first wait of exponentialDelay. */
  readonly factorMs: number;
  /** Whether Retry-After is read: by the delays of axios-retry, but not by a function of the user. */
  readonly readsHint: boolean;
  /** What is repeated, by the name of its condition; `code` is a function of the user. */
  readonly condition: 'network' | 'retryable' | 'network-or-idempotent' | 'idempotent' | 'safe' | 'code';
  /** Whether the timeout of axios starts anew with each attempt. */
  readonly resetsTimeout: boolean;
}
