// Claude's API. Token buckets that refill continuously: `retry-after` says when the next request may go, the resets say
// when a limit is whole again, which can be a hundred times as long.

import { rfc3339 } from '../encodings/instants.js';
import type { Dialect, LimitRow } from './dialect.js';

const MINUTE_MS = 60_000;
/** What is left of tokens is rounded to thousands. */
const TOKEN_STEP = 1000;

function row(name: string, field: string, more: Partial<LimitRow> = {}): LimitRow {
  return {
    name,
    limit: [`${field}-limit`],
    remaining: [`${field}-remaining`],
    resets: [{ field: `${field}-reset`, encoding: rfc3339 }],
    means: 'full',
    window: MINUTE_MS,
    algorithm: 'bucket',
    step: TOKEN_STEP,
    ...more,
  };
}

export const anthropic: Dialect = {
  id: 'anthropic',
  title: 'Anthropic',
  evidence: 'captured',
  source: 'platform.claude.com, "Rate limits" and "Errors"; anthropic-sdk-typescript 0.120.0',
  aliases: ['claude'],
  marks: [
    { weight: 'own', field: { name: 'anthropic-ratelimit-requests-limit' } },
    { weight: 'own', field: { name: 'anthropic-ratelimit-requests-remaining' } },
    { weight: 'own', field: { name: 'anthropic-ratelimit-tokens-limit' } },
    { weight: 'own', field: { name: 'anthropic-ratelimit-tokens-remaining' } },
    { weight: 'own', field: { name: 'anthropic-ratelimit-input-tokens-limit' } },
    { weight: 'own', field: { name: 'anthropic-ratelimit-input-tokens-remaining' } },
    { weight: 'shared', field: { name: 'anthropic-*' } },
    { weight: 'own', body: { at: 'error.details.error_code', is: ['enforced_spend_limit_reached'] } },
    { weight: 'own', body: { at: 'error.type', is: ['overloaded_error', 'billing_error'] } },
    { weight: 'hint', body: { at: 'error.type', is: ['rate_limit_error'] } },
    { weight: 'hint', body: { at: 'type', is: ['error'] } },
  ],
  limits: [
    row('requests', 'anthropic-ratelimit-requests', { step: 1 }),
    row('tokens', 'anthropic-ratelimit-tokens', { repeats: ['inputTokens', 'outputTokens'] }),
    row('inputTokens', 'anthropic-ratelimit-input-tokens'),
    row('outputTokens', 'anthropic-ratelimit-output-tokens'),
    row('priorityInputTokens', 'anthropic-priority-input-tokens', { unit: 'tokens of the priority tier' }),
    row('priorityOutputTokens', 'anthropic-priority-output-tokens', { unit: 'tokens of the priority tier' }),
    row('fastInputTokens', 'anthropic-fast-input-tokens', { unit: 'tokens of the fast mode' }),
    row('fastOutputTokens', 'anthropic-fast-output-tokens', { unit: 'tokens of the fast mode' }),
  ],
  signals: [
    {
      when: [
        { body: { at: 'error.details.error_code', is: ['enforced_spend_limit_reached'] } },
        { status: [400, 403, 429], text: ['you will regain access on'] },
      ],
      verdict: 'never',
      meaning: 'the spend limit is reached',
      scope: 'account',
      refusedBy: 'spend',
      until: 'message',
    },
    {
      when: [{ status: [402] }, { body: { at: 'error.type', is: ['billing_error'] } }],
      verdict: 'never',
      meaning: 'payment is required: credits are used up',
      scope: 'account',
      refusedBy: 'credits',
    },
    {
      when: [{ status: [529] }, { body: { at: 'error.type', is: ['overloaded_error'] } }],
      verdict: 'retry',
      meaning: 'the service is overloaded, which has nothing to do with your limits',
      overload: true,
    },
  ],
  bucket: { account: 'organisation', by: 'model' },
  repeatable: [
    { method: 'POST', path: '/v1/messages' },
    { method: 'POST', path: '/v1/messages/count_tokens' },
    { method: 'POST', path: '/v1/complete' },
  ],
  costs: [
    {
      limit: 'inputTokens',
      taken: 'estimate',
      // Tokens read from the cache are not counted.
      usageAt: ['usage.input_tokens', 'usage.cache_creation_input_tokens'],
      streamUsageAt: [
        { event: 'message_start', at: 'message.usage.input_tokens' },
        { event: 'message_start', at: 'message.usage.cache_creation_input_tokens' },
      ],
    },
    {
      limit: 'outputTokens',
      // max_tokens plays no part: output is counted as it is produced.
      taken: 'nothing',
      usageAt: ['usage.output_tokens'],
      streamUsageAt: [{ event: 'message_delta', at: 'usage.output_tokens' }],
    },
  ],
};
