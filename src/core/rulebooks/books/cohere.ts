// Cohere with a trial key: calls per minute of each endpoint and per month in all. No time is told.

import { whole } from '../formats/amounts.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const PER_MONTH = 1000;

function refusal({ requestId }: Standing, calls: number, per: string) {
  const message = `You are using a Trial key, which is limited to ${calls} API calls / ${per}. A production key has higher limits.`;
  return { id: requestId, message };
}

export const cohere: RuleBook = {
  id: 'cohere',
  title: 'Cohere',
  evidence: 'captured',
  source: 'docs.cohere.com, "Rate limits"; cohere-typescript #222',
  about:
    'With a trial key, calls per minute of each endpoint, here in windows from the first use, which is not documented, and per month in all, which is a condition here. The headers tell both amounts and what is left of the minute; no reset and no wait is told.',
  dialect: 'cohere',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'fixed-window', amount: 20, windowMs: 60_000, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'route',
    },
  ],
  fields: [
    { field: 'x-endpoint-monthly-call-limit', says: { text: String(PER_MONTH) } },
    { field: 'x-trial-endpoint-call-limit', says: { of: 'requests', figure: 'limit', as: whole } },
    { field: 'x-trial-endpoint-call-remaining', says: { of: 'requests', figure: 'remaining', as: whole } },
  ],
  refusals: [{ status: 429, body: (standing) => refusal(standing, standing.refused?.by.limit ?? 0, 'minute') }],
  conditions: [
    {
      id: 'month',
      kind: 'terminal',
      about: "the trial key's calls of this month are used up",
      status: 429,
      body: (standing) => refusal(standing, PER_MONTH, 'month'),
    },
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ message: 'The service is overloaded. Try again later.' }),
    },
  ],
};
