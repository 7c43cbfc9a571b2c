// Notion: an average of a few requests per second, and whole seconds in a refusal. Overload has a status of its own.

import type { FieldRow } from '../field-row.js';
import { wholeSeconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';

const retryAfter: FieldRow = { field: 'Retry-After', says: { waitAs: wholeSeconds } };

function error(status: number, code: string, message: string) {
  return { object: 'error', status, code, message };
}

export const notion: RuleBook = {
  id: 'notion',
  title: 'Notion',
  evidence: 'documented',
  source: 'developers.notion.com, "Request limits" and "Status codes"; notion-sdk-js 5.26',
  about:
    'Three requests per second of a connection on average, here a bucket that refills continuously. Nothing is told of it; a refusal names whole seconds, and so does an overload, whose status is 529.',
  dialect: 'notion',
  limits: [
    {
      name: 'requests',
      planned: 'requestsPerSecond',
      limiter: { kind: 'token-bucket', amount: 3, windowMs: 1000 },
      cost: { of: 'request' },
      per: 'account',
      isHidden: true,
    },
  ],
  requestIdField: 'x-notion-request-id',
  fields: [{ ...retryAfter, on: 'refused' }],
  refusals: [{ status: 429, body: () => error(429, 'rate_limited', 'You have been rate limited. Try again later.') }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is overloaded, which has nothing to do with your limits',
      status: 529,
      fields: [retryAfter],
      body: () => error(529, 'service_overload', 'Notion is overloaded.'),
    },
  ],
};
