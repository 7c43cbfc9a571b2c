// Temporal: RetryPolicy of an activity. Wait of retry n: min(maximumInterval, initialInterval · backoffCoefficient^(n−1)).

import { InputError } from '../../../core/errors.js';
import { MAX_DURATION_MS } from '../../../core/grammar/duration.js';
import type { Policy } from '../../../core/policy/policy.js';
import { readGoDuration, timeOrNull, toNanosecond, writeSeconds } from '../durations.js';
import { Fields } from '../fields.js';
import type { Format, Found, Imported, Reading } from '../format.js';
import { backoffOf, delaysOf, growthOf } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { walk } from '../walk.js';

export interface TemporalSettings {
  readonly initialMs: number;
  readonly coefficient: number;
  readonly maximumMs: number;
  /** 0 is without end. */
  readonly attempts: number;
  /** Of one attempt, and of all of them; null for none. */
  readonly startToCloseMs: number | null;
  readonly scheduleToCloseMs: number | null;
}

/** Without a maximumInterval, the longest delay is a hundred times the first. */
const MAX_PER_INITIAL = 100;

export const temporal: Format<TemporalSettings> = {
  id: 'temporal',
  title: 'Temporal retry policy',
  system: 'Temporal',
  syntax: 'data',
  file: 'activity-options.json',
  source: 'temporalio/api temporal/api/common/v1/message.proto and Temporal documentation, Retry Policies',
  url: 'https://docs.temporal.io/encyclopedia/retry-policies',
  date: '2026-11',
  because: {
    jitter: 'a retry policy has no jitter',
    'backoff.baseMs': 'initialInterval is above 0',
    'backoff.capMs':
      'without a maximumInterval the longest delay is a hundred times the first, and it is never below the first',
    'backoff.minMs': 'it has no shortest wait',
    retryAfter: 'it does not read it',
    retryOn: 'it repeats on every error but the types that are listed as not retryable',
    'refusals.countAsAttempts': 'a refusal is an error like any other',
  },
  fit,
  write,
  find,
  toPolicy,
  meansMs: (settings, retries) => delaysOf(growthIn(settings), retries),
};

function fit(policy: Policy): TemporalSettings {
  const growth = growthOf(policy);
  const initialMs = Math.max(1, toNanosecond(growth.baseMs));
  const reachedMs = Math.max(initialMs, ...delaysOf({ ...growth, baseMs: initialMs }, policy.maxAttempts - 1));
  return {
    initialMs,
    coefficient: growth.multiplier,
    maximumMs: Math.max(initialMs, toNanosecond(growth.capMs ?? reachedMs)),
    attempts: policy.maxAttempts,
    startToCloseMs: timeOrNull(policy.attemptTimeoutMs),
    scheduleToCloseMs: timeOrNull(policy.deadlineMs),
  };
}

function write({
  initialMs,
  coefficient,
  maximumMs,
  attempts,
  startToCloseMs,
  scheduleToCloseMs,
}: TemporalSettings): string {
  const document = {
    ...(startToCloseMs === null ? {} : { startToCloseTimeout: writeSeconds(startToCloseMs) }),
    ...(scheduleToCloseMs === null ? {} : { scheduleToCloseTimeout: writeSeconds(scheduleToCloseMs) }),
    retry: {
      initialInterval: writeSeconds(initialMs),
      backoffCoefficient: coefficient,
      maximumInterval: writeSeconds(maximumMs),
      maximumAttempts: attempts,
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function growthIn({ initialMs, coefficient, maximumMs }: TemporalSettings) {
  return { baseMs: initialMs, multiplier: coefficient, capMs: maximumMs };
}

function toPolicy(settings: TemporalSettings): Imported {
  const { attempts, startToCloseMs, scheduleToCloseMs } = settings;
  const { maxAttempts, losses } = holdAttempts(attempts === 0 ? Infinity : attempts, 'Temporal');
  losses.push(repeatsByStatus(ERRORS));
  const policy = {
    backoff: backoffOf(growthIn(settings), maxAttempts - 1),
    jitter: 'none',
    maxAttempts,
    ...REPEATS_ALL,
    ...(startToCloseMs === null ? {} : { attemptTimeoutMs: startToCloseMs }),
    ...(scheduleToCloseMs === null ? {} : { deadlineMs: scheduleToCloseMs }),
  };
  return { policy, losses };
}

const ERRORS = 'Temporal repeats whatever the activity throws, but for the types that nonRetryableErrorTypes lists';

const KEYS = [
  'initialInterval',
  'initial_interval',
  'backoffCoefficient',
  'backoff_coefficient',
  'maximumAttempts',
  'maximum_attempts',
];
const WRAPPERS = ['retry', 'retryPolicy', 'retry_policy'];
const ALLOWED = 'a retry policy with initialInterval, backoffCoefficient, maximumInterval and maximumAttempts';

function find(source: unknown): Found<TemporalSettings>[] {
  const found: Found<TemporalSettings>[] = [];
  walk(source, (node, path) => {
    const key = WRAPPERS.find((name) => node[name] !== undefined && node[name] !== null);
    if (key !== undefined) {
      const where = path === '' ? key : `${path}.${key}`;
      found.push({ name: path.split('.').at(-1) ?? '', read: () => read(node[key], where, node) });
    } else if (path === '' && (KEYS.some((name) => name in node) || Object.keys(node).length === 0)) {
      found.push({ name: '', read: () => read(node, '', {}) });
    }
  });
  if (found.length === 0) throw new InputError({ field: 'retry', value: undefined, allowed: ALLOWED });
  return found;
}

function read(policy: unknown, where: string, options: unknown): Reading<TemporalSettings> {
  const fields = new Fields(policy, where);
  const around = new Fields(options, '');
  const time = (from: Fields, ...names: string[]): number | null => from.read(names, readTime) || null;
  const initialMs = time(fields, 'initialInterval', 'initial_interval') ?? 1000;
  const maximumMs =
    time(fields, 'maximumInterval', 'maximum_interval') ?? Math.min(MAX_DURATION_MS, MAX_PER_INITIAL * initialMs);
  if (maximumMs < initialMs)
    return fields.refuse(['maximumInterval', 'maximum_interval'], 'at least the initialInterval');
  fields.value('nonRetryableErrorTypes', 'non_retryable_error_types');
  const settings: TemporalSettings = {
    initialMs,
    coefficient: fields.number(['backoffCoefficient', 'backoff_coefficient'], { min: 1 }) ?? 2,
    maximumMs,
    attempts: fields.whole(['maximumAttempts', 'maximum_attempts'], { min: 0 }) ?? 0,
    startToCloseMs: time(around, 'startToCloseTimeout', 'start_to_close_timeout'),
    scheduleToCloseMs: time(around, 'scheduleToCloseTimeout', 'schedule_to_close_timeout'),
  };
  return { settings, passedOver: fields.rest() };
}

const WORDS = /^(\d+(?:\.\d+)?|\.\d+) *(ms|s|m|h|d)[a-z]*$/i;

/** A time of the TypeScript SDK (a number is ms; `1 minute`), of protocol buffers (`60s`) or of Go (`1m0s`). */
function readTime(value: unknown, field: string): number {
  if (typeof value === 'number' && value >= 0 && value <= MAX_DURATION_MS) return value;
  if (typeof value !== 'string') throw new InputError({ field, value, allowed: 'a time such as "1s" or 1000' });
  const match = /^[\d.]+ *(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)$/i.test(value)
    ? WORDS.exec(/milli/i.test(value) ? value.replace(/milliseconds?/i, 'ms') : value)
    : null;
  if (match === null) return readGoDuration(value, field);
  const unit = (match[2] as string).toLowerCase();
  return unit === 'd' ? Number(match[1]) * 86_400_000 : readGoDuration(`${match[1]}${unit}`, field);
}
