// Shopify, REST and GraphQL. A GraphQL refusal is a 200, and how long to wait has to be worked out from what the query
// costs; Retry-After is a decimal.

import type { Dialect, Mark } from './dialect.js';
import { CALL_LIMIT, readShopifyLimits } from './shopify-limits.js';

const VARIANTS = 'daily variant creation limit';

export const shopify: Dialect = {
  id: 'shopify',
  title: 'Shopify',
  evidence: 'captured',
  source: 'shopify.dev, "API limits"; Shopify/shopify-app-js; captured responses in public issues',
  aliases: ['shopify-*'],
  marks: [
    ...[CALL_LIMIT, 'x-shopid', 'x-shardid', 'x-sorting-hat-podid', 'x-shopify-stage', 'x-shopify-api-version'].map(
      (name): Mark => ({ weight: 'own', field: { name } }),
    ),
    { weight: 'own', body: { at: 'extensions.cost.throttleStatus' } },
    { weight: 'shared', body: { at: 'errors[].extensions.code', is: ['THROTTLED', 'MAX_COST_EXCEEDED'] } },
  ],
  readLimits: readShopifyLimits,
  signals: [
    {
      when: { body: { at: 'errors[].extensions.code', is: ['MAX_COST_EXCEEDED'] } },
      verdict: 'never',
      meaning: 'the query costs more than any query may and can never fit',
      refusedBy: 'points',
    },
    {
      when: ['errors', 'errors.product[]', 'errors.base[]'].map((at) => ({
        status: [422, 429],
        body: { at, has: VARIANTS },
      })),
      verdict: 'never',
      meaning: 'the variants that may be created in a day are used up',
      refusedBy: 'variantsPerDay',
    },
    {
      when: { status: [429], text: ['order api rate limit'] },
      verdict: 'retry',
      meaning: 'a trial or development shop may create few orders a minute',
      refusedBy: 'orders',
      defaultWaitMs: 60_000,
    },
    {
      when: [
        { body: { at: 'errors[].extensions.code', is: ['THROTTLED'] } },
        { body: { at: 'errors[].message', is: ['Throttled'] } },
      ],
      verdict: 'retry',
      meaning: 'the query costs more points than are left',
    },
  ],
  bucket: { account: 'shop', by: 'account' },
  // GraphQL has one path for queries and for what changes data.
  repeatable: [],
  costs: [
    {
      // What a query costs is told in its answer and nowhere before.
      limit: 'points',
      taken: 'nothing',
      usageAt: ['extensions.cost.actualQueryCost'],
    },
  ],
};
