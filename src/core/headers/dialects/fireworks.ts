// Fireworks: three limits on tokens that grow and shrink with use, and no reset. Its pages call them both per minute and
// per second, so no window is given.

import { CHAT_ENDPOINTS, chatCost } from './chat-completions.js';
import type { Dialect, LimitRow } from './dialect.js';

function row(name: string, field: string, more: Partial<LimitRow> = {}): LimitRow {
  return {
    name,
    limit: [`x-ratelimit-limit-tokens-${field}`],
    remaining: [`x-ratelimit-remaining-tokens-${field}`],
    means: 'full',
    window: null,
    algorithm: 'unknown',
    ...more,
  };
}

export const fireworks: Dialect = {
  id: 'fireworks',
  title: 'Fireworks',
  evidence: 'documented',
  source: 'docs.fireworks.ai/serverless/rate-limits and the reference of its response headers',
  aliases: ['fireworks-ai'],
  marks: [
    { weight: 'own', field: { name: 'x-ratelimit-limit-tokens-prompt' } },
    { weight: 'own', field: { name: 'x-ratelimit-limit-tokens-generated' } },
    { weight: 'own', field: { name: 'x-ratelimit-limit-tokens-cache-adjusted-prompt' } },
    { weight: 'shared', field: { name: 'x-ratelimit-over-limit' } },
  ],
  limits: [
    row('inputTokens', 'prompt'),
    row('uncachedInputTokens', 'cache-adjusted-prompt', { unit: 'input tokens that are not cached' }),
    row('outputTokens', 'generated'),
  ],
  bucket: { account: 'organisation', by: 'model' },
  repeatable: CHAT_ENDPOINTS,
  costs: [
    chatCost('inputTokens', 'estimate', 'prompt_tokens'),
    chatCost('outputTokens', 'nothing', 'completion_tokens'),
  ],
};
