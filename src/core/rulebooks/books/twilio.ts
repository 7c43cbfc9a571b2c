// Twilio: requests in progress of the account. A refusal was not processed, and tells no time.

import type { RuleBook } from '../rule-book.js';

function error(status: number, code: number, message: string) {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

export const twilio: RuleBook = {
  id: 'twilio',
  title: 'Twilio',
  evidence: 'documented',
  source: 'twilio.com/docs, error 20429 and "REST API best practices"',
  about:
    'Requests of the account that are in progress at the same time. Nothing is told of the limit and no wait is named; a refused request was not processed, so that it is safe to repeat.',
  dialect: 'twilio',
  limits: [
    {
      name: 'concurrency',
      limiter: { kind: 'concurrency', amount: 100 },
      cost: { of: 'slot' },
      per: 'account',
      isHidden: true,
    },
  ],
  requestIdField: 'Twilio-Request-Id',
  fields: [],
  refusals: [{ status: 429, body: () => error(429, 20_429, 'Too Many Requests') }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      body: () => error(503, 20_503, 'Service unavailable'),
    },
  ],
};
