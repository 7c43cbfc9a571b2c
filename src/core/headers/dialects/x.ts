// X, once Twitter. Limits of 15 minutes per endpoint have the hyphen in `rate-limit`; those of a day have fields of
// their own. The names alone tell nobody apart, since Okta and others send the same.

import { epochSeconds } from '../encodings/instants.js';
import type { Dialect } from './dialect.js';
import { threeFields } from './three-fields.js';

const WINDOW_MS = 900_000;
const DAY_MS = 86_400_000;

export const x: Dialect = {
  id: 'x',
  title: 'X (Twitter)',
  evidence: 'documented',
  source: 'docs.x.com/fundamentals/rate-limits; plhery/node-twitter-api-v2 #495 and #553 for the limits of a day',
  aliases: ['twitter'],
  marks: [
    { weight: 'own', field: { name: 'x-app-limit-24hour-*' } },
    { weight: 'own', field: { name: 'x-user-limit-24hour-*' } },
    { weight: 'own', field: { name: 'x-account-rate-limit-*' } },
    { weight: 'hint', field: { name: 'x-rate-limit-limit' } },
    { weight: 'hint', field: { name: 'x-rate-limit-remaining' } },
    { weight: 'hint', field: { name: 'x-rate-limit-reset' } },
    { weight: 'own', body: { at: 'type', has: 'api.twitter.com/2/problems/' } },
    { weight: 'own', body: { at: 'type', has: 'api.x.com/2/problems/' } },
    { weight: 'shared', body: { at: 'errors[].code', is: [88] } },
  ],
  limits: [
    threeFields('x-rate-limit', epochSeconds, WINDOW_MS, { algorithm: 'window' }),
    threeFields('x-app-limit-24hour', epochSeconds, DAY_MS, { name: 'appRequestsPerDay', algorithm: 'window' }),
    threeFields('x-user-limit-24hour', epochSeconds, DAY_MS, { name: 'userRequestsPerDay', algorithm: 'window' }),
    threeFields('x-account-rate-limit', epochSeconds, null, { name: 'accountRequests', unit: 'requests of Ads' }),
  ],
  signals: [
    {
      when: { status: [402, 403, 429], body: { at: 'type', has: '/2/problems/usage-capped' } },
      verdict: 'never',
      meaning: 'the cap on usage of the plan is reached',
      scope: 'account',
      refusedBy: 'usage cap',
    },
  ],
  bucket: { account: 'user', by: 'endpoint' },
};
