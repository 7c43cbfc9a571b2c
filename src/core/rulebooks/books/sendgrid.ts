// SendGrid: the usual three headers of each endpoint, with an epoch time.

import { whole } from '../formats/amounts.js';
import { epochSeconds } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';

export const sendgrid: RuleBook = {
  id: 'sendgrid',
  title: 'SendGrid',
  evidence: 'documented',
  source: 'docs.sendgrid.com, "Rate limits"',
  about:
    'Requests to each endpoint in a window, here a minute of the wall clock, which is not documented. Every answer tells the amount, what is left and the second in which there is more.',
  dialect: 'sendgrid',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'fixed-window', amount: 500, windowMs: 60_000, opens: 'wall-clock' },
      cost: { of: 'request' },
      per: 'route',
    },
  ],
  fields: [
    { field: 'X-RateLimit-Limit', says: { of: 'requests', figure: 'limit', as: whole } },
    { field: 'X-RateLimit-Remaining', says: { of: 'requests', figure: 'remaining', as: whole } },
    { field: 'X-RateLimit-Reset', says: { of: 'requests', figure: 'resetMs', as: epochSeconds } },
  ],
  refusals: [{ status: 429, body: () => ({ errors: [{ field: null, message: 'too many requests' }] }) }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ errors: [{ field: null, message: 'service unavailable' }] }),
    },
  ],
};
