import type { Growth } from '../growth.js';

/** The options of ky that say something about retrying. */
export interface KySettings extends Growth {
  readonly retries: number;
  /** Full jitter, drawn before the cut. */
  readonly jitter: boolean;
  readonly statuses: readonly number[];
  /** Those on which the server's wait is read. */
  readonly afterStatuses: readonly number[];
  /** Null is without limit. */
  readonly retryAfterMaxMs: number | null;
  readonly anyMethod: boolean;
  readonly retryOnTimeout: boolean;
  /** Null for none; it starts anew with each attempt. */
  readonly attemptTimeoutMs: number | null;
}
