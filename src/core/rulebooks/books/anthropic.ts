// Claude's API.

import type { FieldRow } from '../field-row.js';
import { nearestThousand, whole } from '../formats/amounts.js';
import { wholeSeconds } from '../formats/delays.js';
import type { Format } from '../formats/format.js';
import { rfc3339 } from '../formats/instants.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const MINUTE_MS = 60_000;

function three(field: string, of: string | readonly string[], amountsAs: Format): FieldRow[] {
  return [
    { field: `${field}-limit`, says: { of, figure: 'limit', as: whole } },
    { field: `${field}-remaining`, says: { of, figure: 'remaining', as: amountsAs } },
    { field: `${field}-reset`, says: { of, figure: 'resetMs', as: rfc3339 } },
  ];
}

const retryAfter: FieldRow = { field: 'retry-after', says: { waitAs: wholeSeconds } };

const UNITS: Readonly<Record<string, string>> = {
  requests: 'requests',
  inputTokens: 'input tokens',
  outputTokens: 'output tokens',
};

function refusal({ refused, requestId }: Standing) {
  const { name = '', limit = 0 } = refused?.by ?? {};
  const message = `This request would exceed the rate limit of ${limit} ${UNITS[name] ?? name} per minute of your organization.`;
  return error('rate_limit_error', message, requestId);
}

function error(type: string, message: string, requestId: string, details: object = {}) {
  return { type: 'error', error: { type, message, ...details }, request_id: requestId };
}

/** The first of the month after the server's now. */
function regained({ nowMs }: Standing): string {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}

export const anthropic: RuleBook = {
  id: 'anthropic',
  title: 'Anthropic',
  evidence: 'captured',
  source: 'platform.claude.com, "Rate limits" and "Errors"; anthropic-sdk-typescript 0.120.0; captured responses',
  about:
    'Token buckets for requests, input and output tokens of each model, refilled continuously. Input is estimated at the start and corrected, without what was read from the cache; output is counted as it is produced, whatever max_tokens says.',
  dialect: 'anthropic',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'token-bucket', amount: 50, windowMs: MINUTE_MS },
      cost: { of: 'request' },
      per: 'model',
    },
    {
      name: 'inputTokens',
      limiter: { kind: 'token-bucket', amount: 30_000, windowMs: MINUTE_MS },
      cost: { of: 'tokens', counts: 'input', taken: 'estimate', isSettled: true },
      per: 'model',
    },
    {
      name: 'outputTokens',
      limiter: { kind: 'token-bucket', amount: 8000, windowMs: MINUTE_MS },
      cost: { of: 'tokens', counts: 'output', taken: 'nothing', isSettled: true },
      per: 'model',
    },
  ],
  requestIdField: 'request-id',
  fields: [
    ...three('anthropic-ratelimit-input-tokens', 'inputTokens', nearestThousand),
    ...three('anthropic-ratelimit-output-tokens', 'outputTokens', nearestThousand),
    ...three('anthropic-ratelimit-requests', 'requests', whole),
    ...three('anthropic-ratelimit-tokens', ['inputTokens', 'outputTokens'], nearestThousand),
    { ...retryAfter, on: 'refused' },
  ],
  refusals: [{ status: 429, body: refusal }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service has no capacity for anybody',
      status: 529,
      withoutLimits: true,
      body: ({ requestId }) => error('overloaded_error', 'Overloaded', requestId),
    },
    {
      id: 'acceleration',
      kind: 'acceleration',
      about: 'the traffic of the organisation rises too sharply',
      status: 429,
      fields: [retryAfter],
      body: ({ requestId }) =>
        error('rate_limit_error', 'Your usage has risen too fast. Increase the load gradually.', requestId),
    },
    {
      id: 'spend-limit',
      kind: 'terminal',
      about: 'the monthly spend limit is reached; no retry-after',
      status: 429,
      withoutLimits: true,
      body: (standing) =>
        error(
          'rate_limit_error',
          `The spend limit of your organization is reached. You will regain access on ${regained(standing)} at 00:00 UTC.`,
          standing.requestId,
          { details: { error_code: 'enforced_spend_limit_reached' } },
        ),
    },
    {
      id: 'billing',
      kind: 'terminal',
      about: 'credits are used up',
      status: 402,
      withoutLimits: true,
      body: ({ requestId }) => error('billing_error', 'Your credit balance is too low.', requestId),
    },
    {
      id: 'api-error',
      kind: 'failure',
      about: 'something went wrong inside',
      status: 500,
      withoutLimits: true,
      body: ({ requestId }) => error('api_error', 'Internal server error', requestId),
    },
  ],
};
