// Microsoft Graph: nothing is told before a refusal, which names the seconds to wait; calls that are refused count, too.

import { wholeSeconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

function error({ requestId }: Standing, code: string, message: string) {
  const innerError = { code: 'throttledRequest', 'request-id': requestId, 'client-request-id': requestId };
  return { error: { code, message, innerError } };
}

export const microsoftGraph: RuleBook = {
  id: 'microsoft-graph',
  title: 'Microsoft Graph',
  evidence: 'captured',
  source: 'learn.microsoft.com, "Microsoft Graph throttling guidance"; Q&A 648796',
  about:
    'Requests in ten seconds of an app in all tenants, of which nothing is told before a refusal. That names whole seconds; who comes back early is told a longer time.',
  dialect: 'microsoft-graph',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'fixed-window', amount: 130_000, windowMs: 10_000, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'account',
      isHidden: true,
    },
  ],
  requestIdField: 'request-id',
  fields: [{ field: 'Retry-After', on: 'refused', says: { waitAs: wholeSeconds } }],
  refusals: [
    { status: 429, body: (standing) => error(standing, 'activityLimitReached', 'The request has been throttled') },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable for the time being',
      status: 503,
      fields: [{ field: 'Retry-After', says: { waitAs: wholeSeconds } }],
      body: (standing) => error(standing, 'serviceNotAvailable', 'The service is unavailable.'),
    },
  ],
};
