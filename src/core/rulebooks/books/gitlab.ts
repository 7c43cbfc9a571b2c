// GitLab: the names of the IETF's early drafts with an epoch time in RateLimit-Reset, and the name of the throttle.

import { whole, wholeUsed } from '../formats/amounts.js';
import { wholeSeconds } from '../formats/delays.js';
import { epochSeconds, httpDate } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';

const NAME = 'throttle_authenticated_api';

export const gitlab: RuleBook = {
  id: 'gitlab',
  title: 'GitLab',
  evidence: 'documented',
  source: 'gitlabhq, doc/administration/settings/user_and_ip_rate_limits.md',
  about:
    'Requests per minute of a user, in windows of the wall clock. Every answer names the throttle, what it has observed, what is left and the second in which the window ends; a refusal adds the same as a date and the seconds to wait.',
  dialect: 'gitlab',
  limits: [
    {
      name: NAME,
      planned: 'requests',
      limiter: { kind: 'fixed-window', amount: 60, windowMs: 60_000, opens: 'wall-clock' },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  requestIdField: 'x-request-id',
  fields: [
    { field: 'RateLimit-Limit', says: { of: NAME, figure: 'limit', as: whole } },
    { field: 'RateLimit-Name', says: { text: NAME } },
    { field: 'RateLimit-Observed', says: { of: NAME, figure: 'used', as: wholeUsed } },
    { field: 'RateLimit-Remaining', says: { of: NAME, figure: 'remaining', as: whole } },
    { field: 'RateLimit-Reset', says: { of: NAME, figure: 'resetMs', as: epochSeconds } },
    { field: 'RateLimit-ResetTime', on: 'refused', says: { of: NAME, figure: 'resetMs', as: httpDate } },
    { field: 'Retry-After', on: 'refused', says: { waitAs: wholeSeconds } },
  ],
  refusals: [{ status: 429, body: () => 'Retry later' }],
  conditions: [
    {
      id: 'application-limit',
      kind: 'acceleration',
      about: 'a limit of the application itself refused, which tells nothing',
      status: 429,
      withoutLimits: true,
      body: () => ({ message: { error: 'This endpoint has been requested too many times. Try again later.' } }),
    },
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ message: '503 Service Unavailable' }),
    },
  ],
};
