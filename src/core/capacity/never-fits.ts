import type { Limit } from '../grammar/limit.js';
import { formatNumber } from '../text/format-number.js';

/**
 * What to say of the first limit that can never hold what one attempt costs; null where each can. A client gives such a
 * call up at once (`never-fits`), so that a rate by itself would promise what never comes.
 */
export function neverFits(limits: readonly Limit[]): string | null {
  const small = limits.find(({ cost, burst }) => cost > burst);
  if (small === undefined) return null;
  const { name, cost, burst } = small;
  return `An attempt costs ${formatNumber(cost)} of the ${name} limit, which never holds more than ${formatNumber(burst)} at once: none could ever go`;
}
