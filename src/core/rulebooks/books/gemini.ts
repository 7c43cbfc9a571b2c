// Google's Gemini API. Nothing about limits in headers: all of it is in the body of a refusal.

import { protobufDuration } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';
import type { LimitStanding, Standing } from '../standing.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const METRICS = 'generativelanguage.googleapis.com/generate_content_free_tier';

const QUOTAS: Readonly<Record<string, readonly [metric: string, id: string]>> = {
  requests: [`${METRICS}_requests`, 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier'],
  inputTokens: [`${METRICS}_input_token_count`, 'GenerateContentInputTokensPerModelPerMinute-FreeTier'],
  requestsPerDay: [`${METRICS}_requests`, 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'],
};

function violation({ name, limit }: LimitStanding, model: string) {
  const [quotaMetric = name, quotaId = name] = QUOTAS[name] ?? [];
  return { quotaMetric, quotaId, quotaDimensions: { location: 'global', model }, quotaValue: String(limit) };
}

/**
 * RetryInfo comes whatever the quota is. Beside a daily one it is pointless: it names the time within the minute.
 */
function retryDelay(standing: Standing): string {
  const withinMinute = MINUTE_MS - (standing.nowMs % MINUTE_MS);
  const isDaily = standing.refused?.by.name === 'requestsPerDay';
  return protobufDuration.write(isDaily ? withinMinute : (standing.waitMs ?? withinMinute), standing);
}

function refusal(standing: Standing) {
  const { refused, demand } = standing;
  const violations = (refused?.all ?? []).map((limit) => violation(limit, demand.model || 'gemini'));
  const delay = retryDelay(standing);
  const quotas = violations.map(
    ({ quotaMetric, quotaValue }) => `\n* Quota exceeded for metric: ${quotaMetric}, limit: ${quotaValue}`,
  );
  return {
    error: {
      code: 429,
      message: `You exceeded your current quota, please check your plan and billing details.${quotas.join('')}\nPlease retry in ${delay}.`,
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations },
        {
          '@type': 'type.googleapis.com/google.rpc.Help',
          links: [
            {
              description: 'Learn more about Gemini API quotas',
              url: 'https://ai.google.dev/gemini-api/docs/rate-limits',
            },
          ],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: delay },
      ],
    },
  };
}

export const gemini: RuleBook = {
  id: 'gemini',
  title: 'Gemini',
  evidence: 'captured',
  source:
    'ai.google.dev, "Rate limits"; google/rpc/error_details.proto; googleapis/python-genai #2044; captured responses',
  about:
    'Requests and input tokens per minute and requests per day of each model; the day ends at midnight in Pacific time. How the minutes are counted is not documented, so they are taken as those of the clock. A delay is named even when the daily quota is used up.',
  dialect: 'gemini',
  limits: [
    {
      name: 'requests',
      limiter: { kind: 'fixed-window', amount: 10, windowMs: MINUTE_MS, opens: 'wall-clock' },
      cost: { of: 'request' },
      per: 'model',
    },
    {
      name: 'inputTokens',
      limiter: { kind: 'fixed-window', amount: 250_000, windowMs: MINUTE_MS, opens: 'wall-clock' },
      cost: { of: 'tokens', counts: 'input', taken: 'estimate', isSettled: false },
      per: 'model',
    },
    {
      name: 'requestsPerDay',
      limiter: { kind: 'fixed-window', amount: 250, windowMs: DAY_MS, opens: { hour: 0, zone: 'us-pacific' } },
      cost: { of: 'request' },
      per: 'model',
    },
  ],
  fields: [],
  refusals: [{ status: 429, body: refusal }],
  conditions: [
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the model has no capacity for anybody',
      status: 503,
      body: () => ({
        error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' },
      }),
    },
    {
      id: 'bare',
      kind: 'acceleration',
      about: 'a refusal without any details',
      status: 429,
      body: () => ({
        error: { code: 429, message: 'Resource has been exhausted (e.g. check quota).', status: 'RESOURCE_EXHAUSTED' },
      }),
    },
    {
      id: 'no-quota',
      kind: 'terminal',
      about: 'the plan has no quota for this model',
      status: 429,
      body: (standing) => {
        const none = {
          name: 'requestsPerDay',
          limit: 0,
          perWindow: 0,
          remaining: 0,
          resetMs: 0,
          nextMs: 0,
          windowMs: DAY_MS,
        };
        return refusal({ ...standing, refused: { by: none, all: [none], requested: 1, isForever: true } });
      },
    },
  ],
};
