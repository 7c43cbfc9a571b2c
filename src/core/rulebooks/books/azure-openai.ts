// OpenAI's models at Azure.

import type { FieldRow } from '../field-row.js';
import { whole } from '../formats/amounts.js';
import { milliseconds, wholeSeconds, wholeSecondsOrNone } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';
import type { Standing } from '../standing.js';

const MINUTE_MS = 60_000;
/** How often the requests of a minute are checked. */
const PARTS = 6;

/** How often what is counted begins anew. */
function renewal(name: string, parts: number): FieldRow {
  const tell = (standing: Standing): string | null => {
    const limit = standing.limits.find((each) => each.name === name);
    return limit === undefined ? null : wholeSeconds.write((limit.windowMs ?? MINUTE_MS) / parts, standing);
  };
  const about = `the seconds after which they are counted anew: ${MINUTE_MS / parts / 1000}`;
  return { field: `x-ratelimit-renewalperiod-${name}`, says: { tell, about } };
}

function told(name: string, parts: number): FieldRow[] {
  return [
    { field: `x-ratelimit-limit-${name}`, says: { of: name, figure: 'limit', as: whole } },
    { field: `x-ratelimit-remaining-${name}`, says: { of: name, figure: 'remaining', as: whole } },
    renewal(name, parts),
    { field: `x-ratelimit-reset-${name}`, says: { of: name, figure: 'resetMs', as: wholeSecondsOrNone } },
  ];
}

function refusal(standing: Standing) {
  const kind = standing.refused?.by.name === 'tokens' ? 'token' : 'call';
  const wait = wholeSeconds.write(standing.waitMs ?? MINUTE_MS, standing);
  const message = `Requests to the ChatCompletions_Create Operation have exceeded ${kind} rate limit of your current OpenAI S0 pricing tier. Please retry after ${wait} seconds.`;
  return { error: { code: '429', message } };
}

export const azureOpenai: RuleBook = {
  id: 'azure-openai',
  title: 'Azure OpenAI',
  evidence: 'captured',
  source: 'MicrosoftDocs/azure-ai-docs, "Manage quota"; openai-dotnet #838; captured responses',
  about:
    'Of each deployment, a counter of estimated tokens that starts anew every minute, and requests per minute that are checked over 10 s, so that an even spread matters. Resets are whole seconds; a refusal also tells milliseconds.',
  dialect: 'azure-openai',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'sub-windows', amount: 60, windowMs: MINUTE_MS, parts: PARTS },
      cost: { of: 'request' },
      per: 'model',
    },
    {
      name: 'tokens',
      limiter: { kind: 'fixed-window', amount: 10_000, windowMs: MINUTE_MS, opens: 'wall-clock' },
      cost: { of: 'tokens', counts: 'both', taken: 'maximum', unboundedOutput: 16, isSettled: false },
      per: 'model',
    },
  ],
  requestIdField: 'apim-request-id',
  fields: [
    { field: 'retry-after', on: 'refused', says: { waitAs: wholeSeconds } },
    { field: 'retry-after-ms', on: 'refused', says: { waitAs: milliseconds } },
    ...told('requests', PARTS),
    ...told('tokens', 1),
    {
      field: 'x-ratelimit-type',
      on: 'refused',
      says: {
        tell: ({ refused }) => (refused?.by.name === 'tokens' ? 'Tokens' : 'Requests'),
        about: 'Tokens or Requests',
      },
    },
  ],
  refusals: [{ status: 429, body: refusal }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the region has no capacity, which is told as a 429',
      status: 429,
      withoutLimits: true,
      fields: [{ field: 'retry-after', says: { waitAs: wholeSeconds } }],
      body: () => ({ error: { code: 'NoCapacity', message: 'The system is currently experiencing high demand.' } }),
    },
    {
      id: 'insufficient-quota',
      kind: 'terminal',
      about: 'the quota of the subscription is used up',
      status: 429,
      withoutLimits: true,
      body: () => ({ error: { code: 'insufficient_quota', message: 'You exceeded your current quota.' } }),
    },
    {
      id: 'server-error',
      kind: 'failure',
      about: 'something went wrong inside',
      status: 500,
      withoutLimits: true,
      body: () => ({ error: { code: 'InternalServerError', message: 'The server had an error.' } }),
    },
  ],
};
