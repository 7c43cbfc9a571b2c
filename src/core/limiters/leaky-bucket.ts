import type { LimiterKind } from './limiter.js';
import { type TokenBucket, tokenBucket } from './token-bucket.js';

export interface LeakyBucketSpec {
  /** What the bucket holds before it overflows. */
  readonly size: number;
  /** What leaks out per window, evenly. */
  readonly amount: number;
  readonly windowMs: number;
}

/**
 * Every request pours in its cost, the bucket leaks at a constant rate, and what would overflow is refused. It is the
 * token bucket seen from the other side: what is held here is what is missing there. Shopify and Linear count so, and
 * report what is held.
 */
export const leakyBucket: LimiterKind<LeakyBucketSpec, TokenBucket> = {
  ...tokenBucket,
  create: ({ size, amount, windowMs }, now) => tokenBucket.create({ amount, windowMs, burst: size }, now),
};
