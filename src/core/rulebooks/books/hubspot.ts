// HubSpot: requests per second, per ten seconds and per day. What refused stands in the body, and no time at all.

import type { FieldRow } from '../field-row.js';
import { whole } from '../formats/amounts.js';
import { milliseconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const PREFIX = 'X-HubSpot-RateLimit-';

function told(of: string, limit: string, remaining: string): FieldRow[] {
  return [
    { field: `${PREFIX}${limit}`, says: { of, figure: 'limit', as: whole } },
    { field: `${PREFIX}${remaining}`, says: { of, figure: 'remaining', as: whole } },
  ];
}

/** The name of the policy, and what the message calls the limit. */
const POLICIES: Readonly<Record<string, readonly [policy: string, words: string]>> = {
  requestsPerSecond: ['SECONDLY', 'secondly'],
  requestsPer10s: ['TEN_SECONDLY_ROLLING', 'ten_secondly_rolling'],
  requestsPerDay: ['DAILY', 'daily'],
};

function refusal({ refused, requestId }: Standing) {
  const [policyName, words] = POLICIES[refused?.by.name ?? ''] ?? ['SECONDLY', 'secondly'];
  return {
    status: 'error',
    message: `You have reached your ${words} limit.`,
    errorType: 'RATE_LIMIT',
    correlationId: requestId,
    policyName,
  };
}

export const hubspot: RuleBook = {
  id: 'hubspot',
  title: 'HubSpot',
  evidence: 'captured',
  source: 'developers.hubspot.com, "API usage guidelines and limits"; mk-node-hubspot #89; a captured response',
  about:
    'Requests per second, in any ten seconds and per day of an app. Every answer tells the amounts and what is left of each; a refusal names the policy in its body and no time.',
  dialect: 'hubspot',
  limits: [
    {
      name: 'requestsPerSecond',
      limiter: { kind: 'fixed-window', amount: 10, windowMs: 1000, opens: 'wall-clock' },
      cost: { of: 'request' },
      per: 'account',
    },
    {
      name: 'requestsPer10s',
      planned: 'requests',
      limiter: { kind: 'sliding-log', amount: 100, windowMs: 10_000 },
      cost: { of: 'request' },
      per: 'account',
    },
    {
      name: 'requestsPerDay',
      limiter: { kind: 'fixed-window', amount: 250_000, windowMs: 86_400_000, opens: 'wall-clock' },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  requestIdField: 'x-hubspot-correlation-id',
  fields: [
    ...told('requestsPerDay', 'Daily', 'Daily-Remaining'),
    { field: `${PREFIX}Interval-Milliseconds`, says: { of: 'requestsPer10s', figure: 'windowMs', as: milliseconds } },
    ...told('requestsPer10s', 'Max', 'Remaining'),
    ...told('requestsPerSecond', 'Secondly', 'Secondly-Remaining'),
  ],
  refusals: [{ status: 429, body: refusal }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ status: 'error', message: 'The service is unavailable.' }),
    },
  ],
};
