// The policies whose code is run, each under the name of its program. Small delays, since some waits are real.

import type { PolicyInput } from '../../src/core/policy/policy.js';

const backoff = { baseMs: 100, capMs: 400 };

export const PROGRAMS: Readonly<Record<string, PolicyInput>> = {
  full: { backoff, maxAttempts: 4 },
  none: { backoff, maxAttempts: 4, jitter: 'none' },
  equal: { backoff, maxAttempts: 4, jitter: 'equal' },
  decorrelated: { backoff, maxAttempts: 4, jitter: 'decorrelated' },
  narrow: { backoff, maxAttempts: 4, jitter: '0.75..1' },
  wide: { backoff, maxAttempts: 4, jitter: '0.8..1.2' },
  growing: { backoff: { baseMs: 90, multiplier: 1.5, capMs: null }, maxAttempts: 6, jitter: 'none' },
  listed: { backoff: { delaysMs: [30, 200, 90] }, maxAttempts: 6, jitter: 'none' },
  listedwide: { backoff: { delaysMs: [30, 200, 90], capMs: 180 }, maxAttempts: 6, jitter: '0.5..1.5' },
  least: { backoff: { ...backoff, minMs: 80 }, maxAttempts: 4 },
  leastwalk: { backoff: { ...backoff, minMs: 150 }, maxAttempts: 4, jitter: 'decorrelated' },
  throttled: { backoff: { ...backoff, baseMs: 10, throttledBaseMs: 150 }, maxAttempts: 4, jitter: 'none' },
  clamped: { backoff, maxAttempts: 4, retryAfter: { maxMs: 2000 } },
  ignoring: { backoff, maxAttempts: 4, jitter: 'none', retryAfter: { honor: false } },
  once: { backoff, maxAttempts: 1 },
  endless: { backoff: { baseMs: 0.5, multiplier: 10, capMs: null }, maxAttempts: 1000, jitter: 'none' },
  statuses: { backoff, maxAttempts: 4, jitter: 'none', retryOn: { statuses: [503, 409] } },
};
