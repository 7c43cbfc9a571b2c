// incident.io: a token bucket that tells both times, the one of the next request and the one of a full bucket.

import { whole, wholeUsed } from '../formats/amounts.js';
import { wholeSeconds } from '../formats/delays.js';
import { epochSeconds, rfc3339 } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const NAME = 'requests';

function limitAndWindow({ limits: [limit] }: Standing): string | null {
  return limit === undefined ? null : `${limit.limit}, ${limit.perWindow};window=${(limit.windowMs ?? 60_000) / 1000}`;
}

function refusal(standing: Standing) {
  const { requestId, refused, waitMs } = standing;
  const rate_limit = {
    name: 'api_key',
    limit: refused?.by.limit ?? 0,
    remaining: 0,
    retry_after: rfc3339.write(waitMs ?? 0, standing),
  };
  return { type: 'too_many_requests', status: 429, request_id: requestId, rate_limit };
}

export const incidentIo: RuleBook = {
  id: 'incident-io',
  title: 'incident.io',
  evidence: 'documented',
  source: 'incident.io OpenAPI description, "Rate limits"',
  about:
    'A token bucket of 1,200 requests that refills with 20 a second. The reset is when it is full again; the wait of a refusal, in a header and as a date in the body, is when the next request may go.',
  dialect: 'incident-io',
  limits: [
    {
      name: NAME,
      limiter: { kind: 'token-bucket', amount: 1200, windowMs: 60_000 },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  fields: [
    { field: 'X-RateLimit-Limit', says: { tell: limitAndWindow, about: 'the amount, and once more with its window' } },
    { field: 'X-RateLimit-Remaining', says: { of: NAME, figure: 'remaining', as: whole } },
    { field: 'X-RateLimit-Used', says: { of: NAME, figure: 'used', as: wholeUsed } },
    { field: 'X-RateLimit-Reset', says: { of: NAME, figure: 'resetMs', as: epochSeconds } },
    { field: 'Retry-After', on: 'refused', says: { waitAs: wholeSeconds } },
  ],
  refusals: [{ status: 429, body: refusal }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ type: 'service_unavailable', status: 503 }),
    },
  ],
};
