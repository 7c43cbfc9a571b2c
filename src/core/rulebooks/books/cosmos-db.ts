// Azure Cosmos DB: request units per second, and the wait in milliseconds under a name of its own.

import { milliseconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';

export const cosmosDb: RuleBook = {
  id: 'cosmos-db',
  title: 'Azure Cosmos DB',
  evidence: 'documented',
  source: 'learn.microsoft.com, "Common Azure Cosmos DB REST response headers"',
  about:
    'Request units in each second of a partition. Every answer tells what it took, here the cost of the query, and not what is left; a refusal names milliseconds.',
  dialect: 'cosmos-db',
  limits: [
    {
      name: 'requestUnits',
      planned: 'requestsPerSecond',
      limiter: { kind: 'fixed-window', amount: 400, windowMs: 1000, opens: 'wall-clock' },
      cost: { of: 'query' },
      per: 'account',
      isHidden: true,
    },
  ],
  requestIdField: 'x-ms-activity-id',
  fields: [
    {
      field: 'x-ms-request-charge',
      on: 'served',
      says: { tell: ({ demand }) => String(demand.queryCost), about: 'the request units that were taken' },
    },
    { field: 'x-ms-substatus', on: 'refused', says: { text: '3200' } },
    { field: 'x-ms-retry-after-ms', on: 'refused', says: { waitAs: milliseconds } },
  ],
  refusals: [{ status: 429, body: () => ({ code: '429', message: 'Request rate is large.' }) }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ code: 'ServiceUnavailable', message: 'The service is unavailable.' }),
    },
  ],
};
