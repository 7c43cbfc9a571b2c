import { InputError } from '../errors.js';
import { capacityOf, type LimiterSpec } from '../limiters/create-limiter.js';

/**
 * Throws {@link InputError} for a limit that can never let anything in: what is counted comes in ones, and it never holds
 * one. A rate below one per window is served by a burst of one.
 */
export function checkCapacity(limiter: LimiterSpec, field: string): void {
  // Processor time is charged afterwards, in any amount.
  if (limiter.kind === 'cpu-time' || capacityOf(limiter) >= 1) return;
  const canBurst = limiter.kind === 'token-bucket' || limiter.kind === 'gcra';
  const allowed = canBurst ? '1 or more, or a burst of 1 or more beside it' : '1 or more';
  throw new InputError({
    field: `${field}.amount`,
    value: limiter.amount,
    allowed: `${allowed}: less lets nothing in`,
  });
}
