// Azure's resource manager: buckets of reads, writes and deletions, of which only what is left is told.

import type { PointTable } from '../../limiters/points.js';
import type { FieldRow } from '../field-row.js';
import { whole } from '../formats/amounts.js';
import { wholeSeconds } from '../formats/delays.js';
import type { LimitRule, RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const NOTHING: PointTable = { GET: 0, HEAD: 0, OPTIONS: 0, POST: 0, PUT: 0, PATCH: 0, DELETE: 0 };

/** The kinds of requests that are counted, each in a bucket of its own, with what it holds and what comes back a second. */
const KINDS = [
  ['reads', { ...NOTHING, GET: 1, HEAD: 1 }, 250, 25],
  ['writes', { ...NOTHING, POST: 1, PUT: 1, PATCH: 1 }, 200, 10],
  ['deletes', { ...NOTHING, DELETE: 1 }, 200, 10],
] as const;

function nameOf(kind: string): string {
  return `subscription${kind[0]?.toUpperCase()}${kind.slice(1)}`;
}

/** Only for the kind that the request is of. */
function told(kind: string, table: PointTable): FieldRow {
  const tell = (standing: Standing): string | null => {
    const limit = standing.limits.find(({ name }) => name === nameOf(kind));
    const isOfKind = table[standing.demand.operation] === 1;
    return limit === undefined || !isOfKind ? null : whole.write(limit.remaining, standing);
  };
  const about = `what is left of ${nameOf(kind)}, in answers to ${kind}`;
  return { field: `x-ms-ratelimit-remaining-subscription-${kind}`, says: { tell, about } };
}

export const azureArm: RuleBook = {
  id: 'azure-arm',
  title: 'Azure Resource Manager',
  evidence: 'documented',
  source: 'learn.microsoft.com, "Understand how Azure Resource Manager throttles requests"',
  about:
    'Reads, writes and deletions of a subscription in token buckets of their own: 250 reads of which 25 come back each second, and 200 of which 10 do. Answers tell what is left of the bucket that they took from; a refusal adds the seconds to wait.',
  dialect: 'azure-arm',
  limits: KINDS.map(
    ([kind, table, burst, amount]): LimitRule => ({
      name: nameOf(kind),
      limiter: { kind: 'token-bucket', amount, windowMs: 1000, burst },
      cost: { of: 'points', table },
      per: 'account',
    }),
  ),
  requestIdField: 'x-ms-request-id',
  fields: [
    ...KINDS.map(([kind, table]) => told(kind, table)),
    { field: 'Retry-After', on: 'refused', says: { waitAs: wholeSeconds } },
  ],
  refusals: [
    {
      status: 429,
      body: () => ({
        error: {
          code: 'SubscriptionRequestsThrottled',
          message: 'The number of requests of the subscription is exceeded.',
        },
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
      body: () => ({ error: { code: 'ServerTimeout', message: 'The service is unavailable.' } }),
    },
  ],
};
