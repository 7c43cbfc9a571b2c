/** The arguments of Retry. */
export interface Urllib3Settings {
  /** Retries, the first call not counted. */
  readonly total: number;
  readonly factorMs: number;
  readonly maxMs: number;
  readonly jitterMs: number;
  readonly statuses: readonly number[];
  readonly networkErrors: boolean;
  /** allowed_methods=None; otherwise POST and PATCH are not repeated. */
  readonly anyMethod: boolean;
  /** Null where Retry-After is not read. */
  readonly retryAfterMaxMs: number | null;
}

/** Repeated even unlisted when the server names a wait. */
export const RETRY_AFTER_STATUSES: readonly number[] = [413, 429, 503];
