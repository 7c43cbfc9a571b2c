// Docker Hub: pulls in six hours, with the window behind the amounts and no reset. To look without pulling is free.

import type { PointTable } from '../../limiters/points.js';
import { whole } from '../formats/amounts.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const NAME = 'requestsPer21600s';
const WINDOW_MS = 21_600_000;

/** A HEAD of a manifest tells the limits and takes nothing of them. */
const PULLS: PointTable = { GET: 1, HEAD: 0, OPTIONS: 0 };

const amount =
  (figure: 'limit' | 'remaining') =>
  (standing: Standing): string | null => {
    const limit = standing.limits.find(({ name }) => name === NAME);
    return limit === undefined
      ? null
      : `${whole.write(limit[figure], standing)};w=${(limit.windowMs ?? WINDOW_MS) / 1000}`;
  };

export const dockerHub: RuleBook = {
  id: 'docker-hub',
  title: 'Docker Hub',
  evidence: 'captured',
  source: 'docker/docs, "Docker Hub pull usage and limits"; docker/hub-feedback #2081 and #2459',
  about:
    'Pulls in six hours of an address or a user, here in windows from the first use, which is not documented. Amounts have the window behind a semicolon; no reset and no wait is told. A HEAD takes nothing.',
  dialect: 'docker-hub',
  limits: [
    {
      name: NAME,
      planned: 'requests',
      limiter: { kind: 'fixed-window', amount: 100, windowMs: WINDOW_MS, opens: 'first-use' },
      cost: { of: 'points', table: PULLS },
      per: 'account',
    },
  ],
  fields: [
    { field: 'ratelimit-limit', says: { tell: amount('limit'), about: 'a whole number and the window in seconds' } },
    { field: 'ratelimit-remaining', says: { tell: amount('remaining'), about: 'the same' } },
    { field: 'docker-ratelimit-source', says: { text: '192.0.2.1' } },
  ],
  refusals: [
    {
      status: 429,
      body: () => ({
        errors: [
          {
            code: 'TOOMANYREQUESTS',
            message: 'You have reached your pull rate limit: https://www.docker.com/increase-rate-limit',
          },
        ],
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
      body: () => ({ errors: [{ code: 'UNAVAILABLE', message: 'The service is unavailable.' }] }),
    },
  ],
};
