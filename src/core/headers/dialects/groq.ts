// Groq. OpenAI's names and Go durations with other windows: the requests are those of a day, the tokens those of a minute.

import { goDuration } from '../encodings/delays.js';
import type { Dialect, LimitRow } from './dialect.js';

function row(name: string, field: string, window: number): LimitRow {
  return {
    name,
    limit: [`x-ratelimit-limit-${field}`],
    remaining: [`x-ratelimit-remaining-${field}`],
    resets: [{ field: `x-ratelimit-reset-${field}`, encoding: goDuration }],
    means: 'full',
    window,
    // Not documented; in captured responses the reset is used × window ÷ limit to the millisecond.
    algorithm: 'bucket',
  };
}

export const groq: Dialect = {
  id: 'groq',
  title: 'Groq',
  evidence: 'captured',
  source:
    'console.groq.com, "Rate limits", "Error codes", "Spend limits" and "Flex processing"; captured responses in public issues',
  aliases: ['groqcloud'],
  marks: [
    { weight: 'own', field: { name: 'x-groq-region' } },
    { weight: 'own', body: { at: 'error.message', has: 'console.groq.com' } },
    { weight: 'own', body: { at: 'x_groq' } },
    { weight: 'hint', field: { name: 'x-ratelimit-limit-requests' } },
    { weight: 'hint', field: { name: 'x-ratelimit-limit-tokens' } },
  ],
  limits: [row('requestsPerDay', 'requests', 86_400_000), row('tokens', 'tokens', 60_000)],
  signals: [
    {
      when: { status: [400], body: { at: 'error.code', is: ['blocked_api_access'] } },
      verdict: 'never',
      meaning: 'the spend limit of the month is reached',
      scope: 'account',
      refusedBy: 'spend',
    },
    {
      when: { status: [413, 429], text: ['request too large for model'] },
      verdict: 'never',
      meaning: 'the request is larger than the limit and can never fit',
    },
    {
      when: [{ status: [498] }, { body: { at: 'error.code', is: ['capacity_exceeded'] } }],
      verdict: 'retry',
      meaning: 'the flex tier has no capacity, which is no limit of yours',
      overload: true,
    },
  ],
  refusedBy: [
    { when: { text: ['per day (rpd)'] }, name: 'requestsPerDay' },
    { when: { text: ['per day (tpd)'] }, name: 'tokensPerDay' },
    { when: { text: ['per minute (rpm)'] }, name: 'requests' },
    { when: { text: ['per minute (tpm)'] }, name: 'tokens' },
    { when: { text: ['per hour (ash)'] }, name: 'audioSecondsPerHour' },
    { when: { text: ['per day (asd)'] }, name: 'audioSecondsPerDay' },
    { when: { body: { at: 'error.type', is: ['tokens'] } }, name: 'tokens' },
  ],
  bucket: { account: 'organisation', by: 'model' },
  repeatable: [
    { method: 'POST', path: '/openai/v1/chat/completions' },
    { method: 'POST', path: '/openai/v1/responses' },
    { method: 'POST', path: '/openai/v1/embeddings' },
    { method: 'POST', path: '/openai/v1/audio/transcriptions' },
    { method: 'POST', path: '/openai/v1/audio/translations' },
    { method: 'POST', path: '/openai/v1/audio/speech' },
  ],
  costs: [
    {
      // The message of a refusal names what was asked for: the input and the output that the request allows.
      limit: 'tokens',
      taken: 'maximum',
      maximumAt: ['max_completion_tokens', 'max_output_tokens', 'max_tokens'],
      usageAt: ['usage.total_tokens'],
      streamUsageAt: [{ event: '', at: 'x_groq.usage.total_tokens' }],
    },
  ],
};
