// Meta's Graph API: JSON in a header, in percent of an allowance that is not told. A refusal is a 403 with a code.

import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

/** Whole percent of the calls; processor and total time are taken to be as much. */
function usage({ limits: [limit], refused }: Standing): string | null {
  if (limit === undefined) return null;
  const percent = refused === null ? Math.floor((100 * (limit.limit - limit.remaining)) / limit.limit + 1e-9) : 100;
  return JSON.stringify({ call_count: percent, total_cputime: percent, total_time: percent });
}

function error(message: string, code: number, requestId: string) {
  return { error: { message, type: 'OAuthException', code, fbtrace_id: requestId } };
}

export const meta: RuleBook = {
  id: 'meta',
  title: 'Meta Graph API',
  evidence: 'documented',
  source: 'developers.facebook.com/docs/graph-api/overview/rate-limiting',
  about:
    'Calls of an app in the last hour: 200 for each of its users, here of one. Every answer tells the used part in whole percent; a refusal is a 403 with the code 4 and names no wait.',
  dialect: 'meta',
  limits: [
    {
      name: 'app',
      planned: 'requestsPerHour',
      limiter: { kind: 'sliding-log', amount: 200, windowMs: 3_600_000 },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  requestIdField: 'x-fb-trace-id',
  fields: [
    {
      field: 'X-App-Usage',
      says: { tell: usage, about: 'JSON with call_count, total_cputime and total_time in whole percent' },
    },
  ],
  refusals: [{ status: 403, body: ({ requestId }) => error('(#4) Application request limit reached', 4, requestId) }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: ({ requestId }) => error('Service temporarily unavailable', 2, requestId),
    },
  ],
};
