// GitLab: the IETF's names of the early drafts with the opposite meaning, an epoch time in RateLimit-Reset.

import { epochSeconds, httpDate } from '../encodings/instants.js';
import type { Dialect } from './dialect.js';

export const gitlab: Dialect = {
  id: 'gitlab',
  title: 'GitLab',
  evidence: 'documented',
  source: 'gitlabhq, doc/administration/settings/user_and_ip_rate_limits.md',
  marks: [
    { weight: 'own', field: { name: 'ratelimit-observed' } },
    { weight: 'own', field: { name: 'x-gitlab-meta' } },
    { weight: 'shared', field: { name: 'ratelimit-name' } },
    { weight: 'shared', field: { name: 'ratelimit-resettime' } },
  ],
  limits: [
    {
      name: 'requests',
      nameField: 'ratelimit-name',
      limit: ['ratelimit-limit'],
      remaining: ['ratelimit-remaining'],
      used: ['ratelimit-observed'],
      resets: [
        { field: 'ratelimit-reset', encoding: epochSeconds },
        { field: 'ratelimit-resettime', encoding: httpDate },
      ],
      means: 'window',
      // The amount is told per minute, whatever period is set.
      window: 60_000,
      algorithm: 'window',
    },
  ],
  refusedBy: [{ field: 'ratelimit-name' }],
  bucket: { account: 'user', by: 'resource', field: 'ratelimit-name' },
};
