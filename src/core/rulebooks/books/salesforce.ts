// Salesforce: calls of the last 24 hours, told as used of size, and long requests in progress. A refusal is a 403.

import { wholeUsed } from '../formats/amounts.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const ERROR_CODE = 'REQUEST_LIMIT_EXCEEDED';

function usage(standing: Standing): string | null {
  const limit = standing.limits.find(({ name }) => name === 'requestsPerDay');
  return limit === undefined
    ? null
    : `api-usage=${wholeUsed.write(limit.limit - limit.remaining, standing)}/${limit.limit}`;
}

export const salesforce: RuleBook = {
  id: 'salesforce',
  title: 'Salesforce',
  evidence: 'documented',
  source: 'Salesforce REST API developer guide, "Limit info header" and "Status codes and error responses"',
  about:
    'Calls of the organisation in the last 24 hours, told in every answer as used of size, and long requests in progress, which are not told. A refusal is a 403 with a code and no time.',
  dialect: 'salesforce',
  limits: [
    {
      name: 'requestsPerDay',
      limiter: { kind: 'sliding-counter', amount: 100_000, windowMs: 86_400_000 },
      cost: { of: 'request' },
      per: 'account',
    },
    {
      name: 'concurrency',
      limiter: { kind: 'concurrency', amount: 25 },
      cost: { of: 'slot' },
      per: 'account',
      isHidden: true,
    },
  ],
  fields: [
    { field: 'Sforce-Limit-Info', says: { tell: usage, about: 'api-usage=, what is used, a slash, and the size' } },
  ],
  refusals: [
    {
      by: ['concurrency'],
      status: 403,
      body: () => [{ message: 'ConcurrentRequests (Concurrent API Requests) Limit exceeded.', errorCode: ERROR_CODE }],
    },
    { status: 403, body: () => [{ message: 'TotalRequests Limit exceeded.', errorCode: ERROR_CODE }] },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => [{ message: 'The server is unavailable.', errorCode: 'SERVER_UNAVAILABLE' }],
    },
  ],
};
