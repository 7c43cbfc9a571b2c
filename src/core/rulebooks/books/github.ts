// GitHub, REST and GraphQL: a primary limit that is told in every answer, and secondary ones that nobody can ask for.

import { GITHUB_POINTS, type PointTable } from '../../limiters/points.js';
import { FIRST, type FieldRow, type Figure } from '../field-row.js';
import { whole, wholeUsed } from '../formats/amounts.js';
import { wholeSeconds } from '../formats/delays.js';
import type { Format } from '../formats/format.js';
import { epochSeconds } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DOCS = 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api';
const SECONDARY = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

function first(field: string, figure: Figure, as: Format): FieldRow {
  return { field, says: { of: FIRST, figure, as } };
}

const SECONDARY_LIMITS = [
  'secondary-concurrency',
  'secondary-points',
  'secondary-graphql-points',
  'secondary-content',
  'secondary-content-per-hour',
  'secondary-cpu',
];

/** Requests that create content count, others do not. */
const CONTENT: PointTable = { GET: 0, HEAD: 0, OPTIONS: 0, POST: 1, PATCH: 1, PUT: 1, DELETE: 1 };

export const github: RuleBook = {
  id: 'github',
  title: 'GitHub',
  evidence: 'captured',
  source:
    'github/docs, "Rate limits for the REST API" and "Rate limits and query limits for the GraphQL API"; captured responses',
  about:
    'A primary limit of each resource in windows of an hour (search: a minute) from the first use, told in every answer. Secondary limits on requests in progress, points per minute of an endpoint, created content and processor time, which are never told and refuse while most of the primary one is left. Refusals are a 403; the primary limit of GraphQL is a 200.',
  dialect: 'github',
  limits: [
    {
      name: 'core',
      planned: 'requestsPerHour',
      limiter: { kind: 'fixed-window', amount: 5000, windowMs: HOUR_MS, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'account',
      resources: ['core'],
    },
    {
      name: 'search',
      planned: 'requests',
      limiter: { kind: 'fixed-window', amount: 30, windowMs: MINUTE_MS, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'account',
      resources: ['search'],
    },
    {
      name: 'graphql',
      limiter: { kind: 'fixed-window', amount: 5000, windowMs: HOUR_MS, opens: 'first-use' },
      cost: { of: 'query' },
      per: 'account',
      resources: ['graphql'],
    },
    {
      name: 'secondary-concurrency',
      limiter: { kind: 'concurrency', amount: 100 },
      cost: { of: 'slot' },
      per: 'account',
      isHidden: true,
    },
    {
      name: 'secondary-points',
      limiter: { kind: 'sliding-log', amount: 900, windowMs: MINUTE_MS },
      cost: { of: 'points', table: GITHUB_POINTS },
      per: 'route',
      resources: ['core', 'search'],
      isHidden: true,
    },
    {
      name: 'secondary-graphql-points',
      limiter: { kind: 'sliding-log', amount: 2000, windowMs: MINUTE_MS },
      cost: { of: 'points', table: GITHUB_POINTS },
      per: 'account',
      resources: ['graphql'],
      isHidden: true,
    },
    {
      name: 'secondary-content',
      limiter: { kind: 'sliding-log', amount: 80, windowMs: MINUTE_MS },
      cost: { of: 'points', table: CONTENT },
      per: 'account',
      resources: ['core'],
      isHidden: true,
    },
    {
      name: 'secondary-content-per-hour',
      limiter: { kind: 'sliding-log', amount: 500, windowMs: HOUR_MS },
      cost: { of: 'points', table: CONTENT },
      per: 'account',
      resources: ['core'],
      isHidden: true,
    },
    {
      name: 'secondary-cpu',
      limiter: { kind: 'cpu-time', amount: 90_000, windowMs: MINUTE_MS },
      cost: { of: 'cpu' },
      per: 'account',
      isHidden: true,
    },
  ],
  resourceOf: (path) => (path.endsWith('/graphql') ? 'graphql' : path.includes('/search/') ? 'search' : 'core'),
  requestIdField: 'x-github-request-id',
  fields: [
    {
      field: 'access-control-expose-headers',
      says: {
        text: 'ETag, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Resource, X-RateLimit-Reset',
      },
    },
    first('x-ratelimit-limit', 'limit', whole),
    first('x-ratelimit-remaining', 'remaining', whole),
    first('x-ratelimit-reset', 'resetMs', epochSeconds),
    first('x-ratelimit-used', 'used', wholeUsed),
    {
      field: 'x-ratelimit-resource',
      says: { tell: ({ limits }) => limits[0]?.name ?? null, about: 'core, search or graphql' },
    },
  ],
  refusals: [
    {
      by: SECONDARY_LIMITS,
      status: 403,
      body: () => ({ message: SECONDARY, documentation_url: `${DOCS}#about-secondary-rate-limits` }),
    },
    {
      by: ['graphql'],
      status: 200,
      body: () => ({
        data: null,
        errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 1.' }],
      }),
    },
    {
      status: 403,
      body: () => ({ message: 'API rate limit exceeded for user ID 1.', documentation_url: DOCS }),
    },
  ],
  conditions: [
    {
      id: 'secondary',
      kind: 'acceleration',
      about: 'a secondary limit that names the wait, a minute unless another is given',
      status: 403,
      waitMs: MINUTE_MS,
      fields: [{ field: 'retry-after', says: { waitAs: wholeSeconds } }],
      body: () => ({ message: SECONDARY, documentation_url: `${DOCS}#about-secondary-rate-limits` }),
    },
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ message: 'No server is currently available to service your request.' }),
    },
    {
      id: 'server-error',
      kind: 'failure',
      about: 'the request took too long, and may have been processed',
      status: 502,
      withoutLimits: true,
      body: () => ({ message: 'Server Error' }),
    },
  ],
};
