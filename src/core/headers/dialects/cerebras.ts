// Cerebras: the window stands in the name of each field, the reset in seconds with a dozen decimals. A 429 comes without
// these fields, and is a quota or a full queue.

import { decimalSeconds } from '../encodings/delays.js';
import { windowName } from '../limits/window-name.js';
import { CHAT_ENDPOINTS, chatCost } from './chat-completions.js';
import type { Dialect, LimitRow } from './dialect.js';

const WINDOWS = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const;

function rows(counted: string): LimitRow[] {
  return WINDOWS.map(([word, windowMs]) => ({
    name: windowName(counted, windowMs),
    limit: [`x-ratelimit-limit-${counted}-${word}`],
    remaining: [`x-ratelimit-remaining-${counted}-${word}`],
    resets: [{ field: `x-ratelimit-reset-${counted}-${word}`, encoding: decimalSeconds }],
    means: 'full',
    window: windowMs,
    algorithm: 'bucket',
  }));
}

export const cerebras: Dialect = {
  id: 'cerebras',
  title: 'Cerebras',
  evidence: 'documented',
  source: 'inference-docs.cerebras.ai/support/rate-limits',
  marks: [
    { weight: 'own', field: { name: 'cerebras-request-id' } },
    // SambaNova names its limits of a day in the same way, so those decide nothing.
    { weight: 'shared', field: { name: 'x-ratelimit-reset-tokens-minute' } },
    { weight: 'shared', field: { name: 'x-ratelimit-reset-tokens-hour' } },
    { weight: 'shared', field: { name: 'x-ratelimit-reset-tokens-day' } },
    { weight: 'hint', field: { name: 'x-ratelimit-reset-requests-day' } },
    { weight: 'own', body: { at: 'code', is: ['request_quota_exceeded', 'token_quota_exceeded', 'queue_exceeded'] } },
  ],
  limits: [...rows('requests'), ...rows('tokens')],
  signals: [
    {
      when: { status: [429], body: { at: 'code', is: ['queue_exceeded'] } },
      verdict: 'retry',
      meaning: 'the shared queue is full, which has nothing to do with your limits',
      overload: true,
    },
  ],
  refusedBy: [
    { when: { body: { at: 'code', is: ['request_quota_exceeded'] } }, name: 'requests' },
    { when: { body: { at: 'code', is: ['token_quota_exceeded'] } }, name: 'tokens' },
  ],
  bucket: { account: 'organisation', by: 'model' },
  repeatable: CHAT_ENDPOINTS,
  // Input and the largest output are taken at the start.
  costs: [chatCost('tokens', 'maximum', 'total_tokens')],
};
