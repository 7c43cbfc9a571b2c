// What the many services that took over OpenAI's chat API have in common, whatever their headers look like.

import type { Cost, Endpoint } from './dialect.js';

/** A repeat generates another text, which costs money and changes nothing. */
export const CHAT_ENDPOINTS: readonly Endpoint[] = [
  { method: 'POST', path: '/v1/chat/completions' },
  { method: 'POST', path: '/v1/completions' },
  { method: 'POST', path: '/v1/embeddings' },
];

const LARGEST_OUTPUT: readonly string[] = ['max_completion_tokens', 'max_tokens'];

/** The cost of one limit on tokens, where the usage of a response stands under this name: `usage.<key>`. */
export function chatCost(limit: string, taken: Cost['taken'], key: string): Cost {
  const at = `usage.${key}`;
  const isMaximum = taken === 'maximum' || taken === 'larger';
  return {
    limit,
    taken,
    ...(isMaximum ? { maximumAt: LARGEST_OUTPUT } : {}),
    usageAt: [at],
    streamUsageAt: [{ event: '', at }],
  };
}
