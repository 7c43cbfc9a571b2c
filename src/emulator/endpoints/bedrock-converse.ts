// Bedrock's converse. Its streams are binary event streams, which are not emulated.

import type { Endpoint } from './endpoint.js';
import { boundsOf, charactersIn, wordsOf } from './prompt.js';

const PATH = /\/model\/([^/]+)\/converse$/;

export const bedrockConverse: Endpoint = {
  id: 'bedrock-converse',
  path: '/model/{model}/converse',
  matches: (path) => PATH.test(path),
  read: (path, _query, body) => ({
    model: PATH.exec(path)?.[1] ?? '',
    characters: charactersIn(body, ['system', 'messages', 'toolConfig']),
    outputBounds: boundsOf((body.inferenceConfig as { maxTokens?: unknown } | null | undefined)?.maxTokens),
    streamType: null,
    tellsUsage: true,
  }),
  answer: (_call, { inputTokens, cachedTokens, outputTokens, isCut }) => ({
    output: { message: { role: 'assistant', content: [{ text: wordsOf(outputTokens) }] } },
    stopReason: isCut ? 'max_tokens' : 'end_turn',
    usage: {
      inputTokens,
      cacheReadInputTokens: cachedTokens,
      outputTokens,
      totalTokens: inputTokens + cachedTokens + outputTokens,
    },
    metrics: { latencyMs: 0 },
  }),
  events: () => [],
  failure: () => null,
};
