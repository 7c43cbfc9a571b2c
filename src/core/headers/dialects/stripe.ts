// Stripe. No limit and no time is ever told; what it says is whether another attempt makes sense, and why it refused. A 429
// may be a lock on an object instead of a limit, and a 402 is a declined card.

import type { Dialect } from './dialect.js';

const SHOULD_RETRY = 'stripe-should-retry';
const REASON = 'stripe-rate-limited-reason';

export const stripe: Dialect = {
  id: 'stripe',
  title: 'Stripe',
  evidence: 'captured',
  source: 'docs.stripe.com, "Rate limits" and "Error handling"; stripe-node 22.5; captured responses in public issues',
  marks: [
    { weight: 'own', field: { name: SHOULD_RETRY } },
    { weight: 'own', field: { name: REASON } },
    { weight: 'own', field: { name: 'stripe-version' } },
    { weight: 'own', body: { at: 'error.doc_url', has: 'stripe.com/' } },
    { weight: 'own', body: { at: 'error.request_log_url', has: 'dashboard.stripe.com' } },
    { weight: 'shared', body: { at: 'error.code', is: ['lock_timeout', 'idempotency_key_in_use'] } },
  ],
  signals: [
    {
      when: { status: [409, 424, 429, 500, 502, 503, 504], field: { name: SHOULD_RETRY, is: ['false'] } },
      verdict: 'never',
      meaning: `the server says not to try again (${SHOULD_RETRY})`,
    },
    {
      when: { status: [402] },
      verdict: 'rejected',
      meaning: 'the payment failed, such as by a declined card, which is no limit',
    },
    {
      when: { status: [429], field: { name: REASON, is: ['global-rate', 'global-concurrency'] } },
      verdict: 'retry',
      meaning: 'a limit of the whole account refused the request',
      scope: 'account',
    },
    {
      when: [
        { status: [409] },
        { status: [400, 429], body: { at: 'error.code', is: ['lock_timeout', 'idempotency_key_in_use'] } },
      ],
      verdict: 'retry',
      meaning: 'another request works on the same object or has the same key, which is no limit',
      overload: true,
    },
    {
      // Not for 5xx: they are tried again in any case, and may have been processed.
      when: { status: [400, 424, 429], field: { name: SHOULD_RETRY, is: ['true'] } },
      verdict: 'retry',
      meaning: `the server asks to try again (${SHOULD_RETRY})`,
    },
  ],
  refusedBy: [{ field: REASON }],
  bucket: { account: 'organisation', by: 'endpoint' },
  repeatable: [],
  idempotencyField: 'idempotency-key',
};
