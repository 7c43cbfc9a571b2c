import type { Limiter } from '../limiters/create-limiter.js';
import type { LimitRule } from './rule-book.js';
import type { LimitStanding } from './standing.js';

/** How a limit stands. */
export function standingOf({ name }: LimitRule, limiter: Limiter, now: number): LimitStanding {
  const { spec } = limiter;
  const limit = spec.kind === 'leaky-bucket' ? spec.size : spec.amount;
  const remaining = limiter.remaining(now);
  const more = Math.floor(remaining) + 1;
  const nextMs = more > limit || spec.kind === 'concurrency' ? 0 : limiter.waitMs(Math.max(1, more), now);
  const windowMs = spec.kind === 'concurrency' ? null : spec.windowMs;
  return {
    name,
    limit,
    perWindow: spec.amount,
    remaining,
    resetMs: Math.max(0, limiter.resetMs(now)),
    nextMs,
    windowMs,
  };
}
