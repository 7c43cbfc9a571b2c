// Libraries that retry any function. They see no response, so what is retried and any server's wait are the caller's.

import { CALLER_CLASSIFIES, COUNTED, IGNORED, TIME_LIMIT_LETS_FINISH } from './habits.js';
import type { Preset } from './preset.js';

const WRAPPED = { refusals: COUNTED, retryAfter: IGNORED, retryOn: { idempotent: 'always' } } as const;

export const LIBRARY_PRESETS: readonly Preset[] = [
  {
    id: 'p-retry',
    title: 'p-retry',
    policy: { backoff: { baseMs: 1_000, multiplier: 2, capMs: null }, jitter: 'none', maxAttempts: 11, ...WRAPPED },
    source: 'npm p-retry 7.1.1, index.js',
    date: '2025-12-09',
    url: 'https://github.com/sindresorhus/p-retry',
    differs: [CALLER_CLASSIFIES],
  },
  {
    id: 'exponential-backoff',
    title: 'exponential-backoff',
    policy: { backoff: { baseMs: 100, multiplier: 2, capMs: null }, jitter: 'none', maxAttempts: 10, ...WRAPPED },
    source: 'npm exponential-backoff 3.1.3, dist/options.js and dist/delay/',
    date: '2025-10-10',
    url: 'https://github.com/coveooss/exponential-backoff',
    differs: [CALLER_CLASSIFIES],
  },
  {
    id: 'tenacity-random-exponential',
    title: 'tenacity, wait_random_exponential(multiplier=1, max=60)',
    policy: { backoff: { baseMs: 1_000, multiplier: 2, capMs: 60_000 }, jitter: 'full', maxAttempts: 7, ...WRAPPED },
    source: 'PyPI tenacity 9.2.1, tenacity/wait.py and README',
    date: '2026-11',
    url: 'https://github.com/jd/tenacity',
    differs: [
      CALLER_CLASSIFIES,
      "It never stops unless told to; the cap and the 7 attempts are the README's examples.",
    ],
  },
  {
    id: 'stamina',
    title: 'stamina',
    policy: {
      backoff: { baseMs: 100, multiplier: 2, capMs: 5_000 },
      jitter: 'none',
      maxAttempts: 10,
      ...WRAPPED,
      deadlineMs: 45_000,
    },
    source: 'PyPI stamina 26.1.0, stamina/_core.py',
    date: '2026-04-13',
    url: 'https://github.com/hynek/stamina',
    differs: [
      'Up to 1 s is added to every wait, before it is cut at 5 s; here nothing is added.',
      TIME_LIMIT_LETS_FINISH,
      CALLER_CLASSIFIES,
    ],
  },
  {
    id: 'python-backoff',
    title: 'backoff for Python, backoff.expo',
    policy: { backoff: { baseMs: 1_000, multiplier: 2, capMs: null }, jitter: 'full', maxAttempts: 8, ...WRAPPED },
    source: 'PyPI backoff 2.2.1, backoff/_wait_gen.py, backoff/_jitter.py and README',
    date: '2022-10-05',
    url: 'https://github.com/litl/backoff',
    differs: [CALLER_CLASSIFIES, "It never stops unless told to; the 8 attempts are the README's example."],
  },
  {
    id: 'cenkalti-backoff',
    title: 'cenkalti/backoff v4',
    policy: {
      // The interval is capped before the jitter there, so a wait reaches 1.5 times the 60 s.
      backoff: { baseMs: 500, multiplier: 1.5, capMs: 90_000 },
      jitter: { low: 0.5, high: 1.5 },
      maxAttempts: 25,
      ...WRAPPED,
      deadlineMs: 900_000,
    },
    source: 'Go module github.com/cenkalti/backoff/v4 v4.3.0, exponential.go',
    date: '2024-01-02',
    url: 'https://github.com/cenkalti/backoff',
    differs: [
      'Attempts are not counted, only the 15 minutes; 25 is as many as fit when every wait is its mean.',
      TIME_LIMIT_LETS_FINISH,
      CALLER_CLASSIFIES,
    ],
  },
  {
    id: 'backon',
    title: 'backon, ExponentialBuilder',
    policy: { backoff: { baseMs: 1_000, multiplier: 2, capMs: 60_000 }, jitter: 'none', maxAttempts: 4, ...WRAPPED },
    source: 'Xuanwo/backon backon/src/backoff/exponential.rs',
    date: '2025-07-30',
    url: 'https://github.com/Xuanwo/backon',
    differs: [CALLER_CLASSIFIES],
  },
  {
    id: 'polly',
    title: 'Polly v8',
    policy: { backoff: { baseMs: 2_000, multiplier: 1, capMs: null }, jitter: 'none', maxAttempts: 4, ...WRAPPED },
    source: 'App-vNext/Polly src/Polly.Core/Retry/RetryStrategyOptions.TResult.cs and RetryConstants.cs',
    date: '2026-08-21',
    url: 'https://www.pollydocs.org/strategies/retry.html',
    differs: [CALLER_CLASSIFIES],
  },
  {
    id: 'resilience4j',
    title: 'resilience4j-retry',
    policy: { backoff: { baseMs: 500, multiplier: 1, capMs: null }, jitter: 'none', maxAttempts: 3, ...WRAPPED },
    source: 'resilience4j/resilience4j RetryConfig.java, and the Retry page of its documentation',
    date: '2026-05-05',
    url: 'https://resilience4j.readme.io/docs/retry',
    differs: [CALLER_CLASSIFIES],
  },
];
