// The three headers of the IETF's drafts up to 03, which many servers still send.

import { FIRST } from '../field-row.js';
import { whole } from '../formats/amounts.js';
import { wholeSeconds, wholeSecondsOrNone } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';

const retryAfter = { field: 'Retry-After', says: { waitAs: wholeSeconds } } as const;

export const ietfDraft03: RuleBook = {
  id: 'ietf-draft-03',
  title: 'IETF draft 03',
  evidence: 'documented',
  source: 'draft-ietf-httpapi-ratelimit-headers, -00 to -03; docs.sonos.com, "Quotas and spike arrests"',
  about:
    'One window from the first use, told in three headers: the limit with its window, what is left, and the seconds until the window ends.',
  dialect: 'ietf',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'fixed-window', amount: 100, windowMs: 60_000, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  fields: [
    {
      field: 'RateLimit-Limit',
      says: {
        tell: ({ limits: [limit] }) =>
          limit === undefined ? null : `${limit.limit}, ${limit.limit};w=${Math.ceil((limit.windowMs ?? 0) / 1000)}`,
        about: 'the limit, then again with its window in seconds',
      },
    },
    { field: 'RateLimit-Remaining', says: { of: FIRST, figure: 'remaining', as: whole } },
    { field: 'RateLimit-Reset', says: { of: FIRST, figure: 'resetMs', as: wholeSecondsOrNone } },
    { ...retryAfter, on: 'refused' },
  ],
  refusals: [{ status: 429, body: () => ({ error: 'Too many requests' }) }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable for the time being',
      status: 503,
      withoutLimits: true,
      fields: [retryAfter],
      body: () => ({ error: 'Service unavailable' }),
    },
  ],
};
