// OpenRouter: the headers of a limit stand in the body of the error, and the reset is in epoch milliseconds.

import { whole } from '../formats/amounts.js';
import { epochMilliseconds } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

function refusal(standing: Standing) {
  const { refused } = standing;
  const per = refused?.by.name === 'requestsPerDay' ? 'day' : 'min';
  const { limit = 0, remaining = 0, resetMs = 0 } = refused?.by ?? {};
  const headers = {
    'X-RateLimit-Limit': whole.write(limit, standing),
    'X-RateLimit-Remaining': whole.write(remaining, standing),
    'X-RateLimit-Reset': epochMilliseconds.write(resetMs, standing),
  };
  const message = `Rate limit exceeded: free-models-per-${per}.`;
  return { error: { message, code: 429, metadata: { headers, provider_name: null } } };
}

export const openrouter: RuleBook = {
  id: 'openrouter',
  title: 'OpenRouter',
  evidence: 'captured',
  source: 'openrouter.ai/docs, "Limits"; Gitlawb/openclaude #936; dirge-code/dirge #719',
  about:
    'Requests to free models per minute and per day of a key, in windows of the wall clock. No header tells them: a refusal has the headers of its gateway within the body, with the reset in epoch milliseconds.',
  dialect: 'openrouter',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'fixed-window', amount: 20, windowMs: 60_000, opens: 'wall-clock' },
      cost: { of: 'request' },
      per: 'account',
    },
    {
      name: 'requestsPerDay',
      limiter: { kind: 'fixed-window', amount: 50, windowMs: 86_400_000, opens: 'wall-clock' },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  fields: [],
  refusals: [{ status: 429, body: refusal }],
  conditions: [
    {
      id: 'upstream',
      kind: 'overload',
      about: 'the provider behind it has no capacity, which is told as a 429',
      status: 429,
      body: () => ({
        error: {
          message: 'Provider returned error',
          code: 429,
          metadata: { provider_name: 'Emulated', raw: 'overloaded' },
        },
      }),
    },
    {
      id: 'no-credits',
      kind: 'terminal',
      about: 'the credits are used up',
      status: 402,
      body: () => ({ error: { message: 'Insufficient credits.', code: 402 } }),
    },
  ],
};
