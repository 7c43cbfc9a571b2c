// resilience4j: resilience4j.retry.instances.NAME. Wait of retry n: U(d(1−f), d(1+f)) with
// d = waitDuration · multiplier^(n−1), cut at exponentialMaxWaitDuration after the jitter.

import type { Policy } from '../../../core/policy/policy.js';
import { LONGEST_MS } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { backoffOf, delaysOf, growthOf, jitterOf, meanCutAt, round, sharesOf } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { drawnThenCut } from '../loss.js';
import { writeYaml } from '../write-yaml.js';
import { findInstances } from './find-instances.js';
import type { Resilience4jSettings } from './settings.js';

/** The factor must be below 1. */
const MOST_FACTOR = 0.999;

export const resilience4j: Format<Resilience4jSettings> = {
  id: 'resilience4j',
  title: 'resilience4j YAML',
  system: 'resilience4j',
  syntax: 'data',
  file: 'application.yml',
  source: 'resilience4j/resilience4j IntervalFunction.java and CommonRetryConfigurationProperties.java',
  url: 'https://resilience4j.readme.io/docs/retry',
  date: '2026-05',
  because: {
    'backoff.baseMs': 'waitDuration is the middle of the range that a wait is drawn from, in whole milliseconds',
    jitter: 'a wait is drawn evenly around its middle, by a factor below 1',
    'backoff.capMs': 'only a wait that grows has a longest one',
    'backoff.minMs': 'it has no shortest wait',
    retryAfter: 'it does not read it',
    retryOn: 'it repeats by the class of the exception',
    'refusals.countAsAttempts': 'a refusal is an exception like any other',
    attemptTimeoutMs: 'its TimeLimiter is another module',
    deadlineMs: 'its TimeLimiter is another module',
  },
  fit,
  write,
  find: findInstances,
  toPolicy,
  meansMs: (settings, retries) => {
    const { factor, maxWaitMs } = settings;
    return middles(settings, retries).map((ms) => meanCutAt(maxWaitMs, ms * (1 - factor), ms * (1 + factor)));
  },
};

function fit(policy: Policy): Resilience4jSettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const [low, high] = sharesOf(policy);
  const middle = (low + high) / 2;
  const firstMs = (capMs === null ? baseMs : Math.min(baseMs, capMs)) * middle;
  const waitMs = Math.min(LONGEST_MS, Math.max(1, Math.round(firstMs)));
  return {
    maxAttempts: policy.maxAttempts,
    waitMs,
    multiplier: multiplier === 1 ? null : multiplier,
    factor: Math.min(MOST_FACTOR, round((high - low) / (high + low), 6)),
    maxWaitMs: capMs === null || multiplier === 1 ? null : Math.min(LONGEST_MS, Math.max(waitMs, Math.round(capMs))),
    exceptions: [],
  };
}

function write({ maxAttempts, waitMs, multiplier, factor, maxWaitMs }: Resilience4jSettings): string {
  const instance = {
    maxAttempts,
    waitDuration: `${waitMs}ms`,
    ...(multiplier === null ? {} : { enableExponentialBackoff: true, exponentialBackoffMultiplier: multiplier }),
    exponentialMaxWaitDuration: maxWaitMs === null ? undefined : `${maxWaitMs}ms`,
    ...(factor === 0 ? {} : { enableRandomizedWait: true, randomizedWaitFactor: factor }),
  };
  return writeYaml({ resilience4j: { retry: { instances: { example: instance } } } });
}

/** The wait before the jitter. Uncut: the longest wait is one after the jitter. */
function middles({ waitMs, multiplier }: Resilience4jSettings, retries: number): number[] {
  return delaysOf({ baseMs: waitMs, multiplier: multiplier ?? 1, capMs: null }, retries);
}

function toPolicy(settings: Resilience4jSettings): Imported {
  const { waitMs, multiplier, factor, maxWaitMs, exceptions } = settings;
  const { maxAttempts, losses } = holdAttempts(settings.maxAttempts, 'resilience4j');
  const longest = Math.max(0, ...middles(settings, maxAttempts - 1)) * (1 + factor);
  if (factor > 0 && maxWaitMs !== null && longest > maxWaitMs) {
    losses.push(drawnThenCut('resilience4j'));
  }
  const does =
    exceptions.length === 0
      ? 'resilience4j repeats on every exception'
      : `resilience4j goes by ${exceptions.join(', ')}`;
  losses.push(repeatsByStatus(does));
  const growth = { baseMs: waitMs, multiplier: multiplier ?? 1, capMs: maxWaitMs };
  const policy = {
    backoff: backoffOf(growth, maxAttempts - 1),
    jitter: jitterOf(round(1 - factor, 6), round(1 + factor, 6)),
    maxAttempts,
    ...REPEATS_ALL,
  };
  return { policy, losses };
}
