import { SAME_SHARE } from './limits.js';
import type { Load } from './load.js';
import type { Drain } from './report.js';

/**
 * What becomes of a backlog. A request that exhausts its attempts stays in the queue, so only resolved ones leave it.
 * A net of 0 is decided with a relative guard: with a backlog it never clears, so it counts as growing by 0.
 */
export function drainOf(
  resolvedPerMinute: number,
  { backlog, arrivalsPerMinute }: Pick<Load, 'backlog' | 'arrivalsPerMinute'>,
): Drain {
  const difference = resolvedPerMinute - arrivalsPerMinute;
  const same = Math.abs(difference) <= SAME_SHARE * Math.max(resolvedPerMinute, arrivalsPerMinute);
  const netPerMinute = same ? 0 : difference;
  const rates = { resolvedPerMinute, netPerMinute };
  if (netPerMinute < 0 || (netPerMinute === 0 && backlog > 0)) {
    const shortfallPerMinute = netPerMinute === 0 ? 0 : -netPerMinute;
    return { ...rates, status: 'grows', shortfallPerMinute, maxArrivalsPerMinute: resolvedPerMinute };
  }
  if (backlog === 0) return { ...rates, status: 'empty' };
  const ms = (backlog / netPerMinute) * 60_000;
  return { ...rates, status: 'clears', ms: Number.isFinite(ms) ? ms : null };
}
