// SDKs of language models, and what their makers recommend.

import { alsoRepeats, CALLER_CLASSIFIES, COUNTED, IGNORED, obeyed, ZERO_WAIT_OBEYED } from './habits.js';
import type { Preset } from './preset.js';

/** Half a second doubling to eight, shortened by up to a quarter: the four SDKs come from one generator. */
const STAINLESS = {
  backoff: { baseMs: 500, multiplier: 2, capMs: 8_000 },
  jitter: { low: 0.75, high: 1 },
  maxAttempts: 3,
  refusals: COUNTED,
  retryOn: { statuses: [408, 409, 429, '5xx'], idempotent: 'always' },
} as const;

export const LLM_PRESETS: readonly Preset[] = [
  {
    id: 'openai-node',
    title: 'OpenAI SDK for JavaScript',
    policy: { ...STAINLESS, retryAfter: obeyed(60_000, 'backoff') },
    source: 'npm openai 7.59.0, client.js (the same in 7.5.0)',
    date: '2026-11-17',
    url: 'https://github.com/openai/openai-node',
    differs: [alsoRepeats(501, 505, 511), ZERO_WAIT_OBEYED],
  },
  {
    id: 'openai-python',
    title: 'OpenAI SDK for Python',
    policy: { ...STAINLESS, retryAfter: obeyed(120_000, 'fail') },
    source: 'PyPI openai 3.57.0, openai/_base_client.py and openai/_constants.py',
    date: '2026-11',
    url: 'https://github.com/openai/openai-python',
    differs: [alsoRepeats(501, 505, 511)],
  },
  {
    id: 'openai-cookbook-tenacity',
    title: "OpenAI cookbook's tenacity example",
    policy: {
      backoff: { baseMs: 1_000, multiplier: 2, capMs: 60_000, minMs: 1_000 },
      jitter: 'full',
      maxAttempts: 6,
      refusals: COUNTED,
      retryAfter: IGNORED,
      retryOn: { idempotent: 'always' },
    },
    source: 'openai/openai-cookbook examples/How_to_handle_rate_limits.ipynb, with PyPI tenacity 9.2.1',
    date: '2026-11',
    url: 'https://github.com/openai/openai-cookbook',
    differs: [CALLER_CLASSIFIES, 'The SDK inside retries twice of its own, which multiplies the attempts.'],
  },
  {
    id: 'anthropic-typescript',
    title: 'Anthropic SDK for TypeScript',
    policy: { ...STAINLESS, retryAfter: obeyed(2_147_483_647, 'backoff') },
    source: 'npm @anthropic-ai/sdk 1.14.0, client.js',
    date: '2026-11-24',
    url: 'https://github.com/anthropics/anthropic-sdk-typescript',
    differs: [alsoRepeats(501, 505, 511), 'A 401 is repeated once when an access token can be renewed.'],
  },
  {
    id: 'anthropic-python',
    title: 'Anthropic SDK for Python',
    policy: { ...STAINLESS, retryAfter: obeyed(4_294_967_000, 'clamp') },
    source: 'PyPI anthropic 2.14.0, anthropic/_base_client.py and anthropic/_constants.py',
    date: '2026-11',
    url: 'https://github.com/anthropics/anthropic-sdk-python',
    differs: [alsoRepeats(501, 505, 511)],
  },
  {
    id: 'google-genai-js',
    title: 'Google Gen AI SDK for JavaScript, with retryOptions',
    policy: {
      backoff: { baseMs: 1_000, multiplier: 2, capMs: 60_000 },
      jitter: { low: 1, high: 2 },
      maxAttempts: 5,
      refusals: COUNTED,
      retryAfter: IGNORED,
      retryOn: { statuses: [408, 429, 500, 502, 503, 504], idempotent: 'always' },
    },
    source: 'npm @google/genai 2.18.0, dist/node/index.mjs, over retry 0.13',
    date: '2026-08-20',
    url: 'https://github.com/googleapis/js-genai',
    differs: [
      'Without retryOptions nothing is retried.',
      'The cap cuts the wait after the jitter: from retry 6 on the waits gather at 60 s, where holdoff draws from 30 to 60 s.',
    ],
  },
  {
    id: 'vercel-ai-sdk',
    title: 'Vercel AI SDK',
    policy: {
      backoff: { baseMs: 2_000, multiplier: 2, capMs: null },
      jitter: 'none',
      maxAttempts: 3,
      refusals: COUNTED,
      retryAfter: obeyed(60_000, 'backoff'),
      retryOn: { statuses: [408, 409, 429, '5xx'], idempotent: 'always' },
    },
    source: 'npm ai 6.0.326, dist/index.mjs, and npm @ai-sdk/provider',
    date: '2026-11-09',
    url: 'https://github.com/vercel/ai',
    differs: [
      alsoRepeats(501, 505, 511),
      ZERO_WAIT_OBEYED,
      'A wait of exactly 60 s is already too long, and a longer one is obeyed where the own backoff is longer still.',
      'Providers may mark an error as retryable or not in their own way.',
    ],
  },
];
