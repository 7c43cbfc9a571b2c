// Proxies, RPC, orchestrators and job queues.

import { alsoRepeats, CALLER_CLASSIFIES, COUNTED, IGNORED, listed, obeyed, ZERO_WAIT_OBEYED } from './habits.js';
import type { Preset } from './preset.js';

const JOB = { refusals: COUNTED, retryAfter: IGNORED, retryOn: { idempotent: 'always' } } as const;

const CONFLICTS_ONLY = {
  refusals: COUNTED,
  retryAfter: IGNORED,
  retryOn: { statuses: [409], networkErrors: false, idempotent: 'always' },
} as const;

export const INFRASTRUCTURE_PRESETS: readonly Preset[] = [
  {
    id: 'grpc',
    title: 'gRPC retry policy, the example of its specification',
    policy: {
      // The backoff is capped at 1 s and then drawn from 0.8 to 1.2 times that.
      backoff: { baseMs: 100, multiplier: 2, capMs: 1_200 },
      jitter: { low: 0.8, high: 1.2 },
      maxAttempts: 4,
      refusals: COUNTED,
      retryAfter: obeyed(2_147_483_647),
      retryOn: { statuses: [429, 502, 503, 504], idempotent: 'always' },
    },
    source: 'grpc/proposal A6-client-retries.md',
    date: '2026-06-25',
    url: 'https://github.com/grpc/proposal/blob/master/A6-client-retries.md',
    differs: [
      'Nothing is retried without a service config; the numbers are the example of the specification.',
      'It names the code UNAVAILABLE; the statuses here are those that gRPC maps to it.',
      'It obeys grpc-retry-pushback-ms, not Retry-After, and the backoff starts over after one.',
      ZERO_WAIT_OBEYED,
    ],
  },
  {
    id: 'envoy',
    title: 'Envoy router, retry_on: 5xx',
    policy: {
      backoff: { baseMs: 25, multiplier: 2, capMs: 250 },
      jitter: 'full',
      maxAttempts: 2,
      refusals: COUNTED,
      retryAfter: IGNORED,
      retryOn: { statuses: ['5xx'], idempotent: 'always' },
    },
    source: 'envoyproxy/envoy source/common/common/backoff_strategy.cc, HTTP router filter',
    date: '2026-11',
    url: 'https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_filters/router_filter',
    differs: [
      'Nothing is retried until retry_on names a condition; 5xx is the one chosen here.',
      'The documentation has ranges that end at 25, 75, 175 and 250 ms; the code doubles, 25, 50, 100, 200, 250 ms, and is followed here. The first retry, the only one by default, is the same.',
      'Retries also stop while three are under way to the same cluster.',
      alsoRepeats(501, 505, 511),
    ],
  },
  {
    id: 'kubernetes-default-retry',
    title: 'Kubernetes client-go, DefaultRetry',
    policy: {
      backoff: { baseMs: 10, multiplier: 1, capMs: null },
      jitter: { low: 1, high: 1.1 },
      maxAttempts: 5,
      ...CONFLICTS_ONLY,
    },
    source: 'Go module k8s.io/client-go v0.37.2, util/retry/util.go',
    date: '2026-10-28',
    url: 'https://pkg.go.dev/k8s.io/client-go/util/retry',
    differs: [],
  },
  {
    id: 'kubernetes-default-backoff',
    title: 'Kubernetes client-go, DefaultBackoff',
    policy: {
      backoff: { baseMs: 10, multiplier: 5, capMs: null },
      jitter: { low: 1, high: 1.1 },
      maxAttempts: 4,
      ...CONFLICTS_ONLY,
    },
    source: 'Go module k8s.io/client-go v0.37.2, util/retry/util.go',
    date: '2026-10-28',
    url: 'https://pkg.go.dev/k8s.io/client-go/util/retry',
    differs: [],
  },
  {
    id: 'temporal',
    title: 'Temporal activities',
    policy: { backoff: { baseMs: 1_000, multiplier: 2, capMs: 100_000 }, jitter: 'none', maxAttempts: 1_000, ...JOB },
    source: 'Temporal documentation, Retry Policies',
    date: '2026-11',
    url: 'https://docs.temporal.io/encyclopedia/retry-policies',
    differs: [CALLER_CLASSIFIES, 'It retries without end; 1000 attempts are the most a policy can hold.'],
  },
  {
    id: 'step-functions',
    title: 'AWS Step Functions, Retry',
    policy: { backoff: { baseMs: 1_000, multiplier: 2, capMs: null }, jitter: 'none', maxAttempts: 4, ...JOB },
    source: 'AWS Step Functions Developer Guide, Handling errors',
    date: '2026-11',
    url: 'https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html',
    differs: [CALLER_CLASSIFIES],
  },
  {
    id: 'bullmq',
    title: "BullMQ, exponential backoff of its guide's example",
    policy: { backoff: { baseMs: 1_000, multiplier: 2, capMs: null }, jitter: 'none', maxAttempts: 3, ...JOB },
    source: 'npm bullmq 6.7.0, dist/esm/classes/backoffs.js, and the guide Retrying failing jobs',
    date: '2026-11-04',
    url: 'https://docs.bullmq.io/guide/retrying-failing-jobs',
    differs: [
      CALLER_CLASSIFIES,
      'A job is not retried unless it says so; attempts and delay are the example of the guide.',
    ],
  },
  {
    id: 'celery-autoretry',
    title: 'Celery, autoretry_for with retry_backoff=True',
    policy: { backoff: { baseMs: 1_000, multiplier: 2, capMs: 600_000 }, jitter: 'full', maxAttempts: 4, ...JOB },
    source: 'PyPI celery 5.7.0, celery/app/autoretry.py and celery/utils/time.py',
    date: '2026-11-05',
    url: 'https://docs.celeryq.dev/en/stable/userguide/tasks.html',
    differs: [
      CALLER_CLASSIFIES,
      'Waits are whole seconds, both ends included.',
      'Without retry_backoff every retry waits 180 s.',
    ],
  },
  {
    id: 'sidekiq',
    title: 'Sidekiq',
    policy: {
      backoff: { delaysMs: listed(25, (retry) => 1_000 * ((retry - 1) ** 4 + 15)) },
      jitter: 'none',
      maxAttempts: 26,
      ...JOB,
    },
    source: 'RubyGem sidekiq 6.4.1, lib/sidekiq/job_retry.rb',
    date: '2022-02',
    url: 'https://github.com/sidekiq/sidekiq',
    differs: [CALLER_CLASSIFIES, 'Before retry n, 0 to 9 times n seconds are added; here nothing.'],
  },
];
