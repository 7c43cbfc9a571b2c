// Docker Hub: pulls with their window in the value, and a second API with plain numbers. It was seen to send an epoch
// time in Retry-After. Looking at what is left costs nothing: HEAD is not counted.

import { epochSeconds } from '../encodings/instants.js';
import { readWindowedLimits, type WindowedRow } from '../limits/windowed-limits.js';
import type { Dialect } from './dialect.js';

/** Either family, or both with the same figures. */
const PULLS: WindowedRow = {
  counted: 'requests',
  limit: ['ratelimit-limit', 'x-ratelimit-limit'],
  remaining: ['ratelimit-remaining', 'x-ratelimit-remaining'],
  resets: [{ field: 'x-ratelimit-reset', encoding: epochSeconds }],
  means: 'window',
  algorithm: 'unknown',
  windowMs: null,
};

export const dockerHub: Dialect = {
  id: 'docker-hub',
  title: 'Docker Hub',
  evidence: 'captured',
  source: 'docker/docs, "Docker Hub pull usage and limits"; docker/hub-feedback #2081 and #2459',
  aliases: ['docker'],
  marks: [
    { weight: 'own', field: { name: 'docker-ratelimit-source' } },
    { weight: 'own', body: { at: 'errors[].message', has: 'docker.com/increase-rate-limit' } },
  ],
  readLimits: (view) => readWindowedLimits(PULLS, view, 'certain'),
  bucket: { account: 'user', by: 'account' },
};
