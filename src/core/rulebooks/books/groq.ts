// Groq: OpenAI's names for other windows. The requests that are told are those of a day, the tokens those of a minute.

import type { FieldRow } from '../field-row.js';
import { whole } from '../formats/amounts.js';
import { goDuration, shortSeconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What the message calls a limit, and what the body's `type` does. */
const LIMITS: Readonly<Record<string, readonly [words: string, type: string]>> = {
  requests: ['requests per minute (RPM)', 'requests'],
  requestsPerDay: ['requests per day (RPD)', 'requests'],
  tokens: ['tokens per minute (TPM)', 'tokens'],
};

function told(name: string, field: string): FieldRow[] {
  return [
    { field: `x-ratelimit-limit-${field}`, says: { of: name, figure: 'limit', as: whole } },
    { field: `x-ratelimit-remaining-${field}`, says: { of: name, figure: 'remaining', as: whole } },
    { field: `x-ratelimit-reset-${field}`, says: { of: name, figure: 'resetMs', as: goDuration } },
  ];
}

function message(standing: Standing, start: string, end: string): string {
  const { refused, demand } = standing;
  const { name = '', limit = 0, remaining = 0 } = refused?.by ?? {};
  const used = Math.min(limit, Math.ceil(limit - remaining));
  return `${start} for model \`${demand.model || 'this model'}\` in organization \`org_emulated\` on ${LIMITS[name]?.[0] ?? name}: Limit ${limit}, Used ${used}, Requested ${refused?.requested}.${end}`;
}

function error(standing: Standing, text: string) {
  const type = LIMITS[standing.refused?.by.name ?? '']?.[1] ?? 'requests';
  return { error: { message: text, type, code: 'rate_limit_exceeded' } };
}

function refusal(standing: Standing) {
  const { waitMs } = standing;
  const wait = waitMs === null ? '' : ` Please try again in ${goDuration.write(waitMs, standing)}.`;
  return error(standing, message(standing, 'Rate limit reached', wait));
}

export const groq: RuleBook = {
  id: 'groq',
  title: 'Groq',
  evidence: 'captured',
  source: 'console.groq.com, "Rate limits"; gpt-pilot #862; captured responses in public issues',
  about:
    'Requests per minute and per day and tokens per minute of each model, which behave as buckets that refill continuously. The headers tell the requests of the day and the tokens of the minute; the wait of a refusal is in decimals.',
  dialect: 'groq',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'token-bucket', amount: 30, windowMs: MINUTE_MS },
      cost: { of: 'request' },
      per: 'model',
      isHidden: true,
    },
    {
      name: 'requestsPerDay',
      limiter: { kind: 'token-bucket', amount: 14_400, windowMs: DAY_MS },
      cost: { of: 'request' },
      per: 'model',
    },
    {
      name: 'tokens',
      limiter: { kind: 'token-bucket', amount: 18_000, windowMs: MINUTE_MS },
      cost: { of: 'tokens', counts: 'both', taken: 'maximum', isSettled: false },
      per: 'model',
    },
  ],
  requestIdField: 'x-request-id',
  fields: [
    { field: 'x-groq-region', says: { text: 'emulated' } },
    { field: 'retry-after', on: 'refused', says: { waitAs: shortSeconds } },
    ...told('requestsPerDay', 'requests'),
    ...told('tokens', 'tokens'),
  ],
  refusals: [
    {
      isForever: true,
      status: 413,
      body: (standing) => error(standing, message(standing, 'Request too large', '')),
    },
    { status: 429, body: refusal },
  ],
  conditions: [
    {
      id: 'capacity-exceeded',
      kind: 'overload',
      about: 'the flex tier has no capacity, which is told with a status of its own',
      status: 498,
      withoutLimits: true,
      body: () => ({
        error: { message: 'The flex tier is over capacity.', type: 'server_error', code: 'capacity_exceeded' },
      }),
    },
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ error: { message: 'Service unavailable.', type: 'internal_server_error' } }),
    },
    {
      id: 'spend-limit',
      kind: 'terminal',
      about: 'the spend limit of the month is reached',
      status: 400,
      withoutLimits: true,
      body: () => ({
        error: { message: 'API access is blocked.', type: 'invalid_request_error', code: 'blocked_api_access' },
      }),
    },
  ],
};
