// Cloudflare's API: the fields of the IETF's draft, in the case that Cloudflare has.

import { wholeSeconds } from '../formats/delays.js';
import { ietfFields } from '../ietf-fields.js';
import type { RuleBook } from '../rule-book.js';

export const cloudflare: RuleBook = {
  id: 'cloudflare',
  title: 'Cloudflare API',
  evidence: 'documented',
  source: 'developers.cloudflare.com/fundamentals/api/reference/limits',
  about:
    'Requests in five minutes of a user, in windows from the first use; once over, nothing passes until the window ends. Fields of the IETF draft tell what is left; a refusal adds the seconds to wait.',
  dialect: 'cloudflare',
  limits: [
    {
      name: 'default',
      planned: 'requests',
      limiter: { kind: 'fixed-window', amount: 1200, windowMs: 300_000, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  requestIdField: 'cf-ray',
  fields: [...ietfFields, { field: 'retry-after', on: 'refused', says: { waitAs: wholeSeconds } }],
  refusals: [
    {
      status: 429,
      body: () => ({
        success: false,
        errors: [{ code: 10_429, message: 'Rate limited. Wait before you try again.' }],
        messages: [],
        result: null,
      }),
    },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({
        success: false,
        errors: [{ code: 10000, message: 'Service unavailable.' }],
        messages: [],
        result: null,
      }),
    },
  ],
};
