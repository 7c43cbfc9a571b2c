// Slack: each method has a tier of its own, and Retry-After is all that is told.

import { wholeSeconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';

export const slack: RuleBook = {
  id: 'slack',
  title: 'Slack',
  evidence: 'captured',
  source: 'docs.slack.dev, "Rate limits"; slackapi/node-slack-sdk; a captured response in a public issue',
  about:
    'Calls per minute of each method in a workspace, by its tier: 1, 20, 50 or 100, here as a bucket that refills continuously. Nothing is told of them; a refusal names whole seconds, and the other methods go on.',
  dialect: 'slack',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'token-bucket', amount: 50, windowMs: 60_000 },
      cost: { of: 'request' },
      per: 'route',
      isHidden: true,
    },
  ],
  requestIdField: 'x-slack-req-id',
  fields: [{ field: 'Retry-After', on: 'refused', says: { waitAs: wholeSeconds } }],
  refusals: [{ status: 429, body: () => ({ ok: false, error: 'ratelimited' }) }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ ok: false, error: 'service_unavailable' }),
    },
  ],
};
