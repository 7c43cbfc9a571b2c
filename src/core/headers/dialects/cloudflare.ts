// Cloudflare's API (not the sites behind Cloudflare): the IETF's fields, and on the page before that an HTTP-date in
// x-ratelimit-reset. Whoever goes over the limit is shut out for five minutes.

import { httpDate } from '../encodings/instants.js';
import type { Dialect } from './dialect.js';
import { readIetfLimits } from './ietf.js';
import { threeFields } from './three-fields.js';

const FIVE_MINUTES_MS = 300_000;

export const cloudflare: Dialect = {
  id: 'cloudflare',
  title: 'Cloudflare',
  evidence: 'documented',
  source: 'developers.cloudflare.com/fundamentals/api/reference/limits',
  aliases: ['cloudflare-api'],
  // Nothing in its limit fields is its own; the IETF's dialect reads them as well.
  marks: [],
  readLimits: readIetfLimits,
  limits: [threeFields('x-ratelimit', httpDate, FIVE_MINUTES_MS)],
  signals: [
    {
      when: { status: [429] },
      verdict: 'retry',
      meaning: 'a rate limit refused the request, and shuts out all others for five minutes',
      scope: 'account',
      defaultWaitMs: FIVE_MINUTES_MS,
    },
  ],
  bucket: { account: 'user', by: 'account' },
};
