// Cohere. What is left of a trial's minute counts down on success alone; a refusal has no fields and no time, and only
// its message tells a minute from a month.

import type { Dialect } from './dialect.js';

export const cohere: Dialect = {
  id: 'cohere',
  title: 'Cohere',
  evidence: 'captured',
  source: 'docs.cohere.com, "Rate limits"; cohere-typescript #222',
  marks: [
    { weight: 'own', field: { name: 'x-endpoint-monthly-call-limit' } },
    { weight: 'own', field: { name: 'x-trial-endpoint-call-limit' } },
    { weight: 'own', field: { name: 'x-trial-endpoint-call-remaining' } },
    { weight: 'own', body: { at: 'message', has: 'you are using a trial key, which is limited to' } },
  ],
  limits: [
    {
      name: 'requests',
      limit: ['x-trial-endpoint-call-limit'],
      remaining: ['x-trial-endpoint-call-remaining'],
      means: 'window',
      window: 60_000,
      algorithm: 'unknown',
    },
    {
      name: 'requestsPerMonth',
      limit: ['x-endpoint-monthly-call-limit'],
      means: 'window',
      // Months differ.
      window: null,
      algorithm: 'unknown',
    },
  ],
  signals: [
    {
      when: { status: [429], text: ['api calls / month'] },
      verdict: 'never',
      meaning: "the trial key's calls of this month are used up",
      scope: 'account',
      refusedBy: 'requestsPerMonth',
    },
  ],
  refusedBy: [{ when: { text: ['api calls / minute'] }, name: 'requests' }],
  bucket: { account: 'key', by: 'endpoint' },
  repeatable: [
    { method: 'POST', path: '/v2/chat' },
    { method: 'POST', path: '/v2/embed' },
    { method: 'POST', path: '/v2/rerank' },
    { method: 'POST', path: '/v1/chat' },
    { method: 'POST', path: '/v1/embed' },
    { method: 'POST', path: '/v1/rerank' },
  ],
};
