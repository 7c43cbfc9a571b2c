// WHOOP: limits with their windows in the value; X-RateLimit-Reset in seconds from now.

import { seconds } from '../encodings/delays.js';
import { readWindowedLimits, type WindowedRow } from '../limits/windowed-limits.js';
import type { Dialect } from './dialect.js';

const WINDOWS: WindowedRow = {
  counted: 'requests',
  limit: ['x-ratelimit-limit'],
  remaining: ['x-ratelimit-remaining'],
  resets: [{ field: 'x-ratelimit-reset', encoding: seconds }],
  means: 'window',
  algorithm: 'window',
  windowMs: null,
};

export const whoop: Dialect = {
  id: 'whoop',
  title: 'WHOOP',
  evidence: 'documented',
  source: 'developer.whoop.com/docs/developing/rate-limiting',
  marks: [],
  readLimits: (view) => readWindowedLimits(WINDOWS, view, 'certain'),
  bucket: { account: 'app', by: 'account' },
};
