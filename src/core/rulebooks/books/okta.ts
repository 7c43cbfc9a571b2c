// Okta: requests per minute of a group of endpoints, and requests in progress, whose refusals name a limit of 0.

import { whole } from '../formats/amounts.js';
import { epochSeconds } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const MINUTE_MS = 60_000;

function error({ requestId }: Standing) {
  return {
    errorCode: 'E0000047',
    errorSummary: 'API call exceeded rate limit due to too many requests.',
    errorLink: 'E0000047',
    errorId: requestId,
    errorCauses: [],
  };
}

/** A suggestion, since nobody knows when others are done. */
const inAMinute = (standing: Standing): string => epochSeconds.write(MINUTE_MS, standing);

export const okta: RuleBook = {
  id: 'okta',
  title: 'Okta',
  evidence: 'documented',
  source: 'okta/okta-developer-docs, "Rate limits" and release notes of 2017',
  about:
    'Requests per minute of each endpoint, in windows from the first use, and requests in progress. A refusal for the latter names a limit of 0 of which 0 are left, and a reset that is only a suggestion.',
  dialect: 'okta',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'fixed-window', amount: 600, windowMs: MINUTE_MS, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'route',
    },
    {
      name: 'concurrentRequests',
      planned: 'concurrency',
      limiter: { kind: 'concurrency', amount: 75 },
      cost: { of: 'slot' },
      per: 'account',
      isHidden: true,
    },
  ],
  requestIdField: 'x-okta-request-id',
  fields: [
    { field: 'X-Rate-Limit-Limit', says: { of: 'requests', figure: 'limit', as: whole } },
    { field: 'X-Rate-Limit-Remaining', says: { of: 'requests', figure: 'remaining', as: whole } },
    { field: 'X-Rate-Limit-Reset', says: { of: 'requests', figure: 'resetMs', as: epochSeconds } },
  ],
  refusals: [
    {
      by: ['concurrentRequests'],
      status: 429,
      withoutLimits: true,
      fields: [
        { field: 'X-Rate-Limit-Limit', says: { text: '0' } },
        { field: 'X-Rate-Limit-Remaining', says: { text: '0' } },
        { field: 'X-Rate-Limit-Reset', says: { tell: inAMinute, about: 'a minute from now, as a suggestion' } },
      ],
      body: error,
    },
    { status: 429, body: error },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ errorCode: 'E0000010', errorSummary: 'The service is in read-only mode.', errorCauses: [] }),
    },
  ],
};
