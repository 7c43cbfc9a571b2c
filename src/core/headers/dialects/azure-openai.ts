// OpenAI's models at Azure: OpenAI's names with whole seconds of a fixed window, and −1 for what is not known. GitHub
// Models is the same service, with limits per user beside those of the model.

import { seconds } from '../encodings/delays.js';
import { quoteValue } from '../header-warning.js';
import type { Dialect, InferredWindow, LimitRow, WindowClues } from './dialect.js';

const MINUTE_MS = 60_000;

function row(name: string, field: string): LimitRow {
  return {
    name,
    limit: [`x-ratelimit-limit-${field}`],
    remaining: [`x-ratelimit-remaining-${field}`],
    resets: [
      { field: `x-ratelimit-reset-${field}`, encoding: seconds },
      // As older versions of the service spelt it.
      { field: `x-rate-limit-reset-${field}`, encoding: seconds },
    ],
    means: 'window',
    window: (clues) => minuteUnlessChecked(field, clues),
    algorithm: 'window',
  };
}

/**
 * The amounts are per minute, whatever the renewal period says: it tells how often they are checked. Requests are
 * checked over 1 or 10 s, so that a burst may be refused with most of the minute's requests left.
 */
function minuteUnlessChecked(field: string, { view, limit }: WindowClues): InferredWindow {
  const period = view.text(`x-ratelimit-renewalperiod-${field}`);
  if (period !== null && period !== '60' && limit !== null) {
    const checked = `checked over ${quoteValue(period)} s: spread evenly`;
    view.warn('sub-window', `x-ratelimit-limit-${field}: ${limit} is taken as per minute, but is ${checked}`);
  }
  return { windowMs: MINUTE_MS };
}

export const azureOpenai: Dialect = {
  id: 'azure-openai',
  title: 'Azure OpenAI',
  evidence: 'captured',
  source: 'MicrosoftDocs/azure-ai-docs, "Manage quota"; openai-dotnet #838; openai-python #937; captured responses',
  aliases: ['azure', 'azure-ai', 'foundry', 'github-models'],
  marks: [
    { weight: 'own', field: { name: 'x-ratelimit-renewalperiod-requests' } },
    { weight: 'own', field: { name: 'x-ratelimit-renewalperiod-tokens' } },
    { weight: 'own', field: { name: 'x-rate-limit-reset-tokens' } },
    { weight: 'own', field: { name: 'azureml-model-session' } },
    { weight: 'own', field: { name: 'x-ratelimit-abusepenalty-active' } },
    { weight: 'own', field: { name: 'x-ratelimit-timeremaining' } },
    { weight: 'shared', field: { name: 'x-ms-region' } },
    { weight: 'shared', field: { name: 'apim-request-id' } },
    { weight: 'hint', field: { name: 'x-ratelimit-type' } },
    // As many as OpenAI has, so that one field of Azure's own beside them decides, and none leaves them to OpenAI.
    { weight: 'shared', field: { name: 'x-ratelimit-limit-requests' } },
    { weight: 'shared', field: { name: 'x-ratelimit-remaining-requests' } },
    { weight: 'shared', field: { name: 'x-ratelimit-reset-requests' } },
    { weight: 'shared', field: { name: 'x-ratelimit-limit-tokens' } },
    { weight: 'shared', field: { name: 'x-ratelimit-remaining-tokens' } },
    { weight: 'shared', field: { name: 'x-ratelimit-reset-tokens' } },
  ],
  limits: [
    row('requests', 'requests'),
    row('tokens', 'tokens'),
    {
      // GitHub Models: `UserByMinute`, `UserByModelByDay`, and how long it lasts.
      name: 'user',
      nameField: 'x-ratelimit-type',
      resets: [{ field: 'x-ratelimit-timeremaining', encoding: seconds }],
      means: 'window',
      window: null,
      algorithm: 'window',
    },
  ],
  minusOneIsUnknown: true,
  signals: [
    {
      when: [
        { body: { at: 'error.code', is: ['insufficient_quota'] } },
        { body: { at: 'error.type', is: ['insufficient_quota'] } },
      ],
      verdict: 'never',
      meaning: 'the quota of the subscription is used up',
      scope: 'account',
      refusedBy: 'quota',
    },
  ],
  refusedBy: [
    { when: { field: { name: 'x-ratelimit-type', is: ['tokens'] } }, name: 'tokens' },
    { when: { field: { name: 'x-ratelimit-type', is: ['requests'] } }, name: 'requests' },
    { field: 'x-ratelimit-type' },
  ],
  bucket: { account: 'project', by: 'deployment' },
  repeatable: [
    { method: 'POST', path: '/openai/deployments/*/chat/completions' },
    { method: 'POST', path: '/openai/deployments/*/completions' },
    { method: 'POST', path: '/openai/deployments/*/embeddings' },
    { method: 'POST', path: '/openai/responses' },
    { method: 'POST', path: '/openai/v1/chat/completions' },
    { method: 'POST', path: '/openai/v1/responses' },
    { method: 'POST', path: '/openai/v1/embeddings' },
    { method: 'POST', path: '/inference/chat/completions' },
    { method: 'POST', path: '/inference/embeddings' },
  ],
  costs: [
    {
      limit: 'tokens',
      taken: 'maximum',
      maximumAt: ['max_completion_tokens', 'max_output_tokens', 'max_tokens'],
      usageAt: ['usage.total_tokens'],
      streamUsageAt: [
        { event: '', at: 'usage.total_tokens' },
        { event: 'response.completed', at: 'response.usage.total_tokens' },
      ],
    },
  ],
};
