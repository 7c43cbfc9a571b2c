// Linear: GraphQL with a bucket of requests and one of complexity, whose resets are in epoch milliseconds.

import type { FieldRow } from '../field-row.js';
import { whole } from '../formats/amounts.js';
import { epochMilliseconds } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const HOUR_MS = 3_600_000;

function told(of: string, part: string): FieldRow[] {
  return [
    { field: `X-RateLimit-${part}-Limit`, says: { of, figure: 'limit', as: whole } },
    { field: `X-RateLimit-${part}-Remaining`, says: { of, figure: 'remaining', as: whole } },
    { field: `X-RateLimit-${part}-Reset`, says: { of, figure: 'resetMs', as: epochMilliseconds } },
  ];
}

const complexity = ({ demand }: Standing): string => String(demand.queryCost);

export const linear: RuleBook = {
  id: 'linear',
  title: 'Linear',
  evidence: 'documented',
  source: 'linear.app/developers/rate-limiting; linear/linear, packages/sdk',
  about:
    'Requests and complexity per hour of a user, in buckets that refill continuously. Resets are in epoch milliseconds and mean a full bucket; a refusal is an error of GraphQL and names no wait.',
  dialect: 'linear',
  limits: [
    {
      name: 'requestsPerHour',
      limiter: { kind: 'token-bucket', amount: 1500, windowMs: HOUR_MS },
      cost: { of: 'request' },
      per: 'account',
    },
    {
      name: 'complexityPerHour',
      limiter: { kind: 'token-bucket', amount: 250_000, windowMs: HOUR_MS },
      cost: { of: 'query' },
      per: 'account',
    },
  ],
  requestIdField: 'x-request-id',
  fields: [
    { field: 'X-Complexity', on: 'served', says: { tell: complexity, about: 'what the query took' } },
    ...told('complexityPerHour', 'Complexity'),
    ...told('requestsPerHour', 'Requests'),
  ],
  refusals: [
    {
      status: 400,
      body: () => ({
        errors: [{ message: 'Rate limit exceeded.', extensions: { code: 'RATELIMITED', type: 'ratelimited' } }],
      }),
    },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ errors: [{ message: 'Service unavailable.' }] }),
    },
  ],
};
