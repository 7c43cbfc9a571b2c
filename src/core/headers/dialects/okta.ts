// Okta: limits per minute and bucket of endpoints. A limit of 0 is no limit of that kind, but too many requests at the
// same time, and its reset is only a suggestion.

import { epochSeconds } from '../encodings/instants.js';
import type { Dialect, InferredWindow, WindowClues } from './dialect.js';
import { threeFields } from './three-fields.js';

const MINUTE_MS = 60_000;

function minuteUnlessConcurrent({ limit }: WindowClues): InferredWindow {
  return limit === 0 ? { windowMs: null, name: 'concurrentRequests' } : { windowMs: MINUTE_MS };
}

export const okta: Dialect = {
  id: 'okta',
  title: 'Okta',
  evidence: 'documented',
  source: 'okta/okta-developer-docs, "Rate limits" and release notes of 2017',
  marks: [
    { weight: 'own', field: { name: 'x-okta-request-id' } },
    { weight: 'hint', field: { name: 'x-rate-limit-limit' } },
    { weight: 'hint', field: { name: 'x-rate-limit-remaining' } },
    { weight: 'hint', field: { name: 'x-rate-limit-reset' } },
    { weight: 'own', body: { at: 'errorCode', is: ['E0000047'] } },
  ],
  limits: [
    threeFields('x-rate-limit', epochSeconds, MINUTE_MS, { window: minuteUnlessConcurrent, algorithm: 'window' }),
  ],
  signals: [
    {
      when: { status: [429], field: { name: 'x-rate-limit-limit', is: ['0'] } },
      verdict: 'retry',
      meaning: 'too many requests were under way at the same time; the reset is only a suggestion',
      refusedBy: 'concurrentRequests',
    },
  ],
  bucket: { account: 'organisation', by: 'endpoint' },
};
