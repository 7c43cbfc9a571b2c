// Telegram's bots: messages per second in all and to one chat. The wait stands in the body alone.

import { wholeSeconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const SECOND_MS = 1000;

function refusal(standing: Standing) {
  const retry_after = Number(wholeSeconds.write(standing.waitMs ?? 0, standing));
  return {
    ok: false,
    error_code: 429,
    description: `Too Many Requests: retry after ${retry_after}`,
    parameters: { retry_after },
  };
}

export const telegram: RuleBook = {
  id: 'telegram',
  title: 'Telegram',
  evidence: 'documented',
  source: 'grammY documentation, "Flood limits"; core.telegram.org, ResponseParameters',
  about:
    'Messages per second of a bot and to each chat, here one limit for each path, in buckets that refill continuously; the figures are not promised. No header tells anything: a refusal has the seconds to wait in its body.',
  dialect: 'telegram',
  limits: [
    {
      name: 'messages',
      planned: 'requestsPerSecond',
      limiter: { kind: 'token-bucket', amount: 30, windowMs: SECOND_MS },
      cost: { of: 'request' },
      per: 'account',
      isHidden: true,
    },
    {
      name: 'chat',
      limiter: { kind: 'token-bucket', amount: 1, windowMs: SECOND_MS },
      cost: { of: 'request' },
      per: 'route',
      isHidden: true,
      isOptional: true,
    },
  ],
  fields: [],
  refusals: [{ status: 429, body: refusal }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 502,
      body: () => ({ ok: false, error_code: 502, description: 'Bad Gateway' }),
    },
  ],
};
