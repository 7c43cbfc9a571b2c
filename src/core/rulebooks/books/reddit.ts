// Reddit: what is left of ten minutes as a float, what is used, and the seconds until the window ends. The amount is not told.

import { wholeAsFloat, wholeUsed } from '../formats/amounts.js';
import { wholeSecondsOrNone } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';

const NAME = 'requestsPer600s';

export const reddit: RuleBook = {
  id: 'reddit',
  title: 'Reddit',
  evidence: 'documented',
  source: 'Reddit API wiki; praw-dev/prawcore, rate_limit.py and its tests',
  about:
    'A hundred requests a minute of an app, averaged over windows of ten minutes. Every answer tells what is used, what is left, with a decimal point, and the seconds until the window ends; the amount itself is not told.',
  dialect: 'reddit',
  limits: [
    {
      name: NAME,
      planned: 'requests',
      limiter: { kind: 'fixed-window', amount: 1000, windowMs: 600_000, opens: 'wall-clock' },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  fields: [
    { field: 'x-ratelimit-used', says: { of: NAME, figure: 'used', as: wholeUsed } },
    { field: 'x-ratelimit-remaining', says: { of: NAME, figure: 'remaining', as: wholeAsFloat } },
    { field: 'x-ratelimit-reset', says: { of: NAME, figure: 'resetMs', as: wholeSecondsOrNone } },
  ],
  refusals: [{ status: 429, body: () => ({ message: 'Too Many Requests', error: 429 }) }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is overloaded',
      status: 503,
      withoutLimits: true,
      body: () => ({ message: 'Service Unavailable', error: 503 }),
    },
  ],
};
