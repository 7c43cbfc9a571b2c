// DigitalOcean's API: requests of the last hour, and the second in which the oldest of them stops to count.

import { whole } from '../formats/amounts.js';
import { epochSeconds } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const NAME = 'requestsPerHour';

function oldestEnds(standing: Standing): string | null {
  const [limit] = standing.limits;
  return limit === undefined ? null : epochSeconds.write(limit.nextMs, standing);
}

export const digitalocean: RuleBook = {
  id: 'digitalocean',
  title: 'DigitalOcean',
  evidence: 'documented',
  source: 'DigitalOcean OpenAPI description, "Rate limit"',
  about:
    'Requests of the last hour: each counts for an hour of its own. The reset, in epoch seconds under the name of the IETF drafts, is when the oldest of them stops to count.',
  dialect: 'digitalocean',
  limits: [
    {
      name: NAME,
      limiter: { kind: 'sliding-log', amount: 5000, windowMs: 3_600_000 },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  requestIdField: 'x-request-id',
  fields: [
    { field: 'ratelimit-limit', says: { of: NAME, figure: 'limit', as: whole } },
    { field: 'ratelimit-remaining', says: { of: NAME, figure: 'remaining', as: whole } },
    {
      field: 'ratelimit-reset',
      says: { tell: oldestEnds, about: 'whole seconds since 1970, rounded up: when the oldest request stops to count' },
    },
  ],
  refusals: [{ status: 429, body: () => ({ id: 'too_many_requests', message: 'API rate limit exceeded.' }) }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ id: 'service_unavailable', message: 'Service unavailable.' }),
    },
  ],
};
