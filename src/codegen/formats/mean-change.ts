// How far the mean waits of a policy and of a system lie apart.

import { compile } from '../../core/backoff/compile.js';
import type { Policy } from '../../core/policy/policy.js';
import { waitsOf } from '../../core/schedule/waits.js';
import { formatWait } from '../../core/text/format-time.js';

/** The retry whose mean wait differs most. All times in ms. */
export interface MeanChange {
  readonly retry: number;
  readonly policyMeanMs: number;
  readonly systemMeanMs: number;
  /** System minus policy. */
  readonly changeMs: number;
  readonly sentence: string;
}

/** Relative differences that are rounding only: of floating-point numbers, or of a config to the nanosecond. */
const NOISE = 1e-6;

/** The largest change in mean delay over the retries that both make; null where no mean differs. Exact. */
export function largestMeanChange(policy: Policy, systemMeansMs: readonly number[], system: string): MeanChange | null {
  let largest: MeanChange | null = null;
  for (const [index, { meanMs }] of waitsOf(compile(policy)).each.entries()) {
    const systemMeanMs = systemMeansMs[index];
    if (systemMeanMs === undefined) break;
    const changeMs = systemMeanMs - meanMs;
    if (Math.abs(changeMs) <= NOISE * Math.max(meanMs, systemMeanMs)) continue;
    if (largest === null || Math.abs(changeMs) > Math.abs(largest.changeMs)) {
      const retry = index + 1;
      const sentence = `The largest change in mean delay is before retry ${retry}: the policy waits ${formatWait(meanMs)}, ${system} ${formatWait(systemMeanMs)}.`;
      largest = { retry, policyMeanMs: meanMs, systemMeanMs, changeMs, sentence };
    }
  }
  return largest;
}
