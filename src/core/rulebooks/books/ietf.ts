// A server that follows the IETF's draft to the letter.

import { wholeSeconds } from '../formats/delays.js';
import { ietfFields } from '../ietf-fields.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const MINUTE_MS = 60_000;
const PROBLEMS = 'https://iana.org/assignments/http-problem-types';
const problemType = { field: 'content-type', says: { text: 'application/problem+json' } } as const;
const retryAfter = { field: 'Retry-After', says: { waitAs: wholeSeconds } } as const;

/** The policy with the longest wait comes first. */
function violated({ refused }: Standing): string[] {
  const by = refused?.by.name ?? '';
  return [by, ...(refused?.all ?? []).map(({ name }) => name).filter((name) => name !== by)];
}

export const ietf: RuleBook = {
  id: 'ietf',
  title: 'IETF draft 11',
  evidence: 'documented',
  source: 'draft-ietf-httpapi-ratelimit-headers, -10 and -11',
  about:
    'A limit for bursts and one for the day, in windows from the first use. RateLimit tells what is left of each and the seconds until there is more; a refusal names the violated policies in a problem document.',
  dialect: 'ietf',
  limits: [
    {
      name: 'burst',
      planned: 'requests',
      limiter: { kind: 'fixed-window', amount: 100, windowMs: MINUTE_MS, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'account',
    },
    {
      name: 'daily',
      planned: 'requestsPerDay',
      limiter: { kind: 'fixed-window', amount: 1000, windowMs: 86_400_000, opens: 'first-use' },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  fields: [...ietfFields, { ...retryAfter, on: 'refused' }],
  refusals: [
    {
      status: 429,
      fields: [problemType],
      body: (standing) => ({
        type: `${PROBLEMS}#quota-exceeded`,
        title: 'The request exceeds the assigned quota',
        status: 429,
        'violated-policies': violated(standing),
      }),
    },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the capacity is reduced for the time being',
      status: 503,
      fields: [problemType, retryAfter],
      body: () => ({
        type: `${PROBLEMS}#temporary-reduced-capacity`,
        title: 'The capacity is reduced for the time being',
        status: 503,
      }),
    },
    {
      id: 'abnormal-usage',
      kind: 'acceleration',
      about: 'the pattern of use is not what is expected',
      status: 429,
      fields: [problemType, retryAfter],
      body: () => ({
        type: `${PROBLEMS}#abnormal-usage-detected`,
        title: 'The pattern of use is abnormal',
        status: 429,
        'violated-policies': ['burst'],
      }),
    },
  ],
};
