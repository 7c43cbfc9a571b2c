// Lens.org: what is left of a minute and of a month, a reset as a date, and a wait under a name of its own, which is
// read whoever sends it and may be weeks.

import { rfc3339 } from '../encodings/instants.js';
import type { Dialect } from './dialect.js';

export const lens: Dialect = {
  id: 'lens',
  title: 'Lens.org',
  evidence: 'documented',
  source: 'docs.api.lens.org, "Getting started"',
  aliases: ['lens.org', 'lens-org'],
  marks: [
    { weight: 'own', field: { name: 'x-rate-limit-reset-date' } },
    { weight: 'own', field: { name: 'x-rate-limit-remaining-request-per-minute' } },
    { weight: 'own', field: { name: 'x-rate-limit-remaining-request-per-month' } },
  ],
  limits: [
    {
      name: 'requests',
      remaining: ['x-rate-limit-remaining-request-per-minute'],
      means: 'window',
      window: 60_000,
      algorithm: 'unknown',
    },
    {
      name: 'requestsPerMonth',
      remaining: ['x-rate-limit-remaining-request-per-month'],
      resets: [{ field: 'x-rate-limit-reset-date', encoding: rfc3339 }],
      means: 'window',
      window: null,
      algorithm: 'window',
    },
    {
      name: 'recordsPerMonth',
      remaining: ['x-rate-limit-remaining-record-per-month'],
      means: 'window',
      window: null,
      algorithm: 'window',
      unit: 'records',
    },
  ],
  bucket: { account: 'key', by: 'account' },
};
