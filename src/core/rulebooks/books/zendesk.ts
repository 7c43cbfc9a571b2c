// Zendesk: a limit of the account per minute, told under two names, and limits of endpoints in a format of their own.

import { whole } from '../formats/amounts.js';
import { wholeSeconds, wholeSecondsOrNone } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const MINUTE_MS = 60_000;
const TICKETS = 'tickets-index';

function ofTickets(standing: Standing): string | null {
  const limit = standing.limits.find(({ name }) => name === TICKETS);
  if (limit === undefined) return null;
  const [total, remaining] = [limit.limit, limit.remaining].map((amount) => whole.write(amount, standing));
  return `total=${total}; remaining=${remaining}; resets=${wholeSecondsOrNone.write(limit.resetMs, standing)}`;
}

export const zendesk: RuleBook = {
  id: 'zendesk',
  title: 'Zendesk',
  evidence: 'documented',
  source: 'developer.zendesk.com, "Rate limits"',
  about:
    'Requests per minute of the account, told in seconds from now, and of some endpoints, here the list of tickets, in one header of their own. A refusal adds the seconds to wait.',
  dialect: 'zendesk',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'fixed-window', amount: 700, windowMs: MINUTE_MS, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'account',
    },
    {
      name: TICKETS,
      limiter: { kind: 'fixed-window', amount: 100, windowMs: MINUTE_MS, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'account',
      resources: ['tickets'],
    },
  ],
  resourceOf: (path) => (/\/tickets(?:\.json)?$/.test(path) ? 'tickets' : ''),
  requestIdField: 'x-zendesk-request-id',
  fields: [
    { field: 'x-rate-limit', says: { of: 'requests', figure: 'limit', as: whole } },
    { field: 'ratelimit-limit', says: { of: 'requests', figure: 'limit', as: whole } },
    { field: 'x-rate-limit-remaining', says: { of: 'requests', figure: 'remaining', as: whole } },
    { field: 'ratelimit-remaining', says: { of: 'requests', figure: 'remaining', as: whole } },
    { field: 'ratelimit-reset', says: { of: 'requests', figure: 'resetMs', as: wholeSecondsOrNone } },
    {
      field: 'zendesk-ratelimit-tickets-index',
      says: { tell: ofTickets, about: 'total, remaining and resets of the list of tickets, in one line' },
    },
    { field: 'retry-after', on: 'refused', says: { waitAs: wholeSeconds } },
  ],
  refusals: [{ status: 429, body: () => ({ error: 'APIRateLimitExceeded', description: 'Too many requests.' }) }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable for the time being',
      status: 503,
      withoutLimits: true,
      fields: [{ field: 'retry-after', says: { waitAs: wholeSeconds } }],
      body: () => ({ error: 'ServiceUnavailable', description: 'Try again later.' }),
    },
  ],
};
