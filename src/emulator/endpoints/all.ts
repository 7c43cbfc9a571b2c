// Every endpoint of a language model, whichever rule book is in force: a gateway serves one provider's paths under
// another's limits. Any other path is answered with a small JSON object.

import { anthropicMessages } from './anthropic-messages.js';
import { bedrockConverse } from './bedrock-converse.js';
import type { Endpoint } from './endpoint.js';
import { geminiGenerate } from './gemini-generate.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';

const ENDPOINTS: readonly Endpoint[] = [
  anthropicMessages,
  openaiChat,
  openaiResponses,
  geminiGenerate,
  bedrockConverse,
];

export function endpointFor(method: string, path: string): Endpoint | null {
  return method === 'POST' ? (ENDPOINTS.find((endpoint) => endpoint.matches(path)) ?? null) : null;
}
