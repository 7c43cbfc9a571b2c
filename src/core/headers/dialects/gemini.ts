// Google's Gemini API, Vertex AI and Code Assist. No header says anything: it all stands in the body, which may be a list
// or a text within a message. A delay of seconds is sent even when it is the quota of the day that is used up.

import { pacificMidnight } from '../encodings/instants.js';
import type { Condition, Dialect } from './dialect.js';
import { readViolations } from './gemini-quota.js';

const QUOTA_ID = 'error.details[].violations[].quotaId';
/** The same in the older form of an error, and that of Code Assist. */
const QUOTA_LIMIT = 'error.details[].metadata.quota_limit';

const quota = (has: string): Condition[] => [{ body: { at: QUOTA_ID, has } }, { body: { at: QUOTA_LIMIT, has } }];

/** Requests of a day before those of a minute: the longer one decides. */
const NAMES: readonly (readonly [has: string, name: string])[] = [
  ['requestsperday', 'requestsPerDay'],
  ['inputtokenspermodelperday', 'inputTokensPerDay'],
  ['requestsperminute', 'requests'],
  ['inputtokenspermodelperminute', 'inputTokens'],
];

export const gemini: Dialect = {
  id: 'gemini',
  title: 'Google Gemini',
  evidence: 'captured',
  source:
    'ai.google.dev, "Rate limits"; googleapis google/rpc/error_details.proto; gemini-cli googleQuotaErrors.ts; captured responses in public issues',
  aliases: ['google', 'google-gemini', 'vertex', 'vertex-ai', 'code-assist', 'gemini-cli'],
  marks: [
    { weight: 'own', body: { at: QUOTA_ID, has: 'generate' } },
    { weight: 'own', body: { at: 'error.details[].violations[].quotaMetric', has: 'generativelanguage.' } },
    { weight: 'own', body: { at: 'error.details[].metadata.service', is: ['generativelanguage.googleapis.com'] } },
    { weight: 'own', body: { at: 'error.details[].domain', is: ['cloudcode-pa.googleapis.com'] } },
    { weight: 'own', body: { at: 'error.message', has: '.googleapis.com/generate_content' } },
    { weight: 'own', body: { at: 'error.message', has: 'cloud.google.com/vertex-ai' } },
    { weight: 'own', body: { at: 'error.message', has: 'ai.google.dev/gemini-api' } },
    // These three are those of all of Google's services.
    { weight: 'shared', body: { at: 'error.status', is: ['RESOURCE_EXHAUSTED', 'UNAVAILABLE'] } },
    { weight: 'shared', body: { at: 'error.details[].@type', has: 'type.googleapis.com/google.rpc.' } },
    { weight: 'shared', body: { at: 'error.details[].retryDelay' } },
  ],
  readLimits: readViolations,
  signals: [
    {
      when: [
        { body: { at: 'error.details[].violations[].quotaValue', is: ['0', 0] } },
        { body: { at: 'error.details[].metadata.quota_limit_value', is: ['0', 0] } },
        // JSON of protocol buffers leaves out a 0, so the message may be the only one to tell.
        { status: [429], text: ['limit: 0,', "doesn't have a free quota tier"] },
      ],
      verdict: 'never',
      meaning: 'the plan has no quota for this model at all',
    },
    {
      when: quota('perday'),
      verdict: 'never',
      meaning: 'the quota of the day is used up',
      until: pacificMidnight,
    },
    {
      when: [
        { body: { at: 'error.details[].reason', is: ['MODEL_CAPACITY_EXHAUSTED'] } },
        { status: [429, 503], text: ['no capacity available for model'] },
        {
          status: [429],
          text: ['resource exhausted. please try again later', 'resource exhausted, please try again later'],
        },
      ],
      verdict: 'retry',
      meaning: 'the capacity that all share is used up, which is no quota of yours',
      overload: true,
    },
    {
      when: { status: [429], text: ['exceeded the provisioned throughput'] },
      verdict: 'retry',
      meaning: 'the throughput that was reserved is used up',
      refusedBy: 'provisionedThroughput',
    },
    {
      when: quota('perminute'),
      verdict: 'retry',
      meaning: 'a quota of the minute is used up',
      defaultWaitMs: 60_000,
    },
    {
      when: { body: { at: 'error.details[].reason', is: ['QUOTA_EXHAUSTED'] } },
      verdict: 'retry',
      meaning: 'the quota is used up until it is reset',
    },
  ],
  refusedBy: [
    ...NAMES.flatMap(([has, name]) => quota(has).map((when) => ({ when, name }))),
    { body: QUOTA_ID },
    { body: QUOTA_LIMIT },
  ],
  bucket: { account: 'project', by: 'model' },
  repeatable: ['/v1beta', '/v1', '/v1internal', '/publishers/google'].flatMap((root) =>
    ['generateContent', 'streamGenerateContent', 'countTokens', 'embedContent', 'batchEmbedContents'].map((method) => ({
      method: 'POST' as const,
      path: root === '/v1internal' ? `${root}:${method}` : `${root}/models/*:${method}`,
    })),
  ),
  costs: [
    {
      // Output is not limited.
      limit: 'inputTokens',
      taken: 'estimate',
      usageAt: ['usageMetadata.promptTokenCount'],
      // Every event repeats it; Code Assist wraps its answers.
      streamUsageAt: [
        { event: '', at: 'usageMetadata.promptTokenCount' },
        { event: '', at: 'response.usageMetadata.promptTokenCount' },
      ],
    },
  ],
};
