// X: windows of 15 minutes for each endpoint, with a hyphen in `rate-limit`.

import { whole } from '../formats/amounts.js';
import { epochSeconds } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';

const WINDOW_MS = 900_000;
const NAME = 'requestsPer900s';

export const x: RuleBook = {
  id: 'x',
  title: 'X (Twitter)',
  evidence: 'documented',
  source: 'docs.x.com/fundamentals/rate-limits',
  about:
    'Requests to each endpoint in windows of 15 minutes from the first use. Every answer tells the amount, what is left and the second in which the window ends; a refusal tells no wait beside them.',
  dialect: 'x',
  limits: [
    {
      name: NAME,
      planned: 'requests',
      limiter: { kind: 'fixed-window', amount: 900, windowMs: WINDOW_MS, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'route',
    },
  ],
  requestIdField: 'x-transaction-id',
  fields: [
    { field: 'x-rate-limit-limit', says: { of: NAME, figure: 'limit', as: whole } },
    { field: 'x-rate-limit-remaining', says: { of: NAME, figure: 'remaining', as: whole } },
    { field: 'x-rate-limit-reset', says: { of: NAME, figure: 'resetMs', as: epochSeconds } },
  ],
  refusals: [
    {
      status: 429,
      body: () => ({
        title: 'Too Many Requests',
        detail: 'Too Many Requests',
        type: 'about:blank',
        status: 429,
        errors: [{ code: 88, message: 'Rate limit exceeded' }],
      }),
    },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is over capacity',
      status: 503,
      withoutLimits: true,
      body: () => ({ title: 'Service Unavailable', detail: 'Service Unavailable', type: 'about:blank', status: 503 }),
    },
    {
      id: 'usage-capped',
      kind: 'terminal',
      about: 'the cap on usage of the plan is reached',
      status: 429,
      body: () => ({
        title: 'UsageCapExceeded',
        detail: 'The cap on usage of this plan is reached.',
        type: 'https://api.twitter.com/2/problems/usage-capped',
      }),
    },
  ],
};
