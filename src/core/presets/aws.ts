// The AWS SDKs: what they did before and after the change of 2026.

import { COUNTED, IGNORED, obeyed } from './habits.js';
import type { Preset } from './preset.js';

const STATUSES = [429, 500, 502, 503, 504] as const;

const DIFFERS: readonly string[] = [
  "The server's wait is raised to the SDK's own draw and cut at that draw plus 5 s; here it is cut at 5 s.",
  'Throttling is also told from error codes, whatever the status; here only from a 429.',
  'Waits are cut to whole milliseconds.',
  'Streamed request bodies are not sent again.',
];

function tokens(transient: number, throttled: number) {
  return { kind: 'tokens', capacity: 500, cost: { transient, throttled }, refund: { firstTry: 1 } } as const;
}

export const AWS_PRESETS: readonly Preset[] = [
  {
    id: 'aws-sdk-standard',
    title: 'AWS SDK for JavaScript v3, standard mode before the change of 2026',
    policy: {
      backoff: { baseMs: 100, multiplier: 2, capMs: 20_000, throttledBaseMs: 500 },
      jitter: 'full',
      maxAttempts: 3,
      refusals: COUNTED,
      retryAfter: obeyed(5_000, 'clamp'),
      retryOn: { statuses: STATUSES, idempotent: 'always' },
      retryBudget: tokens(10, 5),
    },
    source:
      'smithy-lang/smithy-typescript packages/core/src/submodules/retry/util-retry/retries-2026-config.ts with the switch off',
    date: '2026-08-20',
    url: 'https://github.com/smithy-lang/smithy-typescript',
    differs: DIFFERS,
  },
  {
    id: 'aws-sdk-2026',
    title: 'AWS SDKs, standard mode of 2026',
    policy: {
      backoff: { baseMs: 50, multiplier: 2, capMs: 20_000, throttledBaseMs: 1_000 },
      jitter: 'full',
      maxAttempts: 3,
      refusals: COUNTED,
      retryAfter: obeyed(5_000, 'clamp'),
      retryOn: { statuses: STATUSES, idempotent: 'always' },
      retryBudget: tokens(14, 5),
    },
    source:
      'npm @smithy/core 3.41.1, submodules/retry/util-retry, and PyPI botocore 1.44.8, botocore/retries/standard.py',
    date: '2026-11-23',
    url: 'https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html',
    differs: DIFFERS,
  },
  {
    id: 'aws-dynamodb-2026',
    title: 'AWS SDKs on DynamoDB, standard mode of 2026',
    policy: {
      backoff: { baseMs: 25, multiplier: 2, capMs: 20_000, throttledBaseMs: 1_000 },
      jitter: 'full',
      maxAttempts: 4,
      refusals: COUNTED,
      retryAfter: obeyed(5_000, 'clamp'),
      retryOn: { statuses: STATUSES, idempotent: 'always' },
      retryBudget: tokens(14, 5),
    },
    source: 'PyPI botocore 1.44.8, botocore/retries/standard.py',
    date: '2026-11-20',
    url: 'https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html',
    differs: DIFFERS,
  },
  {
    id: 'botocore-legacy',
    title: 'AWS SDK for Python (boto3), legacy mode',
    policy: {
      backoff: { baseMs: 1_000, multiplier: 2, capMs: null },
      jitter: 'full',
      maxAttempts: 5,
      refusals: COUNTED,
      retryAfter: IGNORED,
      retryOn: { statuses: [429, 500, 502, 503, 504, 509], idempotent: 'always' },
    },
    source:
      'PyPI botocore 1.43.67, botocore/data/_retry.json and botocore/retryhandler.py (the default mode up to then)',
    date: '2026-08-07',
    url: 'https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html',
    differs: [
      'Throttling codes that come with a 400 are retried as well.',
      'Some services have their own numbers: DynamoDB makes 10 attempts from 50 ms without jitter.',
    ],
  },
];
