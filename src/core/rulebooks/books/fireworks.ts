// Fireworks: tokens of the prompt and of the answer per minute, with amounts and no time.

import type { FieldRow } from '../field-row.js';
import { whole } from '../formats/amounts.js';
import type { RuleBook } from '../rule-book.js';

const MINUTE_MS = 60_000;

function told(of: string, field: string): FieldRow[] {
  return [
    { field: `x-ratelimit-limit-tokens-${field}`, says: { of, figure: 'limit', as: whole } },
    { field: `x-ratelimit-remaining-tokens-${field}`, says: { of, figure: 'remaining', as: whole } },
  ];
}

export const fireworks: RuleBook = {
  id: 'fireworks',
  title: 'Fireworks',
  evidence: 'documented',
  source: 'docs.fireworks.ai/serverless/rate-limits; values of a test in a public repository',
  about:
    'Tokens of the prompt and of the answer per minute of each model, here in buckets that refill continuously; the real amounts grow and shrink with use. Headers tell the amounts and what is left, and no time.',
  dialect: 'fireworks',
  limits: [
    {
      name: 'inputTokens',
      limiter: { kind: 'token-bucket', amount: 60_000, windowMs: MINUTE_MS },
      cost: { of: 'tokens', counts: 'input', taken: 'estimate', isSettled: true },
      per: 'model',
    },
    {
      name: 'outputTokens',
      limiter: { kind: 'token-bucket', amount: 6000, windowMs: MINUTE_MS },
      cost: { of: 'tokens', counts: 'output', taken: 'nothing', isSettled: true },
      per: 'model',
    },
  ],
  fields: [...told('inputTokens', 'prompt'), ...told('outputTokens', 'generated')],
  refusals: [
    {
      status: 429,
      body: () => ({ error: { object: 'error', type: 'rate_limit_exceeded', message: 'Rate limit exceeded.' } }),
    },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the model has no capacity',
      status: 503,
      withoutLimits: true,
      body: () => ({ error: { object: 'error', type: 'overloaded', message: 'The model is overloaded.' } }),
    },
  ],
};
