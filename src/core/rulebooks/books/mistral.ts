// Mistral: amounts per minute, the tokens that the request took, and no time at all.

import { whole } from '../formats/amounts.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const MINUTE_MS = 60_000;

/** What was taken of the tokens at the start: the input. */
function queryCost({ demand }: Standing): string {
  return String(demand.tokens.input);
}

export const mistral: RuleBook = {
  id: 'mistral',
  title: 'Mistral',
  evidence: 'captured',
  source: 'mistralai/client-ts #169; docs.mistral.ai, "Limits"',
  about:
    'Requests and tokens per minute of the organisation, here in windows from the first use, which is not documented. The headers tell the amounts, what is left and what the request took; no reset and no wait is told.',
  dialect: 'mistral',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'fixed-window', amount: 720, windowMs: MINUTE_MS, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'model',
    },
    {
      name: 'tokens',
      limiter: { kind: 'fixed-window', amount: 500_000, windowMs: MINUTE_MS, opens: 'first-use' },
      cost: { of: 'tokens', counts: 'both', taken: 'estimate', isSettled: true },
      per: 'model',
    },
  ],
  requestIdField: 'mistral-correlation-id',
  fields: [
    { field: 'x-ratelimit-limit-req-minute', says: { of: 'requests', figure: 'limit', as: whole } },
    { field: 'x-ratelimit-remaining-req-minute', says: { of: 'requests', figure: 'remaining', as: whole } },
    { field: 'x-ratelimit-limit-tokens-minute', says: { of: 'tokens', figure: 'limit', as: whole } },
    { field: 'x-ratelimit-remaining-tokens-minute', says: { of: 'tokens', figure: 'remaining', as: whole } },
    {
      field: 'x-ratelimit-tokens-query-cost',
      on: 'served',
      says: { tell: queryCost, about: 'the tokens that the request took' },
    },
  ],
  refusals: [
    {
      status: 429,
      body: () => ({
        object: 'error',
        message: 'Rate limit exceeded',
        type: 'rate_limited',
        param: null,
        code: '1300',
      }),
    },
  ],
  conditions: [
    {
      id: 'capacity-exceeded',
      kind: 'overload',
      about: 'the model has no capacity left for the tier, which is told as a 429',
      status: 429,
      withoutLimits: true,
      body: () => ({
        object: 'error',
        message: 'Service tier capacity exceeded for this model.',
        type: 'service_tier_capacity_exceeded',
        param: null,
        code: '3505',
      }),
    },
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({
        object: 'error',
        message: 'Service unavailable.',
        type: 'service_unavailable',
        param: null,
        code: null,
      }),
    },
  ],
};
