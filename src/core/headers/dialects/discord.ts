// Discord. The fields speak of the route's bucket, which need not be what refused: a limit that is shared, or that of the
// whole bot, refuses while the bucket has plenty left. `Retry-After` and `retry_after` are right in every case.

import { decimalSeconds } from '../encodings/delays.js';
import { epochDecimalSeconds } from '../encodings/instants.js';
import type { Dialect } from './dialect.js';

const SCOPE = 'x-ratelimit-scope';
const GLOBAL = 'x-ratelimit-global';

export const discord: Dialect = {
  id: 'discord',
  title: 'Discord',
  evidence: 'captured',
  source: 'discord/discord-api-docs, "Rate limits"; captured responses in public issues',
  marks: [
    // Servers of the same kind have copied all of them.
    { weight: 'shared', field: { name: 'x-ratelimit-bucket' } },
    { weight: 'shared', field: { name: SCOPE, is: ['user', 'global', 'shared'] } },
    { weight: 'shared', field: { name: GLOBAL } },
    {
      weight: 'shared',
      body: { at: 'message', is: ['You are being rate limited.', 'The resource is being rate limited.'] },
    },
    { weight: 'hint', body: { at: 'global', is: [true, false] } },
    { weight: 'hint', field: { name: 'x-ratelimit-reset-after' } },
  ],
  limits: [
    {
      name: 'requests',
      limit: ['x-ratelimit-limit'],
      remaining: ['x-ratelimit-remaining'],
      resets: [
        // First, since no clock is needed for it. The other one is up to half a second before it.
        { field: 'x-ratelimit-reset-after', encoding: decimalSeconds },
        { field: 'x-ratelimit-reset', encoding: epochDecimalSeconds },
      ],
      means: 'window',
      window: null,
      algorithm: 'window',
    },
  ],
  signals: [
    {
      // Cloudflare's ban of an IP address after 10,000 invalid requests in ten minutes: a page instead of JSON.
      when: { status: [429], text: ['error code: 1015', 'used cloudflare to restrict access'] },
      verdict: 'retry',
      meaning: 'too many invalid requests were sent from this IP address',
      scope: 'account',
      refusedBy: 'invalidRequests',
    },
    {
      when: [
        { status: [429], field: { name: GLOBAL, is: ['true'] } },
        { status: [429], field: { name: SCOPE, is: ['global'] } },
        { status: [429], body: { at: 'global', is: [true] } },
      ],
      verdict: 'retry',
      meaning: 'the limit of the whole bot refused the request: no route is open',
      scope: 'account',
      refusedBy: 'global',
    },
    {
      when: { status: [429], field: { name: SCOPE, is: ['shared'] } },
      verdict: 'retry',
      meaning: 'a limit that all users of the resource share refused the request, whatever is left of your bucket',
      refusedBy: 'shared',
    },
  ],
  bucket: { account: 'app', by: 'route', field: 'x-ratelimit-bucket' },
  repeatable: [],
};
