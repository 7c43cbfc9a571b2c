// OpenRouter. The limit fields are those of a gateway and stand in the body of the error, where no library looks;
// `X-RateLimit-Reset` is in epoch milliseconds.

import { epochMilliseconds } from '../encodings/instants.js';
import { CHAT_ENDPOINTS } from './chat-completions.js';
import type { Dialect, InferredWindow, WindowClues } from './dialect.js';
import { threeFields } from './three-fields.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Only the message says what the amount is for: `free-models-per-min` or `free-models-per-day`. */
function windowOfMessage({ view }: WindowClues): InferredWindow {
  const { text } = view.body;
  if (text.includes('-per-day')) return { windowMs: DAY_MS, name: 'requestsPerDay' };
  return { windowMs: text.includes('-per-min') ? MINUTE_MS : null };
}

export const openrouter: Dialect = {
  id: 'openrouter',
  title: 'OpenRouter',
  evidence: 'captured',
  source: 'openrouter.ai/docs, "Limits"; Gitlawb/openclaude #936; dirge-code/dirge #719',
  aliases: ['open-router'],
  marks: [
    { weight: 'own', body: { at: 'error.metadata.headers' } },
    { weight: 'own', body: { at: 'error.metadata.provider_name' } },
  ],
  limits: [threeFields('x-ratelimit', epochMilliseconds, null, { window: windowOfMessage, algorithm: 'window' })],
  bucket: { account: 'key', by: 'account' },
  repeatable: CHAT_ENDPOINTS,
};
