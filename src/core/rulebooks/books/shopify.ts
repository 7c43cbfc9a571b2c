// Shopify's Admin API: a leaky bucket of requests for REST, and one of points for GraphQL.

import { wholeUsed } from '../formats/amounts.js';
import { tenthsOfSeconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';
import type { LimitStanding, Standing } from '../standing.js';

const SECOND_MS = 1000;

function limitOf({ limits }: Standing, name: string): LimitStanding | undefined {
  return limits.find((limit) => limit.name === name);
}

function perSecond({ perWindow, windowMs }: LimitStanding): number {
  return (perWindow * SECOND_MS) / (windowMs ?? SECOND_MS);
}

function refusalOfRest({ refused }: Standing): string {
  const rate = refused === null ? 0 : perSecond(refused.by);
  return `Exceeded ${rate} calls per second for api client. Reduce request rates to resume uninterrupted service.`;
}

/** What a GraphQL answer tells of its cost. Amounts are decimals there. */
function costExtension(standing: Standing, actual: number | null) {
  const points = limitOf(standing, 'points');
  if (points === undefined) return null;
  const throttleStatus = {
    maximumAvailable: points.limit,
    currentlyAvailable: Math.max(0, Math.floor(points.remaining)),
    restoreRate: perSecond(points),
  };
  return {
    extensions: { cost: { requestedQueryCost: standing.demand.queryCost, actualQueryCost: actual, throttleStatus } },
  };
}

export const shopify: RuleBook = {
  id: 'shopify',
  title: 'Shopify',
  evidence: 'documented',
  source: 'shopify.dev, "API limits"; Shopify/shopify-app-js, admin-api-client',
  about:
    'REST: a leaky bucket of 40 requests that leaks two a second, told as used of size; the wait is in decimals. GraphQL: a bucket of points that a query is charged for; a refusal is a 200 from which the wait has to be computed.',
  dialect: 'shopify',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'leaky-bucket', size: 40, amount: 2, windowMs: SECOND_MS },
      cost: { of: 'request' },
      per: 'account',
      resources: ['rest'],
    },
    {
      name: 'points',
      limiter: { kind: 'leaky-bucket', size: 1000, amount: 50, windowMs: SECOND_MS },
      cost: { of: 'query' },
      per: 'account',
      resources: ['graphql'],
    },
  ],
  resourceOf: (path) => (path.endsWith('/graphql.json') || path.endsWith('/graphql') ? 'graphql' : 'rest'),
  requestIdField: 'X-Request-Id',
  fields: [
    {
      field: 'X-Shopify-Shop-Api-Call-Limit',
      says: {
        tell: (standing) => {
          const limit = limitOf(standing, 'requests');
          return limit === undefined
            ? null
            : `${wholeUsed.write(limit.limit - limit.remaining, standing)}/${limit.limit}`;
        },
        about: 'what is used, a slash, and the size of the bucket',
      },
    },
  ],
  extension: (standing) => costExtension(standing, standing.demand.queryCost),
  refusals: [
    {
      by: ['points'],
      status: 200,
      body: (standing) => ({
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        ...costExtension(standing, null),
      }),
    },
    {
      status: 429,
      fields: [{ field: 'Retry-After', says: { waitAs: tenthsOfSeconds } }],
      body: (standing) => ({ errors: refusalOfRest(standing) }),
    },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ errors: 'Service unavailable' }),
    },
    {
      id: 'payment',
      kind: 'terminal',
      about: 'the shop is frozen until its bill is paid',
      status: 402,
      withoutLimits: true,
      body: () => ({ errors: 'This shop is unavailable' }),
    },
  ],
};
