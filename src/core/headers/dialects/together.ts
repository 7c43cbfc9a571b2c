// Together: limits per second that follow the load. 429 is your rate; a 503 says that the service cannot keep up with a
// rate that is below yours.

import { seconds } from '../encodings/delays.js';
import { CHAT_ENDPOINTS, chatCost } from './chat-completions.js';
import type { Dialect } from './dialect.js';
import { threeFields } from './three-fields.js';

const SECOND_MS = 1000;

export const together: Dialect = {
  id: 'together',
  title: 'Together',
  evidence: 'claimed',
  source: 'docs.together.ai, "Rate limits"; names of fields from clients in public repositories',
  aliases: ['together-ai'],
  marks: [
    { weight: 'own', field: { name: 'x-together-traceid' } },
    { weight: 'shared', field: { name: 'x-tokenlimit-limit' } },
    { weight: 'shared', field: { name: 'x-tokenlimit-remaining' } },
  ],
  limits: [
    threeFields('x-ratelimit', seconds, SECOND_MS),
    {
      name: 'tokensPerSecond',
      limit: ['x-tokenlimit-limit'],
      remaining: ['x-tokenlimit-remaining'],
      resets: [{ field: 'x-tokenlimit-reset', encoding: seconds }],
      means: 'window',
      window: SECOND_MS,
      algorithm: 'unknown',
    },
  ],
  bucket: { account: 'organisation', by: 'model' },
  repeatable: CHAT_ENDPOINTS,
  costs: [chatCost('tokensPerSecond', 'estimate', 'total_tokens')],
};
