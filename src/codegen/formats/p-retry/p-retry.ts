// p-retry: the options of pRetry. Wait of retry n: min(r · minTimeout · factor^(n−1), maxTimeout), where r is drawn from 1 to 2
// with randomize, else 1: the cut comes after the draw.

import { InputError } from '../../../core/errors.js';
import { digitsOf } from '../../../core/grammar/digits.js';
import type { Policy } from '../../../core/policy/policy.js';
import { timeOrNull, toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Format, Found, Imported, Reading } from '../format.js';
import { backoffOf, delaysOf, type Growth, growthOf, jitterOf, meanCutAt, sharesOf } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { timeOrEndless, wholeOrEndless } from '../javascript/endless.js';
import { findOptions } from '../javascript/find-options.js';
import { writeOptions } from '../javascript/write-options.js';
import { drawnThenCut, lossOf, passedOver } from '../loss.js';

export interface PRetrySettings extends Growth {
  readonly retries: number;
  readonly randomize: boolean;
  /** maxRetryTime; null for none. */
  readonly totalMs: number | null;
}

export const pRetry: Format<PRetrySettings> = {
  id: 'p-retry',
  title: 'p-retry options',
  system: 'p-retry',
  syntax: 'text',
  file: 'retried.js',
  source: 'npm p-retry 7.1.1, index.js',
  url: 'https://github.com/sindresorhus/p-retry',
  date: '2026-11',
  because: {
    'backoff.baseMs': 'minTimeout is the least that is drawn',
    'backoff.capMs': 'maxTimeout cuts after the jitter',
    'backoff.minMs': 'minTimeout is the first wait',
    jitter: 'randomize draws from 1 to 2 times a wait',
    retryAfter: 'it sees no response',
    retryOn: 'it repeats whatever is thrown',
    'refusals.countAsAttempts': 'a refusal is an error like any other',
    attemptTimeoutMs: 'the call must have a timeout of its own',
    deadlineMs: 'maxRetryTime ends no attempt that is under way',
  },
  fit,
  write,
  find,
  toPolicy,
  meansMs: (settings, retries) => {
    const high = settings.randomize ? 2 : 1;
    return uncut(settings, retries).map((ms) => meanCutAt(settings.capMs, ms, ms * high));
  },
};

const DEFAULTS = { retries: 10, baseMs: 1000, multiplier: 2 };

function fit(policy: Policy): PRetrySettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const [low, high] = sharesOf(policy);
  const randomize = low !== high;
  const firstMs = capMs === null ? baseMs : Math.min(baseMs, capMs / Math.max(1, high));
  return {
    retries: policy.maxAttempts - 1,
    // The middle of what is drawn, 1.5 times minTimeout, is that of the policy.
    baseMs: toNanosecond((firstMs * (low + high)) / (randomize ? 3 : 2)),
    multiplier,
    capMs: timeOrNull(capMs),
    randomize,
    totalMs: timeOrNull(policy.deadlineMs),
  };
}

function write({ retries, baseMs, multiplier, capMs, randomize, totalMs }: PRetrySettings): string {
  const options = [
    ['retries', `${retries}`],
    ['minTimeout', digitsOf(baseMs)],
    ['factor', digitsOf(multiplier)],
    ['maxTimeout', capMs === null ? undefined : digitsOf(capMs)],
    ['randomize', randomize ? 'true' : undefined],
    ['maxRetryTime', totalMs === null ? undefined : digitsOf(totalMs)],
  ] as const;
  return `import pRetry from 'p-retry';\n\nexport const retried = (run) => pRetry(run, ${writeOptions(options)});\n`;
}

/** The wait before jitter and cut. */
function uncut({ baseMs, multiplier }: PRetrySettings, retries: number): number[] {
  return delaysOf({ baseMs, multiplier, capMs: null }, retries);
}

function toPolicy(settings: PRetrySettings): Imported {
  const { capMs, randomize, totalMs } = settings;
  const { maxAttempts, losses } = holdAttempts(settings.retries + 1, 'p-retry');
  const longest = 2 * Math.max(0, ...uncut(settings, maxAttempts - 1));
  if (randomize && capMs !== null && longest > capMs) losses.push(drawnThenCut('p-retry'));
  losses.push(repeatsByStatus('p-retry repeats whatever is thrown, but for a TypeError that is no network error'));
  if (totalMs !== null)
    losses.push(lossOf('deadlineMs', 'approximated', 'ends the attempt under way as well', LETS_FINISH));
  const policy = {
    backoff: backoffOf(settings, maxAttempts - 1),
    jitter: randomize ? jitterOf(1, 2) : 'none',
    maxAttempts,
    ...REPEATS_ALL,
    ...(totalMs === null ? {} : { deadlineMs: totalMs }),
  };
  return { policy, losses };
}

const LETS_FINISH = 'p-retry cuts the last wait at maxRetryTime and then calls once more';

const SHAPE = {
  calls: 'pRetry|makeRetriable',
  at: () => 1,
  keys: ['retries', 'minTimeout', 'maxTimeout', 'factor', 'randomize', 'maxRetryTime', 'forever'],
  allowed: 'pRetry(run, { retries, minTimeout, … }), or those options by themselves, with literal values',
};

function find(source: unknown): Found<PRetrySettings>[] {
  return findOptions(source, SHAPE).map(({ name, options }) => ({ name, read: () => read(options()) }));
}

function read(options: Record<string, unknown>): Reading<PRetrySettings> {
  const fields = new Fields(options, '');
  const time = (key: string): number | undefined => fields.number([key], { min: 0 });
  if (fields.value('forever') !== undefined) {
    throw new InputError({
      field: 'forever',
      value: options.forever,
      allowed: 'retries: Infinity, as p-retry from 7 on',
    });
  }
  const code = ['shouldRetry', 'shouldConsumeRetry'].filter((key) => fields.value(key) !== undefined);
  const told = code.map((key) => passedOver(key, 'has code', 'it may end the retries, or send one without a wait'));
  const totalMs = timeOrEndless(fields, 'maxRetryTime') ?? null;
  if (totalMs === 0) return fields.refuse(['maxRetryTime'], 'a time above 0, since with 0 nothing is repeated');
  const settings: PRetrySettings = {
    retries: wholeOrEndless(fields, 'retries') ?? DEFAULTS.retries,
    baseMs: toNanosecond(time('minTimeout') ?? DEFAULTS.baseMs),
    // 0 is taken for 1.
    multiplier: (time('factor') ?? DEFAULTS.multiplier) || 1,
    capMs: timeOrNull(timeOrEndless(fields, 'maxTimeout') ?? null),
    randomize: fields.boolean(['randomize']) ?? false,
    totalMs: timeOrNull(totalMs),
  };
  return { settings, passedOver: [...told, ...fields.rest(['onFailedAttempt', 'signal', 'unref'])] };
}
