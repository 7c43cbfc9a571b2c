// What the code is and does, in the sentences at the top of the page.

import type { GeneratedCode } from '../../../../src/codegen/targets/index.js';
import { intervalMs } from '../../../../src/core/backoff/backoff.js';
import { compile } from '../../../../src/core/backoff/compile.js';
import type { Policy } from '../../../../src/core/policy/policy.js';
import { formatCount, formatNumber } from '../../../../src/core/text/format-number.js';
import { formatWait } from '../../../../src/core/text/format-time.js';

/** The answer: what it is called, in which language, and how long it may wait. */
export function codeAnswer({ title, functionName }: GeneratedCode, policy: Policy): string {
  const what = `${functionName} for ${title}`;
  const retries = policy.maxAttempts - 1;
  if (retries === 0) return `${what}: one attempt, and no retry.`;
  const most = formatWait(longestMs(policy));
  const upTo = retries === 1 ? '' : 'up to ';
  return `${what}: ${upTo}${retriesText(retries)}, ${retries === 1 ? '' : 'each '}after ${most} at most.`;
}

/** What follows from it, a sentence each. */
export function codeVerdict({ needs, notes }: GeneratedCode, { retryAfter }: Policy): string[] {
  return [
    retryAfter.honor
      ? `Where a response names a wait by Retry-After it waits that instead, ${formatWait(retryAfter.maxMs)} at most.`
      : 'It does not look at Retry-After.',
    needs === null ? 'It needs nothing beside the language itself.' : `It needs ${needs}, and nothing else.`,
    ...(notes.length === 0
      ? []
      : [`${formatCount(notes.length, 'part')} of your policy ${notes.length === 1 ? 'is' : 'are'} not in it.`]),
  ];
}

export function retriesText(retries: number): string {
  return retries === 1 ? '1 retry' : `${formatNumber(retries)} retries`;
}

/** Of its own waits, whatever a server says. */
function longestMs(policy: Policy): number {
  const rules = compile(policy);
  // Waits grow with each retry or stay at the cap, but listed delays may go down.
  return Array.from({ length: policy.maxAttempts - 1 }, (_, at) => intervalMs(rules, at + 1).maxMs).reduce(
    (longest, ms) => Math.max(longest, ms),
    0,
  );
}
