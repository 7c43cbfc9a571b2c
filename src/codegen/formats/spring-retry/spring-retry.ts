// Spring Retry: @Retryable with its @Backoff, or the keys of a Spring configuration that mean the same. Wait of retry n: delay; drawn from delay to maxDelay; or with a multiplier
// d = min(delay · multiplier^(n−1), maxDelay), with random min(U(1, multiplier) · d, maxDelay): the cut comes after the draw.

import { digitsOf } from '../../../core/grammar/digits.js';
import type { Policy } from '../../../core/policy/policy.js';
import { LONGEST_MS } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { backoffOf, delaysOf, growthOf, jitterOf, meanCutAt, sharesOf } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { drawnThenCut } from '../loss.js';
import { findRetryables } from './find-retryables.js';
import { growthIn, type SpringRetrySettings } from './settings.js';

export const springRetry: Format<SpringRetrySettings> = {
  id: 'spring-retry',
  title: 'Spring Retry',
  system: 'Spring Retry',
  syntax: 'text',
  file: 'Example.java',
  source: 'Maven org.springframework.retry:spring-retry 2.0.12, annotation and backoff packages',
  url: 'https://docs.spring.io/spring-retry/docs/current/apidocs/org/springframework/retry/annotation/Backoff.html',
  date: '2026-11',
  because: {
    'backoff.baseMs': 'delay is in whole milliseconds, and with random the least that is drawn',
    'backoff.capMs': 'only a wait that grows has a longest one, which is above its delay',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'random draws from 1 to multiplier times a wait that grows',
    retryAfter: 'it does not read it',
    retryOn: 'it repeats by the class of the exception',
    'refusals.countAsAttempts': 'a refusal is an exception like any other',
    attemptTimeoutMs: 'the call must have a timeout of its own',
    deadlineMs: 'an annotation has no time limit',
  },
  fit,
  write,
  find: findRetryables,
  toPolicy,
  meansMs: (settings, retries) => {
    const { low, high, capMs, ...growth } = growthIn(settings);
    return delaysOf({ ...growth, capMs }, retries).map((ms) => meanCutAt(capMs, ms * low, ms * high));
  },
};

function fit(policy: Policy): SpringRetrySettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const [low, high] = sharesOf(policy);
  const firstMs = capMs === null ? baseMs : Math.min(baseMs, capMs / Math.max(1, high));
  const settings = { attempts: policy.maxAttempts, exceptions: [] };
  const isFlat = multiplier === 1 || policy.maxAttempts <= 2 || (capMs !== null && firstMs >= capMs);
  if (isFlat) {
    const delayMs = whole(firstMs * low);
    const maxDelayMs = low === high ? 0 : whole(firstMs * high);
    return { ...settings, delayMs, maxDelayMs: maxDelayMs > delayMs ? maxDelayMs : 0, multiplier: 0, random: false };
  }
  const random = low !== high;
  // The middle of what is drawn is that of the policy.
  const delayMs = whole((firstMs * (low + high)) / (random ? 1 + multiplier : 2));
  const reachedMs = delaysOf({ baseMs: delayMs, multiplier, capMs: null }, policy.maxAttempts - 1).at(-1) ?? delayMs;
  const maxDelayMs = Math.max(delayMs + 1, whole(capMs ?? reachedMs * (random ? multiplier : 1)));
  return { ...settings, delayMs, maxDelayMs, multiplier, random };
}

function whole(ms: number): number {
  return Math.min(LONGEST_MS, Math.max(1, Math.round(ms)));
}

function write({ attempts, delayMs, maxDelayMs, multiplier, random }: SpringRetrySettings): string {
  const attributes = [
    `delay = ${delayMs}L`,
    ...(maxDelayMs === 0 ? [] : [`maxDelay = ${maxDelayMs}L`]),
    ...(multiplier === 0 ? [] : [`multiplier = ${digitsOf(multiplier)}`]),
    ...(random ? ['random = true'] : []),
  ];
  return [
    'import org.springframework.retry.annotation.Backoff;',
    'import org.springframework.retry.annotation.Retryable;',
    '',
    'class Example {',
    '',
    `    @Retryable(maxAttempts = ${attempts}, backoff = @Backoff(${attributes.join(', ')}))`,
    '    void example() {',
    '    }',
    '}',
    '',
  ].join('\n');
}

function toPolicy(settings: SpringRetrySettings): Imported {
  const { exceptions } = settings;
  const { low, high, ...growth } = growthIn(settings);
  const { maxAttempts, losses } = holdAttempts(settings.attempts, 'Spring Retry');
  const longest = high * Math.max(0, ...delaysOf(growth, maxAttempts - 1));
  if (high > 1 && growth.capMs !== null && longest > growth.capMs) losses.push(drawnThenCut('Spring Retry'));
  losses.push(
    repeatsByStatus(
      exceptions.length === 0
        ? 'Spring Retry repeats on every exception'
        : `Spring Retry goes by ${exceptions.join(', ')}`,
    ),
  );
  const policy = {
    backoff: backoffOf(growth, maxAttempts - 1),
    jitter: jitterOf(low, high),
    maxAttempts,
    ...REPEATS_ALL,
  };
  return { policy, losses };
}
