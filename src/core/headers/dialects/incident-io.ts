// incident.io: a token bucket, and the clearest statement anywhere of two answers that differ: Retry-After is when the
// next request may go, X-RateLimit-Reset when the whole allowance is back.

import { epochSeconds } from '../encodings/instants.js';
import { readWindowedLimits, type WindowedRow } from '../limits/windowed-limits.js';
import type { Dialect } from './dialect.js';

const BUCKETS: WindowedRow = {
  counted: 'requests',
  limit: ['x-ratelimit-limit'],
  remaining: ['x-ratelimit-remaining'],
  used: ['x-ratelimit-used'],
  resets: [{ field: 'x-ratelimit-reset', encoding: epochSeconds }],
  means: 'full',
  algorithm: 'bucket',
  windowMs: 60_000,
};

export const incidentIo: Dialect = {
  id: 'incident-io',
  title: 'incident.io',
  evidence: 'documented',
  source: 'incident.io OpenAPI description, "Rate limits"',
  aliases: ['incident.io'],
  marks: [{ weight: 'own', body: { at: 'rate_limit.name' } }],
  readLimits: (view) => readWindowedLimits(BUCKETS, view, 'certain'),
  refusedBy: [{ body: 'rate_limit.name' }],
  bucket: { account: 'key', by: 'endpoint' },
};
