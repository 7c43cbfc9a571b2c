// Celery: the autoretry arguments of a task. Wait of retry n: min(retry_backoff_max, retry_backoff · 2^(n−1)) seconds, with
// retry_jitter a whole number drawn from 0 to it; without retry_backoff always default_retry_delay.

import { InputError } from '../../../core/errors.js';
import { isPlain } from '../../../core/policy/paths.js';
import type { Policy } from '../../../core/policy/policy.js';
import { isCode } from '../code.js';
import { secondsOf, toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Format, Found, Imported, Reading } from '../format.js';
import { delaysOf, growthOf, isNearerFull } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { pythonCalls, readArguments } from '../python/calls.js';

export interface CelerySettings {
  /** Null is without end. */
  readonly maxRetries: number | null;
  /** The factor of retry_backoff in seconds; null where waits are default_retry_delay. */
  readonly factor: number | null;
  readonly backoffMaxSeconds: number;
  readonly jitter: boolean;
  readonly defaultDelaySeconds: number;
}

export const celery: Format<CelerySettings> = {
  id: 'celery',
  title: 'Celery task',
  system: 'Celery',
  syntax: 'text',
  file: 'tasks.py',
  source: 'PyPI celery 5.7.0, celery/app/autoretry.py and celery/utils/time.py',
  url: 'https://docs.celeryq.dev/en/stable/userguide/tasks.html',
  date: '2026-11',
  because: {
    'backoff.baseMs': 'retry_backoff is in whole seconds from 1 on',
    'backoff.multiplier': 'a wait doubles, or is always default_retry_delay',
    'backoff.capMs': 'retry_backoff_max is in whole seconds, and never absent',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'retry_jitter is full jitter, and only for a wait that doubles',
    retryAfter: 'it does not read it',
    retryOn: 'it repeats by the class of the exception',
    'refusals.countAsAttempts': 'a refusal is an exception like any other',
    attemptTimeoutMs: 'time_limit ends the task, and its retries',
    deadlineMs: 'it has no time limit over all retries',
  },
  fit,
  write,
  find,
  toPolicy,
  meansMs: (settings, retries) => {
    const share = settings.factor !== null && settings.jitter ? 0.5 : 1;
    return delaysOf(growthIn(settings), retries).map((ms) => ms * share);
  },
};

const DEFAULTS = { maxRetries: 3, backoffMaxSeconds: 600, defaultDelaySeconds: 180 };
/** As good as none: a year. */
const NO_MAX_S = 31_536_000;

function fit(policy: Policy): CelerySettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const firstMs = capMs === null ? baseMs : Math.min(baseMs, capMs);
  const doubles = multiplier >= 1.5;
  const reachedMs = Math.max(
    ...delaysOf({ baseMs: firstMs, multiplier: 2, capMs: null }, Math.max(1, policy.maxAttempts - 1)),
  );
  return {
    maxRetries: policy.maxAttempts - 1,
    factor: doubles ? Math.max(1, Math.round(firstMs / 1000)) : null,
    backoffMaxSeconds: Math.min(NO_MAX_S, Math.max(1, Math.round((capMs ?? reachedMs) / 1000))),
    jitter: doubles && isNearerFull(policy),
    defaultDelaySeconds: doubles ? DEFAULTS.defaultDelaySeconds : Number(secondsOf(toNanosecond(firstMs))),
  };
}

function write({ maxRetries, factor, backoffMaxSeconds, jitter, defaultDelaySeconds }: CelerySettings): string {
  const waits =
    factor === null
      ? [`    default_retry_delay=${secondsOf(defaultDelaySeconds * 1000)},`]
      : [
          `    retry_backoff=${factor},`,
          `    retry_backoff_max=${backoffMaxSeconds},`,
          `    retry_jitter=${jitter ? 'True' : 'False'},`,
        ];
  return [
    'import requests',
    'from celery import shared_task',
    '',
    '',
    '@shared_task(',
    '    autoretry_for=(requests.RequestException,),',
    `    max_retries=${maxRetries},`,
    ...waits,
    ')',
    'def example(url):',
    '    requests.get(url, timeout=30).raise_for_status()',
    '',
  ].join('\n');
}

function growthIn({ factor, backoffMaxSeconds, defaultDelaySeconds }: CelerySettings) {
  if (factor === null) return { baseMs: toNanosecond(defaultDelaySeconds * 1000), multiplier: 1, capMs: null };
  return { baseMs: factor * 1000, multiplier: 2, capMs: backoffMaxSeconds * 1000 };
}

function toPolicy(settings: CelerySettings): Imported {
  const { maxRetries, factor, jitter } = settings;
  const { maxAttempts, losses } = holdAttempts(maxRetries === null ? Infinity : maxRetries + 1, 'Celery');
  losses.push(repeatsByStatus('Celery repeats on the exceptions of autoretry_for'));
  const policy = {
    backoff: growthIn(settings),
    jitter: factor !== null && jitter ? 'full' : 'none',
    maxAttempts,
    ...REPEATS_ALL,
  };
  return { policy, losses };
}

const KEYS = [
  'autoretry_for',
  'max_retries',
  'retry_backoff',
  'retry_backoff_max',
  'retry_jitter',
  'default_retry_delay',
  'retry_kwargs',
];
const ALLOWED = 'a task decorator with autoretry_for, retry_backoff or max_retries, or those arguments by themselves';

function find(source: unknown): Found<CelerySettings>[] {
  const text = String(source);
  const tasks = pythonCalls(text, ['task', 'shared_task', 'periodic_task']);
  const retried = tasks.filter(({ values }) => KEYS.some((key) => key in values));
  const found = (retried.length > 0 ? retried : tasks).map(({ name, values }) => ({ name, read: () => read(values) }));
  if (found.length > 0) return found;
  const values = readArguments(text);
  if (!KEYS.some((key) => key in values)) throw new InputError({ field: 'task', value: undefined, allowed: ALLOWED });
  return [{ name: '', read: () => read(values) }];
}

function read(values: unknown): Reading<CelerySettings> {
  const outer = new Fields(values, '');
  const kwargs = outer.value('retry_kwargs');
  const fields = isPlain(kwargs) && !isCode(kwargs) ? new Fields({ ...(values as object), ...kwargs }, '') : outer;
  const isEndless = (values as { max_retries?: unknown }).max_retries === null;
  const backoff = fields.value('retry_backoff') ?? false;
  const factor = typeof backoff === 'boolean' ? Number(backoff) : fields.number(['retry_backoff'], { min: 0 });
  const settings: CelerySettings = {
    maxRetries: isEndless ? null : (fields.whole(['max_retries'], { min: 0 }) ?? DEFAULTS.maxRetries),
    // 0 is no backoff; anything else is int(max(1.0, …)).
    factor: factor ? Math.floor(Math.max(1, factor)) : null,
    backoffMaxSeconds: Math.floor(fields.number(['retry_backoff_max'], { min: 0 }) ?? DEFAULTS.backoffMaxSeconds),
    jitter: fields.boolean(['retry_jitter']) ?? true,
    defaultDelaySeconds: fields.number(['default_retry_delay'], { min: 0 }) ?? DEFAULTS.defaultDelaySeconds,
  };
  const isAboutRetries = (key: string): boolean => /retr/.test(key) && !KEYS.includes(key);
  return { settings, passedOver: fields.rest().filter(({ field }) => isAboutRetries(field)) };
}
