// OpenAI's API. The resets are Go durations to a full bucket; many others have copied the names, and some of them with
// other values.

import { durationOrSeconds } from '../encodings/by-size.js';
import type { Dialect, LimitRow } from './dialect.js';
import { openaiWindow } from './openai-window.js';

function row(name: string, field: string, isRequests: boolean, more: Partial<LimitRow> = {}): LimitRow {
  return {
    name,
    limit: [`x-ratelimit-limit-${field}`],
    remaining: [`x-ratelimit-remaining-${field}`],
    resets: [{ field: `x-ratelimit-reset-${field}`, encoding: durationOrSeconds }],
    means: 'full',
    window: (clues) => openaiWindow(`x-ratelimit-limit-${field}`, isRequests, clues),
    algorithm: 'bucket',
    ...more,
  };
}

/** The oldest first. None of them goes away by waiting. */
const TERMINAL_CODES: readonly string[] = [
  'insufficient_quota',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
];

export const openai: Dialect = {
  id: 'openai',
  title: 'OpenAI',
  evidence: 'captured',
  source:
    'developers.openai.com, "Rate limits" and "Error codes"; openai-node 7.5.0; captured responses in public issues',
  marks: [
    { weight: 'own', field: { name: 'openai-organization' } },
    { weight: 'shared', field: { name: 'openai-version' } },
    { weight: 'shared', field: { name: 'openai-processing-ms' } },
    { weight: 'own', field: { name: 'x-ratelimit-limit-project-tokens' } },
    { weight: 'own', field: { name: 'x-ratelimit-limit-tokens_usage_based' } },
    { weight: 'shared', field: { name: 'x-ratelimit-limit-requests' } },
    { weight: 'shared', field: { name: 'x-ratelimit-remaining-requests' } },
    { weight: 'shared', field: { name: 'x-ratelimit-reset-requests' } },
    { weight: 'shared', field: { name: 'x-ratelimit-limit-tokens' } },
    { weight: 'shared', field: { name: 'x-ratelimit-remaining-tokens' } },
    { weight: 'shared', field: { name: 'x-ratelimit-reset-tokens' } },
    { weight: 'shared', body: { at: 'error.code', is: ['insufficient_quota', 'rate_limit_exceeded', 'slow_down'] } },
    { weight: 'shared', body: { at: 'error.type', is: ['insufficient_quota'] } },
    { weight: 'hint', body: { at: 'error.type', is: ['tokens', 'requests'] } },
  ],
  limits: [
    row('requests', 'requests', true),
    row('tokens', 'tokens', false),
    row('projectTokens', 'project-tokens', false),
    row('tokensUsageBased', 'tokens_usage_based', false, { repeats: ['tokens'] }),
  ],
  signals: [
    {
      when: [
        { body: { at: 'error.code', is: TERMINAL_CODES } },
        { body: { at: 'error.type', is: ['insufficient_quota'] } },
      ],
      verdict: 'never',
      meaning: 'the quota that was paid for is used up, or a spend limit is reached',
      scope: 'account',
      refusedBy: 'quota',
    },
    {
      when: { status: [429], text: ['request too large'] },
      verdict: 'never',
      meaning: 'the request is larger than the limit and can never fit',
    },
    {
      when: [
        { status: [429, 503], body: { at: 'error.code', is: ['slow_down', 'server_is_overloaded'] } },
        { status: [429], text: ['resource unavailable'] },
      ],
      verdict: 'retry',
      meaning: 'the service is overloaded or the load grew too fast; it is not the quota',
      overload: true,
    },
  ],
  refusedBy: [
    { when: { text: ['per day (rpd)'] }, name: 'requestsPerDay' },
    { when: { text: ['per min (rpm)'] }, name: 'requests' },
    { when: { text: ['per day (tpd)'] }, name: 'tokensPerDay' },
    { when: { text: ['per min (tpm)'] }, name: 'tokens' },
    { when: { text: ['per min (ipm)', 'images per minute'] }, name: 'images' },
    { when: { body: { at: 'error.type', is: ['tokens'] } }, name: 'tokens' },
    { when: { body: { at: 'error.type', is: ['requests'] } }, name: 'requests' },
  ],
  bucket: { account: 'project', by: 'model' },
  repeatable: [
    { method: 'POST', path: '/v1/chat/completions' },
    { method: 'POST', path: '/v1/completions' },
    { method: 'POST', path: '/v1/responses' },
    { method: 'POST', path: '/v1/embeddings' },
    { method: 'POST', path: '/v1/moderations' },
    { method: 'POST', path: '/v1/images/generations' },
  ],
  costs: [
    {
      limit: 'tokens',
      taken: 'larger',
      maximumAt: ['max_completion_tokens', 'max_output_tokens', 'max_tokens'],
      usageAt: ['usage.total_tokens'],
      streamUsageAt: [
        { event: '', at: 'usage.total_tokens' },
        { event: 'response.completed', at: 'response.usage.total_tokens' },
      ],
    },
  ],
};
