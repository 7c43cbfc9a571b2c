import { exactRate, msFor } from './exact-rate.js';
import type { LimiterKind } from './limiter.js';

export interface TokenBucketSpec {
  /** Tokens that come in per window, evenly. */
  readonly amount: number;
  readonly windowMs: number;
  /** Tokens that the bucket holds; the amount unless given. */
  readonly burst?: number | undefined;
}

export interface TokenBucket {
  perMs: number;
  perCount: number;
  /** Units, as {@link level}. */
  size: number;
  level: number;
  updatedAt: number;
}

/**
 * Refills continuously and holds at most its burst, which is what there is at the start. In any time d it admits at most
 * burst + rate · d. Anthropic, incident.io and Azure's resource manager say that they count so.
 */
export const tokenBucket: LimiterKind<TokenBucketSpec, TokenBucket> = {
  create({ amount, windowMs, burst = amount }, now) {
    const { perMs, perCount } = exactRate(amount, windowMs, burst);
    const size = burst * perCount;
    return { perMs, perCount, size, level: size, updatedAt: now };
  },
  waitMs(bucket, cost, now) {
    const needed = cost * bucket.perCount;
    if (needed > bucket.size) return Infinity;
    refill(bucket, now);
    return msFor(needed - bucket.level, bucket.perMs);
  },
  charge(bucket, cost, now) {
    refill(bucket, now);
    bucket.level -= cost * bucket.perCount;
  },
  settle(bucket, charged, used, _chargedAt, now) {
    refill(bucket, now);
    bucket.level = Math.min(bucket.size, bucket.level + (charged - used) * bucket.perCount);
  },
  remaining(bucket, now) {
    refill(bucket, now);
    return bucket.level / bucket.perCount;
  },
  resetMs(bucket, now) {
    refill(bucket, now);
    return msFor(bucket.size - bucket.level, bucket.perMs);
  },
};

/** A clock that stepped back brings nothing, and time goes on from where it stands now. */
function refill(bucket: TokenBucket, now: number): void {
  const elapsed = now - bucket.updatedAt;
  bucket.updatedAt = now;
  if (elapsed > 0) bucket.level = Math.min(bucket.size, bucket.level + elapsed * bucket.perMs);
}
