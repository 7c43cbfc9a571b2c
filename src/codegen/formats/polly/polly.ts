// Polly: RetryStrategyOptions. Wait of retry n: Delay (Constant), n · Delay (Linear) or Delay · 2^(n−1) (Exponential);
// jitter is ±25 %, but for Exponential the formula of jittered-waits.ts. MaxDelay cuts last.

import type { Policy } from '../../../core/policy/policy.js';
import type { Format, Imported } from '../format.js';
import { delaysOf, growthOf, isLinear, isNearerFull, meanCutAt, sharesOf } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { drawnThenCut, lossOf } from '../loss.js';
import { findStrategies } from './find-strategies.js';
import { jitteredMeans } from './jittered-waits.js';
import { LONGEST_MS, type PollySettings } from './settings.js';
import { writeTimeSpan } from './time-span.js';

const LOW = 0.75;
const HIGH = 1.25;

export const polly: Format<PollySettings> = {
  id: 'polly',
  title: 'Polly retry options',
  system: 'Polly',
  syntax: 'text',
  file: 'appsettings.json',
  source: 'App-vNext/Polly src/Polly.Core/Retry: RetryStrategyOptions.TResult.cs, RetryHelper.cs',
  url: 'https://www.pollydocs.org/strategies/retry.html',
  date: '2026-08',
  because: {
    maxAttempts: 'MaxRetryAttempts is at least 1',
    backoff: 'a wait is constant, linear or doubles',
    'backoff.baseMs': 'Delay is at most a day',
    'backoff.multiplier': 'a wait is constant or doubles',
    'backoff.capMs': 'MaxDelay is at most a day, and cuts after the jitter',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'UseJitter is ±25 % or, for Exponential, a formula of its own',
    retryAfter: 'only a DelayGenerator can read it',
    retryOn: 'ShouldHandle is code',
    'refusals.countAsAttempts': 'a refusal is a failure like any other',
    attemptTimeoutMs: 'a timeout is a strategy of its own',
    deadlineMs: 'a timeout is a strategy of its own',
  },
  fit,
  write,
  find: findStrategies,
  toPolicy,
  meansMs,
};

function fit(policy: Policy): PollySettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const [low, high] = sharesOf(policy);
  const settings = {
    retries: Math.max(1, policy.maxAttempts - 1),
    delayMs: toTick(Math.min(LONGEST_MS, capMs === null ? baseMs : Math.min(baseMs, capMs))),
    maxDelayMs: capMs === null ? null : toTick(Math.min(LONGEST_MS, capMs)),
  };
  if (isLinear(policy)) return { ...settings, type: 'Linear', useJitter: low !== high };
  if (multiplier < 1.5) return { ...settings, type: 'Constant', useJitter: low !== high };
  return { ...settings, type: 'Exponential', useJitter: isNearerFull(policy) };
}

/** A TimeSpan counts in ticks of 100 ns. */
function toTick(ms: number): number {
  return Number(ms.toFixed(4));
}

function write({ retries, delayMs, maxDelayMs, type, useJitter }: PollySettings): string {
  const options = {
    MaxRetryAttempts: retries,
    Delay: writeTimeSpan(delayMs),
    ...(maxDelayMs === null ? {} : { MaxDelay: writeTimeSpan(maxDelayMs) }),
    BackoffType: type,
    UseJitter: useJitter,
  };
  return `${JSON.stringify(options, null, 2)}\n`;
}

/** The wait before jitter and MaxDelay. */
function middles({ type, delayMs }: PollySettings, retries: number): number[] {
  if (type !== 'Linear')
    return delaysOf({ baseMs: delayMs, multiplier: type === 'Constant' ? 1 : 2, capMs: null }, retries);
  return Array.from({ length: retries }, (_, index) => delayMs * (index + 1));
}

function meansMs(settings: PollySettings, retries: number): number[] {
  const { type, useJitter, delayMs, maxDelayMs } = settings;
  if (type === 'Exponential' && useJitter) return jitteredMeans(delayMs, maxDelayMs, retries);
  const [low, high] = useJitter ? [LOW, HIGH] : [1, 1];
  return middles(settings, retries).map((ms) => meanCutAt(maxDelayMs, ms * low, ms * high));
}

function toPolicy(settings: PollySettings): Imported {
  const { type, useJitter, delayMs, maxDelayMs } = settings;
  const { maxAttempts, losses } = holdAttempts(settings.retries + 1, 'Polly');
  if (useJitter && type === 'Exponential') losses.push(lossOf('jitter', 'approximated', 'says full', OWN_FORMULA));
  const longest = Math.max(...middles(settings, maxAttempts - 1)) * (useJitter ? HIGH : 1);
  if (useJitter && type !== 'Exponential' && maxDelayMs !== null && longest > maxDelayMs) {
    losses.push(drawnThenCut('Polly'));
  }
  losses.push(repeatsByStatus('Polly asks ShouldHandle, which is code'));
  const growth = { baseMs: delayMs, multiplier: type === 'Constant' ? 1 : 2, capMs: maxDelayMs };
  const list = { delaysMs: middles(settings, maxAttempts - 1), capMs: maxDelayMs };
  const policy = {
    backoff: type === 'Linear' ? list : growth,
    jitter: !useJitter ? 'none' : type === 'Exponential' ? 'full' : { low: LOW, high: HIGH },
    maxAttempts,
    ...REPEATS_ALL,
  };
  return { policy, losses };
}

const OWN_FORMULA =
  'Polly draws by a formula of its own, whose mean is near that of full jitter but for the first retry, where it is 0.87 of Delay';
