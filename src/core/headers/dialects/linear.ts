// Linear: GraphQL with leaky buckets for requests and for complexity; resets in epoch milliseconds. A refusal is an
// error in the body, whatever the status.

import { epochMilliseconds } from '../encodings/instants.js';
import type { Dialect, LimitRow } from './dialect.js';
import { threeFields } from './three-fields.js';

const HOUR_MS = 3_600_000;

function row(prefix: string, windowMs: number | null, more: Partial<LimitRow> = {}): LimitRow {
  return threeFields(prefix, epochMilliseconds, windowMs, { means: 'full', algorithm: 'bucket', ...more });
}

export const linear: Dialect = {
  id: 'linear',
  title: 'Linear',
  evidence: 'documented',
  source: 'linear.app/developers/rate-limiting; linear/linear, packages/sdk',
  marks: [
    { weight: 'own', field: { name: 'x-ratelimit-complexity-limit' } },
    { weight: 'own', field: { name: 'x-ratelimit-complexity-remaining' } },
    { weight: 'own', field: { name: 'x-ratelimit-endpoint-requests-limit' } },
    { weight: 'own', field: { name: 'x-complexity' } },
    { weight: 'shared', field: { name: 'x-ratelimit-requests-limit' } },
    { weight: 'own', body: { at: 'errors[].extensions.code', is: ['RATELIMITED'] } },
    { weight: 'own', body: { at: 'errors[].extensions.type', is: ['ratelimited', 'RATELIMITED'] } },
  ],
  limits: [
    row('x-ratelimit-requests', HOUR_MS),
    row('x-ratelimit-complexity', HOUR_MS, { name: 'complexityPerHour', unit: 'points of complexity' }),
    row('x-ratelimit-endpoint-requests', null, {
      name: 'endpointRequests',
      nameField: 'x-ratelimit-endpoint-name',
    }),
  ],
  signals: [
    {
      when: [
        { status: [200, 400, 429], body: { at: 'errors[].extensions.code', is: ['RATELIMITED'] } },
        { status: [200, 400, 429], body: { at: 'errors[].extensions.type', is: ['ratelimited', 'RATELIMITED'] } },
      ],
      verdict: 'retry',
      meaning: 'a rate limit refused the query',
    },
  ],
  bucket: { account: 'user', by: 'account' },
};
