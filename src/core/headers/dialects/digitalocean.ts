// DigitalOcean's API and its inference service: both write an epoch time where others have seconds from now, and both
// mean when the next request may go, not when all is back.

import { epochSeconds } from '../encodings/instants.js';
import { CHAT_ENDPOINTS, chatCost } from './chat-completions.js';
import type { Dialect, LimitRow } from './dialect.js';
import { threeFields } from './three-fields.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Each request counts for an hour of its own; the reset is when the oldest of them stops to count. */
export const digitalocean: Dialect = {
  id: 'digitalocean',
  title: 'DigitalOcean',
  evidence: 'documented',
  source: 'DigitalOcean OpenAPI description, "Rate limit"',
  aliases: ['digital-ocean'],
  // The names are the IETF's, which reads an epoch time in them correctly, with a warning.
  marks: [{ weight: 'shared', body: { at: 'id', is: ['too_many_requests'] } }],
  limits: [threeFields('ratelimit', epochSeconds, HOUR_MS, { means: 'next' })],
  bucket: { account: 'key', by: 'account' },
};

function row(name: string): LimitRow {
  return {
    name,
    limit: [`x-ratelimit-limit-${name}`],
    remaining: [`x-ratelimit-remaining-${name}`],
    resets: [{ field: `x-ratelimit-reset-${name}`, encoding: epochSeconds }],
    means: 'next',
    window: MINUTE_MS,
    algorithm: 'bucket',
  };
}

/** The reset is when a request of this size would fit; 0 after a refusal stands for unknown. */
export const digitaloceanInference: Dialect = {
  id: 'digitalocean-inference',
  title: 'DigitalOcean inference',
  evidence: 'documented',
  source: 'docs.digitalocean.com, inference rate limits',
  aliases: ['digitalocean-gradient'],
  marks: [],
  limits: [row('requests'), row('tokens')],
  signals: [
    {
      when: { status: [429] },
      verdict: 'retry',
      meaning: 'a rate limit refused the request',
      defaultWaitMs: 1000,
    },
  ],
  bucket: { account: 'organisation', by: 'model' },
  repeatable: CHAT_ENDPOINTS,
  costs: [chatCost('tokens', 'larger', 'total_tokens')],
};
