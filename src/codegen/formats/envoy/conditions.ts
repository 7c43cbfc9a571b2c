// The words of retry_on, and what they stand for.

import type { Policy } from '../../../core/policy/policy.js';
import { NEVER_RETRIED } from '../../../core/policy/read-field.js';

type RetryOn = Policy['retryOn'];

/** What a condition repeats. Envoy documentation, HTTP router filter, x-envoy-retry-on. */
const CONDITIONS: Readonly<Record<string, { readonly statuses: RetryOn['statuses']; readonly network: boolean }>> = {
  // Also when there is no answer at all, which includes connect-failure and refused-stream.
  '5xx': { statuses: ['5xx'], network: true },
  'gateway-error': { statuses: [502, 503, 504], network: true },
  reset: { statuses: [], network: true },
  'reset-before-request': { statuses: [], network: true },
  'connect-failure': { statuses: [], network: true },
  'refused-stream': { statuses: [], network: true },
  'http3-post-connect-failure': { statuses: [], network: true },
  'envoy-ratelimited': { statuses: [429], network: false },
  'retriable-4xx': { statuses: [409], network: false },
  'retriable-status-codes': { statuses: [], network: false },
};

/** The conditions and the list of codes for what a policy repeats. */
export function conditionsFor({ statuses, networkErrors }: RetryOn): { retryOn: string[]; codes: number[] } {
  const codes = statuses.filter((status) => status !== '5xx').filter((code) => code < 500 || !statuses.includes('5xx'));
  const retryOn = statuses.includes('5xx')
    ? ['5xx']
    : networkErrors
      ? ['connect-failure', 'refused-stream', 'reset']
      : [];
  return { retryOn: codes.length > 0 ? [...retryOn, 'retriable-status-codes'] : retryOn, codes };
}

/** What a policy repeats that stands for these conditions. */
export function statusesFor({
  retryOn,
  codes,
}: {
  readonly retryOn: readonly string[];
  readonly codes: readonly number[];
}): {
  readonly statuses: RetryOn['statuses'];
  readonly networkErrors: boolean;
  readonly unmapped: readonly string[];
} {
  const unmapped = retryOn.filter((condition) => !Object.hasOwn(CONDITIONS, condition));
  const known = retryOn.flatMap((condition) =>
    Object.hasOwn(CONDITIONS, condition) ? (CONDITIONS[condition] ?? []) : [],
  );
  const statuses = new Set<number | '5xx'>(known.flatMap((condition) => condition.statuses));
  for (const code of retryOn.includes('retriable-status-codes') ? codes : []) {
    if (code >= 400 && code <= 599 && !NEVER_RETRIED.includes(code)) statuses.add(code);
    else unmapped.push(String(code));
  }
  const isCovered = (status: number | '5xx'): boolean => status !== '5xx' && status >= 500 && statuses.has('5xx');
  const sorted = [...statuses].filter((status) => !isCovered(status)).sort(byNumber);
  return { statuses: sorted, networkErrors: known.some(({ network }) => network), unmapped };
}

/** 5xx stands last, as in a policy. */
function byNumber(a: number | '5xx', b: number | '5xx'): number {
  return (a === '5xx' ? 599.5 : a) - (b === '5xx' ? 599.5 : b);
}
