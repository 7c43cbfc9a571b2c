import type { Load } from '../capacity/load.js';
import type { WaitDistribution } from '../distributions/wait-distribution.js';
import type { Policy } from '../policy/policy.js';
import type { WindowOdds } from './sentences/context.js';

/** Longer windows, such as a day's, are not waited for by anyone. */
const LONGEST_WAITED_FOR_MS = 3_600_000;

/**
 * The odds that all retries are over before the longest window of the limits ends, when a refusal comes at its start.
 * Null without such a window. `total` is the total wait after refusals; the attempts' own time is added to it.
 */
export function windowOdds(policy: Policy, load: Load, total: WaitDistribution): WindowOdds | null {
  const limits = load.limits.length > 0 ? load.limits : policy.quotas;
  const windows = limits.filter(({ windowMs }) => windowMs <= LONGEST_WAITED_FOR_MS);
  const [first, ...others] = windows;
  if (first === undefined) return null;
  const longest = others.reduce((one, other) => (other.windowMs > one.windowMs ? other : one), first);
  const attemptsMs = (policy.maxAttempts - 1) * (load.latencyMs ?? 0);
  return {
    limit: longest.name,
    windowMs: longest.windowMs,
    endsBeforeShare: total.cdf(longest.windowMs - attemptsMs),
    meanMs: total.meanMs + attemptsMs,
  };
}
