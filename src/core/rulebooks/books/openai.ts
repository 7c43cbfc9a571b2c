// OpenAI's API.

import type { FieldRow } from '../field-row.js';
import { whole } from '../formats/amounts.js';
import { goDuration, milliseconds, wholeSeconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What the message calls a limit, and what the body's `type` does. */
const LIMITS: Readonly<Record<string, readonly [words: string, type: string]>> = {
  requests: ['requests per min (RPM)', 'requests'],
  tokens: ['tokens per min (TPM)', 'tokens'],
  requestsPerDay: ['requests per day (RPD)', 'requests'],
  tokensPerDay: ['tokens per day (TPD)', 'tokens'],
  images: ['images per min (IPM)', 'images'],
};

const retryAfter: FieldRow[] = [
  { field: 'retry-after', says: { waitAs: wholeSeconds } },
  { field: 'retry-after-ms', says: { waitAs: milliseconds } },
];

function refusal(standing: Standing) {
  const { refused, demand, waitMs } = standing;
  const { name = '', limit = 0, remaining = 0 } = refused?.by ?? {};
  const [words, type] = LIMITS[name] ?? [name, name];
  const used = Math.min(limit, Math.ceil(limit - remaining));
  const wait = waitMs === null ? '' : ` Please try again in ${goDuration.write(waitMs, standing)}.`;
  const message = `Rate limit reached for ${demand.model || 'this model'} in organization org-emulated on ${words}: Limit ${limit}, Used ${used}, Requested ${refused?.requested}.${wait}`;
  return error(message, type, 'rate_limit_exceeded');
}

function tooLarge({ refused, demand }: Standing) {
  const { name = '', limit = 0 } = refused?.by ?? {};
  const [words, type] = LIMITS[name] ?? [name, name];
  const message = `Request too large for ${demand.model || 'this model'} in organization org-emulated on ${words}: Limit ${limit}, Requested ${refused?.requested}. The input or output tokens must be reduced in order to run successfully.`;
  return error(message, type, 'rate_limit_exceeded');
}

function error(message: string, type: string | null, code: string | null) {
  return { error: { message, type, param: null, code } };
}

export const openai: RuleBook = {
  id: 'openai',
  title: 'OpenAI',
  evidence: 'captured',
  source:
    'developers.openai.com, "Rate limits" and "Error codes"; openai-node 7.5.0; captured responses in public issues',
  about:
    'Requests and tokens per minute of each model, which behave as buckets that refill continuously. Tokens are charged by the larger of the estimated input and the largest output that the request allows. Resets are Go durations to a full bucket.',
  dialect: 'openai',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'token-bucket', amount: 500, windowMs: MINUTE_MS },
      cost: { of: 'request' },
      per: 'model',
    },
    {
      name: 'tokens',
      limiter: { kind: 'token-bucket', amount: 30_000, windowMs: MINUTE_MS },
      cost: { of: 'tokens', counts: 'both', taken: 'larger', isSettled: false },
      per: 'model',
    },
    {
      name: 'requestsPerDay',
      limiter: { kind: 'token-bucket', amount: 10_000, windowMs: DAY_MS },
      cost: { of: 'request' },
      per: 'model',
      isOptional: true,
    },
    {
      name: 'tokensPerDay',
      limiter: { kind: 'token-bucket', amount: 2_000_000, windowMs: DAY_MS },
      cost: { of: 'tokens', counts: 'both', taken: 'larger', isSettled: false },
      per: 'model',
      isOptional: true,
    },
    {
      name: 'images',
      limiter: { kind: 'token-bucket', amount: 5, windowMs: MINUTE_MS },
      cost: { of: 'request' },
      per: 'model',
      resources: ['images'],
      isOptional: true,
    },
  ],
  resourceOf: (path) => (path.includes('/images/') ? 'images' : ''),
  requestIdField: 'x-request-id',
  fields: [
    { field: 'openai-organization', says: { text: 'org-emulated' } },
    { field: 'x-ratelimit-limit-requests', says: { of: 'requests', figure: 'limit', as: whole } },
    { field: 'x-ratelimit-limit-tokens', says: { of: 'tokens', figure: 'limit', as: whole } },
    { field: 'x-ratelimit-remaining-requests', says: { of: 'requests', figure: 'remaining', as: whole } },
    { field: 'x-ratelimit-remaining-tokens', says: { of: 'tokens', figure: 'remaining', as: whole } },
    { field: 'x-ratelimit-reset-requests', says: { of: 'requests', figure: 'resetMs', as: goDuration } },
    { field: 'x-ratelimit-reset-tokens', says: { of: 'tokens', figure: 'resetMs', as: goDuration } },
    ...retryAfter.map((row): FieldRow => ({ ...row, on: 'refused' })),
  ],
  refusals: [
    { isForever: true, status: 429, body: tooLarge },
    { status: 429, body: refusal },
  ],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service has no capacity for anybody',
      status: 503,
      withoutLimits: true,
      body: () => error('The server is overloaded. Please try again later.', 'server_error', 'server_is_overloaded'),
    },
    {
      id: 'slow-down',
      kind: 'acceleration',
      about: 'the load grows too fast, or the service asks everybody for less',
      status: 429,
      fields: retryAfter,
      body: () => error('Slow down: the request rate rises too fast.', 'rate_limit_error', 'slow_down'),
    },
    {
      id: 'insufficient-quota',
      kind: 'terminal',
      about: 'what was paid for is used up',
      status: 429,
      withoutLimits: true,
      body: () =>
        error('You exceeded your current quota, check your plan.', 'insufficient_quota', 'insufficient_quota'),
    },
    {
      id: 'server-error',
      kind: 'failure',
      about: 'something went wrong inside',
      status: 500,
      withoutLimits: true,
      body: () => error('The server had an error while processing your request.', 'server_error', null),
    },
  ],
};
