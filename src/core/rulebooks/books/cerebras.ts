// Cerebras: the window stands in the name of each header, the reset in seconds with decimals. A refusal tells only the wait.

import type { FieldRow } from '../field-row.js';
import { whole } from '../formats/amounts.js';
import { shortSeconds, wholeSeconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function row(figure: 'limit' | 'remaining' | 'reset', of: string, field: string): FieldRow {
  const says = figure === 'reset' ? { of, figure: 'resetMs', as: shortSeconds } : { of, figure, as: whole };
  return { field: `x-ratelimit-${figure}-${field}`, says: says as FieldRow['says'] };
}

const retryAfter: FieldRow = { field: 'retry-after', says: { waitAs: wholeSeconds } };

const FIGURES = ['limit', 'remaining', 'reset'] as const;

function error(message: string, type: string, code: string) {
  return { message, type, param: 'quota', code };
}

export const cerebras: RuleBook = {
  id: 'cerebras',
  title: 'Cerebras',
  evidence: 'documented',
  source: 'inference-docs.cerebras.ai/support/rate-limits; a captured response',
  about:
    'Requests per day and tokens per minute of each model, in buckets that refill continuously; the input and all of the output that a request allows are taken at the start. Resets are decimal seconds to a full bucket; a refusal tells none of them, only the seconds to wait.',
  dialect: 'cerebras',
  limits: [
    {
      name: 'requestsPerDay',
      limiter: { kind: 'token-bucket', amount: 14_400, windowMs: DAY_MS },
      cost: { of: 'request' },
      per: 'model',
    },
    {
      name: 'tokens',
      limiter: { kind: 'token-bucket', amount: 60_000, windowMs: MINUTE_MS },
      cost: { of: 'tokens', counts: 'both', taken: 'maximum', isSettled: true },
      per: 'model',
    },
  ],
  requestIdField: 'x-request-id',
  fields: FIGURES.flatMap((figure) => [
    row(figure, 'requestsPerDay', 'requests-day'),
    row(figure, 'tokens', 'tokens-minute'),
  ]),
  refusals: [
    {
      by: ['tokens'],
      status: 429,
      withoutLimits: true,
      fields: [retryAfter],
      body: () => error('Too many tokens. Slow down.', 'too_many_tokens_error', 'token_quota_exceeded'),
    },
    {
      status: 429,
      withoutLimits: true,
      fields: [retryAfter],
      body: () => error('Too many requests. Slow down.', 'too_many_requests_error', 'request_quota_exceeded'),
    },
  ],
  conditions: [
    {
      id: 'queue-full',
      kind: 'overload',
      about: 'the queue that all share is full, which is told as a 429',
      status: 429,
      withoutLimits: true,
      body: () =>
        error('The traffic is high at the moment. Try again soon.', 'too_many_requests_error', 'queue_exceeded'),
    },
    {
      id: 'payment',
      kind: 'terminal',
      about: 'the balance is used up',
      status: 402,
      withoutLimits: true,
      body: () => error('Payment required.', 'payment_required_error', 'payment_required'),
    },
  ],
};
