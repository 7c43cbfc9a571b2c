// Mistral: amounts per minute and no reset; earlier versions of the service counted by size and told one.

import { seconds } from '../encodings/delays.js';
import { CHAT_ENDPOINTS, chatCost } from './chat-completions.js';
import type { Dialect } from './dialect.js';

const MINUTE_MS = 60_000;

export const mistral: Dialect = {
  id: 'mistral',
  title: 'Mistral',
  evidence: 'captured',
  source: 'mistralai/client-ts #169; docs.mistral.ai, "Limits"',
  marks: [
    { weight: 'own', field: { name: 'x-ratelimit-tokens-query-cost' } },
    { weight: 'own', field: { name: 'x-ratelimit-limit-req-minute' } },
    { weight: 'own', field: { name: 'x-ratelimit-remaining-req-minute' } },
    { weight: 'own', field: { name: 'ratelimitbysize-limit' } },
    { weight: 'own', field: { name: 'ratelimitbysize-remaining' } },
    { weight: 'own', body: { at: 'type', is: ['service_tier_capacity_exceeded'] } },
  ],
  limits: [
    {
      name: 'tokens',
      limit: ['x-ratelimit-limit-tokens-minute', 'ratelimitbysize-limit'],
      remaining: ['x-ratelimit-remaining-tokens-minute', 'ratelimitbysize-remaining'],
      resets: [{ field: 'ratelimitbysize-reset', encoding: seconds }],
      means: 'window',
      window: MINUTE_MS,
      algorithm: 'window',
    },
    {
      name: 'requests',
      limit: ['x-ratelimit-limit-req-minute'],
      remaining: ['x-ratelimit-remaining-req-minute'],
      means: 'window',
      window: MINUTE_MS,
      algorithm: 'window',
    },
    {
      name: 'tokensPerMonth',
      limit: ['x-ratelimitbysize-limit-month'],
      remaining: ['x-ratelimitbysize-remaining-month'],
      means: 'window',
      window: null,
      algorithm: 'unknown',
    },
  ],
  signals: [
    {
      when: { status: [429], body: { at: 'type', is: ['service_tier_capacity_exceeded'] } },
      verdict: 'retry',
      meaning: 'the model has no capacity left for this tier; it is not your quota',
      overload: true,
    },
  ],
  bucket: { account: 'organisation', by: 'model' },
  repeatable: [...CHAT_ENDPOINTS, { method: 'POST', path: '/v1/fim/completions' }],
  costs: [chatCost('tokens', 'estimate', 'total_tokens')],
};
