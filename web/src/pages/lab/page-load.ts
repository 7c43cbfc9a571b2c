import type { Load } from '../../../../src/core/capacity/load.js';
import { digitsOf } from '../../../../src/core/grammar/digits.js';
import type { Limit } from '../../../../src/core/grammar/limit.js';
import { writeDuration } from '../../../../src/core/policy/written.js';

/** The load of the form as settings of the scenario that takes it: arrivals, the limit that binds, and the latency. */
export function settingsOfLoad({ arrivalsPerMinute, latencyMs, limits }: Load): Record<string, string> {
  const binding = [...limits].sort((a, b) => attemptsPerMs(a) - attemptsPerMs(b))[0];
  return {
    ...(arrivalsPerMinute > 0 ? { load: `${digitsOf(arrivalsPerMinute)}/min` } : {}),
    ...(binding === undefined ? {} : settingsOfLimit(binding)),
    ...(latencyMs === null ? {} : { latency: writeDuration(latencyMs) }),
  };
}

/** In attempts rather than in units. Where not even one attempt fits into the window, one in a longer window. */
function settingsOfLimit({ amount, windowMs, cost, burst }: Limit): Record<string, string> {
  const attempts = amount / cost;
  return {
    amount: digitsOf(Math.max(1, attempts)),
    window: writeDuration(attempts >= 1 ? windowMs : windowMs / attempts),
    burst: digitsOf(Math.max(1, Math.floor(burst / cost))),
  };
}

function attemptsPerMs({ amount, windowMs, cost }: Limit): number {
  return amount / cost / windowMs;
}
