// Discord's API: a bucket of each route, which headers name, and a global one, which they do not.

import { FIRST, type FieldRow } from '../field-row.js';
import { whole } from '../formats/amounts.js';
import { decimalSeconds, wholeSeconds } from '../formats/delays.js';
import { epochDecimalSeconds } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const SECOND_MS = 1000;
const retryAfter: FieldRow = { field: 'Retry-After', says: { waitAs: wholeSeconds } };

function refusal({ waitMs }: Standing, isGlobal: boolean, message = 'You are being rate limited.') {
  return { message, retry_after: (waitMs ?? 0) / 1000, global: isGlobal };
}

/** Routes with the same limit share a bucket, whose name is opaque: 32 hexadecimal digits by FNV-1a. */
function bucketName(route: string): string {
  let name = '';
  for (let part = 0; part < 4; part++) {
    let hash = 0x811c9dc5 ^ part;
    for (let i = 0; i < route.length; i++) hash = Math.imul(hash ^ route.charCodeAt(i), 0x01000193);
    name += (hash >>> 0).toString(16).padStart(8, '0');
  }
  return name;
}

export const discord: RuleBook = {
  id: 'discord',
  title: 'Discord',
  evidence: 'documented',
  source: 'discord/discord-api-docs, developers/topics/rate-limits.mdx',
  about:
    'Five requests per five seconds of each route, in windows from the first use, and 50 per second in all. Resets are decimal seconds; a refusal by the global limit stops every route and tells nothing of the bucket.',
  dialect: 'discord',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'fixed-window', amount: 5, windowMs: 5 * SECOND_MS, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'route',
    },
    {
      name: 'global',
      planned: 'requestsPerSecond',
      limiter: { kind: 'fixed-window', amount: 50, windowMs: SECOND_MS, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'account',
      isHidden: true,
    },
  ],
  fields: [
    { field: 'X-RateLimit-Limit', says: { of: FIRST, figure: 'limit', as: whole } },
    { field: 'X-RateLimit-Remaining', says: { of: FIRST, figure: 'remaining', as: whole } },
    { field: 'X-RateLimit-Reset', says: { of: FIRST, figure: 'resetMs', as: epochDecimalSeconds } },
    { field: 'X-RateLimit-Reset-After', says: { of: FIRST, figure: 'resetMs', as: decimalSeconds } },
    {
      field: 'X-RateLimit-Bucket',
      says: {
        tell: ({ demand }) => bucketName(demand.route),
        about: 'the name of the bucket that the route belongs to',
      },
    },
    { ...retryAfter, on: 'refused' },
    { field: 'X-RateLimit-Scope', on: 'refused', says: { text: 'user' } },
  ],
  refusals: [
    {
      by: ['global'],
      status: 429,
      withoutLimits: true,
      fields: [
        retryAfter,
        { field: 'X-RateLimit-Global', says: { text: 'true' } },
        { field: 'X-RateLimit-Scope', says: { text: 'global' } },
      ],
      body: (standing) => refusal(standing, true),
    },
    { status: 429, body: (standing) => refusal(standing, false) },
  ],
  conditions: [
    {
      id: 'shared',
      kind: 'acceleration',
      about: 'a limit that is shared with others refused, whatever is left of the own bucket',
      status: 429,
      fields: [retryAfter, { field: 'X-RateLimit-Scope', says: { text: 'shared' } }],
      body: (standing) => refusal(standing, false, 'The resource is being rate limited.'),
    },
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ message: '503: Service Unavailable', code: 0 }),
    },
  ],
};
