// What the policy beside the page does with the wait that a response names: the same rules as the client's.

import type { Decoded } from '../../../../src/core/headers/decoded.js';
import type { Policy } from '../../../../src/core/policy/policy.js';
import { formatWait } from '../../../../src/core/text/format-time.js';

/** In one sentence; null where the policy has nothing to decide. */
export function obeyedSentence({ verdict, hintMs }: Decoded, policy: Policy): string | null {
  if (verdict !== 'retry' && verdict !== 'backoff') return null;
  if (hintMs === null || hintMs === 0 || verdict === 'backoff') {
    return 'Your policy then waits its own backoff, as in the schedule.';
  }
  const { honor, maxMs, beyondMax } = policy.retryAfter;
  if (!honor) return 'Your policy does not look at it: it waits its own backoff, as in the schedule.';
  const { deadlineMs } = policy;
  if (hintMs > maxMs) return `${LONGER[beyondMax](maxMs)} The longest that it obeys is ${formatWait(maxMs)}.`;
  if (deadlineMs !== null && hintMs >= deadlineMs) {
    return `Your policy gives up at once: its deadline of ${formatWait(deadlineMs)} ends before the wait does.`;
  }
  return `Your policy obeys it: it waits ${formatWait(hintMs)} in place of its own backoff, and never less.`;
}

const LONGER: Readonly<Record<Policy['retryAfter']['beyondMax'], (maxMs: number) => string>> = {
  fail: () => 'Your policy gives up at once, and tells the instant.',
  clamp: (maxMs) => `Your policy waits only ${formatWait(maxMs)}, so it will be refused again.`,
  backoff: () => 'Your policy waits its own backoff instead.',
};
