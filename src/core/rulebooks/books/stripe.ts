// Stripe's API: no amounts, no wait, only the reason of a refusal.

import type { RuleBook } from '../rule-book.js';

const SECOND_MS = 1000;

function error(type: string, message: string, code?: string) {
  return { error: { ...(code === undefined ? {} : { code }), message, type } };
}

export const stripe: RuleBook = {
  id: 'stripe',
  title: 'Stripe',
  evidence: 'documented',
  source: 'docs.stripe.com, "Rate limits"; stripe-node 22.5',
  about:
    'Requests per second in all and of each endpoint, and requests in progress. A refusal names its reason in a header and no time; whether a retry makes sense is told in another header where Stripe knows.',
  dialect: 'stripe',
  limits: [
    {
      name: 'global-rate',
      planned: 'requestsPerSecond',
      limiter: { kind: 'token-bucket', amount: 100, windowMs: SECOND_MS },
      cost: { of: 'request' },
      per: 'account',
      isHidden: true,
    },
    {
      name: 'endpoint-rate',
      limiter: { kind: 'token-bucket', amount: 25, windowMs: SECOND_MS },
      cost: { of: 'request' },
      per: 'route',
      isHidden: true,
    },
    {
      name: 'global-concurrency',
      planned: 'concurrency',
      limiter: { kind: 'concurrency', amount: 100 },
      cost: { of: 'slot' },
      per: 'account',
      isHidden: true,
    },
    {
      name: 'endpoint-concurrency',
      limiter: { kind: 'concurrency', amount: 25 },
      cost: { of: 'slot' },
      per: 'route',
      isHidden: true,
      isOptional: true,
    },
  ],
  requestIdField: 'Request-Id',
  fields: [
    {
      field: 'Stripe-Rate-Limited-Reason',
      on: 'refused',
      says: { tell: ({ refused }) => refused?.by.name ?? null, about: 'the kind of limit that refused' },
    },
  ],
  refusals: [
    {
      status: 429,
      body: () => error('invalid_request_error', 'Request rate limit exceeded.', 'rate_limit'),
    },
  ],
  conditions: [
    {
      id: 'lock-timeout',
      kind: 'acceleration',
      about: 'another request holds the object; it is no rate limit, so no reason is named',
      status: 429,
      body: () =>
        error(
          'invalid_request_error',
          'This object cannot be accessed right now, another request holds it.',
          'lock_timeout',
        ),
    },
    {
      id: 'resource-specific',
      kind: 'acceleration',
      about: 'a limit of one object or one kind of them, such as the updates of a PaymentIntent in an hour',
      status: 429,
      fields: [{ field: 'Stripe-Rate-Limited-Reason', says: { text: 'resource-specific' } }],
      body: () => error('invalid_request_error', 'Request rate limit exceeded.', 'rate_limit'),
    },
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable, and says that a retry makes sense',
      status: 503,
      fields: [{ field: 'Stripe-Should-Retry', says: { text: 'true' } }],
      body: () => error('api_error', 'The service is unavailable. Try again later.'),
    },
    {
      id: 'do-not-retry',
      kind: 'terminal',
      about: 'an error of which it is known that a retry does not help',
      status: 500,
      fields: [{ field: 'Stripe-Should-Retry', says: { text: 'false' } }],
      body: () => error('api_error', 'An error occurred on our side.'),
    },
  ],
};
