// axios-retry: the options of axiosRetry. Wait of retry n by its retryDelay: exponentialDelay draws from 1 to 1.2 times
// delayFactor · 2^n, linearDelay waits n · delayFactor, and by default there is none; a longer Retry-After takes its place.

import { digitsOf } from '../../../core/grammar/digits.js';
import type { Policy, PolicyInput } from '../../../core/policy/policy.js';
import { COUNTED, IGNORED, NO_LIMIT_MS, obeyed } from '../../../core/presets/habits.js';
import { toNanosecond } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { delaysOf, growthOf, isLinear, jitterOf, rawDelays, sharesOf } from '../growth.js';
import { holdAttempts } from '../habits.js';
import { postNever } from '../http-methods.js';
import { writeOptions } from '../javascript/write-options.js';
import { type Loss, lossOf } from '../loss.js';
import { findAxiosRetry } from './find-axios-retry.js';
import type { AxiosRetrySettings } from './settings.js';

export const axiosRetry: Format<AxiosRetrySettings> = {
  id: 'axios-retry',
  title: 'axios-retry options',
  system: 'axios-retry',
  syntax: 'text',
  file: 'client.js',
  source: 'npm axios-retry 4.5.0, dist/esm/index.js',
  url: 'https://github.com/softonic/axios-retry',
  date: '2026-11',
  because: {
    backoff: 'a wait doubles, grows by a step or stays',
    'backoff.baseMs': 'the first wait of exponentialDelay is drawn from 2 to 2.4 times its factor',
    'backoff.multiplier': 'a wait doubles, grows by a step or stays',
    'backoff.capMs': 'a wait has no upper limit',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'exponentialDelay adds up to a fifth, the others nothing',
    'retryAfter.honor': 'its own delays read it, a constant function does not',
    'retryAfter.maxMs': 'it obeys it without limit',
    'retryAfter.beyondMax': 'it obeys it without limit',
    'retryAfter.spreadMs': 'it adds up to a fifth, or nothing',
    'retryOn.statuses': 'its conditions repeat 429 and every 5xx',
    'retryOn.networkErrors': 'its conditions repeat them',
    'retryOn.idempotent': 'it goes by the method: retryCondition',
    'refusals.countAsAttempts': 'a refusal is a failure like any other',
    attemptTimeoutMs: 'the timeout is an option of axios',
    deadlineMs: 'it has no time limit over all retries',
  },
  fit,
  write,
  find: findAxiosRetry,
  toPolicy,
  meansMs,
};

/** exponentialDelay adds up to a fifth. */
const HIGH = 1.2;

function fit(policy: Policy): AxiosRetrySettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const { statuses, networkErrors, idempotent } = policy.retryOn;
  const [low, high] = sharesOf(policy);
  const firstMs = capMs === null ? baseMs : Math.min(baseMs, capMs / Math.max(1, high));
  const middleMs = (firstMs * (low + high)) / 2;
  const condition =
    statuses.length === 0 && networkErrors
      ? 'network'
      : idempotent === 'always'
        ? 'retryable'
        : 'network-or-idempotent';
  const settings = { retries: policy.maxAttempts - 1, condition, resetsTimeout: true } as const;
  if (isLinear(policy)) {
    const factorMs = toNanosecond(rawDelays(policy)[0] ?? 0);
    return { ...settings, delay: 'linear', factorMs, readsHint: policy.retryAfter.honor };
  }
  if (middleMs === 0) return { ...settings, delay: 'none', factorMs: 0, readsHint: true };
  if (multiplier < 1.5) return { ...settings, delay: 'constant', factorMs: toNanosecond(middleMs), readsHint: false };
  // The middle of what is drawn first, 2.2 times the factor, is that of the policy.
  return { ...settings, delay: 'exponential', factorMs: toNanosecond(middleMs / (1 + HIGH)), readsHint: true };
}

const CONDITIONS = {
  network: 'axiosRetry.isNetworkError',
  retryable: 'axiosRetry.isRetryableError',
  'network-or-idempotent': undefined,
  idempotent: 'axiosRetry.isIdempotentRequestError',
  safe: 'axiosRetry.isSafeRequestError',
  code: undefined,
} as const;

function write({ retries, delay, factorMs, readsHint, condition, resetsTimeout }: AxiosRetrySettings): string {
  const factor = digitsOf(factorMs);
  const delays = {
    none: undefined,
    constant: `() => ${factor}`,
    linear: readsHint ? `axiosRetry.linearDelay(${factor})` : `(retryCount) => retryCount * ${factor}`,
    exponential: `(retryCount, error) => axiosRetry.exponentialDelay(retryCount, error, ${factor})`,
  };
  const options = writeOptions([
    ['retries', `${retries}`],
    ['retryDelay', delays[delay]],
    ['retryCondition', CONDITIONS[condition]],
    ['shouldResetTimeout', resetsTimeout ? 'true' : undefined],
  ]);
  return `import axios from 'axios';\nimport axiosRetry from 'axios-retry';\n\naxiosRetry(axios, ${options});\n`;
}

/** The wait before the jitter. */
function delaysIn({ delay, factorMs }: AxiosRetrySettings, retries: number): number[] {
  if (delay === 'linear') return Array.from({ length: retries }, (_, index) => factorMs * (index + 1));
  return delaysOf(growthIn({ delay, factorMs }), retries);
}

function growthIn({ delay, factorMs }: Pick<AxiosRetrySettings, 'delay' | 'factorMs'>) {
  const doubles = delay === 'exponential';
  return { baseMs: doubles ? 2 * factorMs : factorMs, multiplier: doubles ? 2 : 1, capMs: null };
}

function meansMs(settings: AxiosRetrySettings, retries: number): number[] {
  const share = settings.delay === 'exponential' ? (1 + HIGH) / 2 : 1;
  return delaysIn(settings, retries).map((ms) => ms * share);
}

function toPolicy(settings: AxiosRetrySettings): Imported {
  const { delay, condition } = settings;
  const { maxAttempts, losses } = holdAttempts(settings.retries + 1, 'axios-retry');
  const byNetwork = condition === 'network';
  losses.push(...conditionLosses(settings));
  if (delay === 'exponential')
    losses.push(lossOf('retryAfter.honor', 'approximated', 'waits what the server says', LARGER));
  const policy: PolicyInput = {
    backoff: delay === 'linear' ? { delaysMs: delaysIn(settings, Math.max(1, maxAttempts - 1)) } : growthIn(settings),
    jitter: delay === 'exponential' ? jitterOf(1, HIGH) : 'none',
    maxAttempts,
    refusals: COUNTED,
    retryAfter: settings.readsHint ? obeyed(NO_LIMIT_MS) : IGNORED,
    retryOn: {
      statuses: byNetwork ? [] : [429, '5xx'],
      networkErrors: true,
      idempotent: byNetwork || condition === 'retryable' ? 'always' : 'auto',
    },
  };
  return { policy, losses };
}

const LARGER = 'axios-retry takes the larger of that and its own delay, and adds up to a fifth';

/** What the retryCondition does otherwise than the policy says, and the timeout. */
function conditionLosses({ condition, resetsTimeout }: AxiosRetrySettings): Loss[] {
  const losses: Loss[] = [];
  const says = 'repeats by status and network error';
  if (condition === 'code')
    losses.push(lossOf('retryOn', 'approximated', says, 'axios-retry asks retryCondition, which is code'));
  else if (condition !== 'network') {
    const never = 'never repeats 501, 505 and 511';
    losses.push(lossOf('retryOn.statuses', 'approximated', never, 'axios-retry repeats every 5xx'));
    if (condition !== 'retryable') losses.push(postNever('axios-retry'));
  }
  if (condition === 'safe') losses.push(lossOf('retryOn.idempotent', 'approximated', 'repeats PUT and DELETE', SAFE));
  if (condition !== 'code')
    losses.push(lossOf('retryOn.networkErrors', 'approximated', 'repeats after a timeout', TIMEOUT));
  if (!resetsTimeout) losses.push(lossOf('deadlineMs', 'approximated', 'has no deadline', ONE_TIMEOUT));
  return losses;
}

const SAFE = 'axios-retry repeats GET, HEAD and OPTIONS only';
const TIMEOUT = 'axios-retry takes the timeout of axios as final';
const ONE_TIMEOUT =
  'without shouldResetTimeout the timeout of axios, where it has one, ends all attempts and waits together';
