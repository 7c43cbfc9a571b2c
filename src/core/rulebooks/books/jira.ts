// Jira Cloud: points per hour in fields of the IETF draft, bursts per second in X-RateLimit-*, and the reason of a refusal.

import { GITHUB_POINTS } from '../../limiters/points.js';
import { whole } from '../formats/amounts.js';
import { wholeSeconds } from '../formats/delays.js';
import { rfc3339 } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';
import type { LimitStanding, Standing } from '../standing.js';

const QUOTA = 'tenant-app-quota';
const BURST = 'requestsPerSecond';

/** In a refusal for points X-RateLimit-* speak of them, else of the burst. */
const plain =
  (figure: 'limit' | 'remaining') =>
  (standing: Standing): string | null => {
    const limit = standing.refused?.by ?? limitOf(standing, BURST);
    return limit === undefined ? null : whole.write(limit[figure], standing);
  };

const ofQuota =
  (write: (limit: LimitStanding) => string) =>
  (standing: Standing): string | null => {
    const limit = limitOf(standing, QUOTA);
    return limit === undefined ? null : `"${QUOTA}";${write(limit)}`;
  };

function limitOf({ limits }: Standing, name: string): LimitStanding | undefined {
  return limits.find((limit) => limit.name === name);
}

export const jira: RuleBook = {
  id: 'jira',
  title: 'Jira Cloud',
  evidence: 'captured',
  source: 'developer.atlassian.com, "Rate limiting"; community.developer.atlassian.com topic 97828; JRACLOUD-69262',
  about:
    'Points per hour of an app in a tenant, by the kind of request, and requests per second to each endpoint. The points stand in fields of the IETF draft, the burst in X-RateLimit; a refusal names its reason, the seconds to wait and the same as a date.',
  dialect: 'jira',
  limits: [
    {
      name: QUOTA,
      planned: 'pointsPerHour',
      limiter: { kind: 'fixed-window', amount: 100_000, windowMs: 3_600_000, opens: 'wall-clock' },
      cost: { of: 'points', table: GITHUB_POINTS },
      per: 'account',
    },
    {
      name: BURST,
      limiter: { kind: 'token-bucket', amount: 350, windowMs: 1000 },
      cost: { of: 'request' },
      per: 'route',
    },
  ],
  requestIdField: 'atl-request-id',
  fields: [
    {
      field: 'Beta-RateLimit-Policy',
      says: {
        tell: ofQuota(({ limit, windowMs }) => `q=${limit};w=${Math.ceil((windowMs ?? 0) / 1000)}`),
        about: 'the quota of points by name, with its amount and window in seconds',
      },
    },
    {
      field: 'Beta-RateLimit',
      says: {
        tell: ofQuota(
          ({ remaining, resetMs }) => `r=${Math.max(0, Math.floor(remaining))};t=${Math.ceil(resetMs / 1000)}`,
        ),
        about: 'what is left of it, and the seconds until it ends',
      },
    },
    {
      field: 'X-RateLimit-Limit',
      says: { tell: plain('limit'), about: 'requests per second, or the points that refused' },
    },
    { field: 'X-RateLimit-Remaining', says: { tell: plain('remaining'), about: 'what is left of the same' } },
    { field: 'X-RateLimit-Reset', on: 'refused', says: { waitAs: rfc3339 } },
    { field: 'Retry-After', on: 'refused', says: { waitAs: wholeSeconds } },
    {
      field: 'RateLimit-Reason',
      on: 'refused',
      says: {
        tell: ({ refused }) => (refused?.by.name === QUOTA ? 'jira-quota-tenant-based' : 'jira-burst-based'),
        about: 'jira-quota-tenant-based or jira-burst-based',
      },
    },
  ],
  refusals: [{ status: 429, body: () => ({ code: 429, message: 'Rate limit exceeded.' }) }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable for the time being',
      status: 503,
      withoutLimits: true,
      fields: [{ field: 'Retry-After', says: { waitAs: wholeSeconds } }],
      body: () => ({ code: 503, message: 'Service unavailable.' }),
    },
  ],
};
