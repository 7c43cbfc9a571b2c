// SDKs of cloud providers and of services with an API of their own, other than AWS and language models.

import {
  alsoRepeats,
  CALLER_CLASSIFIES,
  COUNTED,
  IGNORED,
  listed,
  NO_LIMIT_MS,
  obeyed,
  POST_NEVER,
  TIME_LIMIT_LETS_FINISH,
  ZERO_WAIT_OBEYED,
} from './habits.js';
import type { Preset } from './preset.js';

const OCTOKIT_NEVER_RETRIES = [400, 401, 403, 404, 410, 422, 451];

export const CLOUD_PRESETS: readonly Preset[] = [
  {
    id: 'azure-core-js',
    title: 'Azure SDKs for JavaScript',
    policy: {
      backoff: { baseMs: 1_000, multiplier: 2, capMs: 64_000 },
      jitter: 'equal',
      maxAttempts: 4,
      refusals: COUNTED,
      retryAfter: obeyed(NO_LIMIT_MS),
      retryOn: { statuses: [408, 429, '5xx'], idempotent: 'always' },
    },
    source: 'npm @typespec/ts-http-runtime 0.3.6, retryStrategies/ and util/delay.js',
    date: '2026-06-04',
    url: 'https://github.com/Azure/azure-sdk-for-js',
    differs: [
      'A 429 is repeated only when the server names a wait; holdoff repeats it with its own backoff.',
      "The server's wait is read on 429 and 503 only.",
      'The drawn half of the wait is rounded to whole milliseconds.',
      alsoRepeats(511),
      ZERO_WAIT_OBEYED,
    ],
  },
  {
    id: 'google-gax-java',
    title: 'Google Cloud client libraries for Java',
    policy: {
      backoff: { baseMs: 1_000, multiplier: 2, capMs: 32_000 },
      jitter: 'full',
      maxAttempts: 6,
      refusals: COUNTED,
      retryAfter: IGNORED,
      retryOn: { idempotent: 'always' },
      deadlineMs: 50_000,
    },
    source: 'googleapis/sdk-platform-java java-core ServiceOptions.java and gax-java ExponentialRetryAlgorithm.java',
    date: '2026-11',
    url: 'https://github.com/googleapis/sdk-platform-java',
    differs: [CALLER_CLASSIFIES, 'Waits are whole milliseconds, always below the raw delay.'],
  },
  {
    id: 'google-api-core-python',
    title: 'Google Cloud client libraries for Python',
    policy: {
      backoff: { baseMs: 1_000, multiplier: 2, capMs: 60_000 },
      jitter: 'full',
      maxAttempts: 9,
      refusals: COUNTED,
      retryAfter: IGNORED,
      retryOn: { statuses: [429, 500, 503], idempotent: 'always' },
      deadlineMs: 120_000,
    },
    source: 'PyPI google-api-core 2.44.0, google/api_core/retry/retry_base.py',
    date: '2026-11-05',
    url: 'https://github.com/googleapis/python-api-core',
    differs: [
      'Attempts are not counted, only the 120 s; 9 is as many as fit when every wait is its mean.',
      TIME_LIMIT_LETS_FINISH,
    ],
  },
  {
    id: 'gaxios',
    title: 'gaxios, the HTTP client of the Google libraries for Node',
    policy: {
      backoff: { delaysMs: listed(12, (retry) => (retry === 1 ? 100 : 500 * (2 ** (retry - 1) - 1))) },
      jitter: 'none',
      maxAttempts: 4,
      refusals: COUNTED,
      retryAfter: IGNORED,
      retryOn: { statuses: [408, 429, '5xx'] },
    },
    source: 'npm gaxios 7.3.1, build/esm/src/retry.js',
    date: '2026-08-12',
    url: 'https://github.com/googleapis/google-cloud-node-core',
    differs: [
      'Without a response only two retries are made, where holdoff makes three.',
      POST_NEVER,
      alsoRepeats(501, 505, 511),
      'The growth is listed for 12 retries; beyond them the last wait repeats.',
    ],
  },
  {
    id: 'stripe-node',
    title: 'Stripe SDK for Node',
    policy: {
      // The SDK halves its base before the first retry and then never waits less than the base: 500, 500, 500…1000 ms.
      backoff: { baseMs: 250, multiplier: 2, capMs: 5_000, minMs: 500 },
      jitter: 'equal',
      maxAttempts: 3,
      refusals: COUNTED,
      retryAfter: IGNORED,
      retryOn: { statuses: [409, '5xx'], idempotent: 'always' },
    },
    source: 'npm stripe 23.1.0, esm/RequestSender.js and esm/stripe.core.js',
    date: '2026-10-29',
    url: 'https://github.com/stripe/stripe-node',
    differs: [alsoRepeats(501, 505, 511)],
  },
  {
    id: 'octokit-retry',
    title: 'Octokit with plugin-retry',
    policy: {
      backoff: { delaysMs: listed(12, (retry) => 1_000 * retry ** 2) },
      jitter: 'none',
      maxAttempts: 4,
      refusals: COUNTED,
      retryAfter: IGNORED,
      retryOn: {
        statuses: [...listed(100, (n) => 399 + n).filter((status) => !OCTOKIT_NEVER_RETRIES.includes(status)), '5xx'],
        idempotent: 'always',
      },
    },
    source: 'npm @octokit/plugin-retry 8.1.1, dist-bundle/index.js',
    date: '2026-08-01',
    url: 'https://github.com/octokit/plugin-retry.js',
    differs: [
      alsoRepeats(501, 505, 511),
      'The squares are listed for 12 retries; beyond them the last wait repeats.',
      'Rate limits are the business of plugin-throttling, which is not part of this preset.',
    ],
  },
];
