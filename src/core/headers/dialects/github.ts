// GitHub, REST and GraphQL. The status is not enough: a limit comes as 403, 429 or, in GraphQL, as 200; and the secondary
// limits, of which nothing can be asked, refuse while most of the primary one is left.

import { epochSeconds } from '../encodings/instants.js';
import type { Dialect, InferredWindow, WindowClues } from './dialect.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Resources with a window of a minute; all others have an hour. */
const PER_MINUTE: ReadonlySet<string | null> = new Set(['search', 'code_search', 'code_scanning_autofix']);

function windowOfResource({ view }: WindowClues): InferredWindow {
  return { windowMs: PER_MINUTE.has(view.text('x-ratelimit-resource')) ? MINUTE_MS : HOUR_MS };
}

export const github: Dialect = {
  id: 'github',
  title: 'GitHub',
  evidence: 'captured',
  source: 'github/docs, "Rate limits for the REST API" and "Rate limits and query limits for the GraphQL API"',
  aliases: ['github-graphql', 'github-rest', 'octokit'],
  marks: [
    { weight: 'own', field: { name: 'x-github-request-id' } },
    { weight: 'own', field: { name: 'x-github-media-type' } },
    { weight: 'own', field: { name: 'x-ratelimit-resource' } },
    { weight: 'hint', field: { name: 'x-ratelimit-used' } },
    { weight: 'own', body: { at: 'documentation_url', has: 'docs.github.com' } },
    { weight: 'shared', body: { at: 'message', has: 'secondary rate limit' } },
    { weight: 'shared', body: { at: 'message', has: 'api rate limit exceeded for' } },
  ],
  limits: [
    {
      name: 'requests',
      nameField: 'x-ratelimit-resource',
      limit: ['x-ratelimit-limit'],
      remaining: ['x-ratelimit-remaining'],
      used: ['x-ratelimit-used'],
      resets: [{ field: 'x-ratelimit-reset', encoding: epochSeconds }],
      means: 'window',
      window: windowOfResource,
      algorithm: 'window',
    },
  ],
  signals: [
    {
      when: [
        { status: [403, 429], text: ['secondary rate limit', 'abuse detection'] },
        { status: [200], body: { at: 'errors[].message', has: 'secondary rate limit' } },
      ],
      verdict: 'retry',
      meaning: 'a secondary rate limit refused the request, whatever is left of the primary one',
      scope: 'account',
      refusedBy: 'secondary',
      defaultWaitMs: MINUTE_MS,
    },
    {
      when: [
        { status: [200], body: { at: 'errors[].type', is: ['RATE_LIMITED'] } },
        { status: [403, 429], exhausted: true },
        { status: [403, 429], text: ['api rate limit exceeded'] },
      ],
      verdict: 'retry',
      meaning: 'the primary rate limit refused the request',
      defaultWaitMs: MINUTE_MS,
    },
    {
      // "If the retry-after response header is present, you should not retry until after that many seconds."
      when: [{ status: [429] }, { status: [403], field: { name: 'retry-after' } }],
      verdict: 'retry',
      meaning: 'a rate limit refused the request',
      defaultWaitMs: MINUTE_MS,
    },
  ],
  bucket: { account: 'user', by: 'resource', field: 'x-ratelimit-resource' },
  repeatable: [],
};
