// xAI. The names are OpenAI's; how the reset is written was only heard, so every form of it is taken.

import { durationOrSeconds } from '../encodings/by-size.js';
import { CHAT_ENDPOINTS, chatCost } from './chat-completions.js';
import type { Dialect, LimitRow } from './dialect.js';

function row(name: string): LimitRow {
  return {
    name,
    limit: [`x-ratelimit-limit-${name}`],
    remaining: [`x-ratelimit-remaining-${name}`],
    resets: [{ field: `x-ratelimit-reset-${name}`, encoding: durationOrSeconds }],
    means: 'full',
    window: 60_000,
    algorithm: 'unknown',
  };
}

export const xai: Dialect = {
  id: 'xai',
  title: 'xAI',
  evidence: 'claimed',
  source: 'docs.x.ai, "Rate limits"; continuedev/continue #10373; cline/cline #4826',
  aliases: ['grok'],
  marks: [
    { weight: 'own', body: { at: 'error', has: 'your team' } },
    { weight: 'own', body: { at: 'error', has: 'tokens per minute (actual/limit)' } },
  ],
  limits: [row('requests'), row('tokens')],
  signals: [
    {
      when: { status: [402, 403, 429], text: ['used all available credits', 'monthly spending limit'] },
      verdict: 'never',
      meaning: "the team's credits are used up, or its spending limit is reached",
      scope: 'account',
      refusedBy: 'credits',
    },
  ],
  refusedBy: [
    { when: { text: ['tokens per minute'] }, name: 'tokens' },
    { when: { text: ['requests per minute', 'requests per second'] }, name: 'requests' },
  ],
  bucket: { account: 'organisation', by: 'model' },
  repeatable: CHAT_ENDPOINTS,
  costs: [chatCost('tokens', 'estimate', 'total_tokens')],
};
