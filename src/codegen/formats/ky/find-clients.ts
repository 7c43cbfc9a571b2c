// The ky.create(…) calls of a module, and other calls of ky with options.

import { InputError } from '../../../core/errors.js';
import { isCode } from '../code.js';
import { timeOrNull, toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { readMethods } from '../http-methods.js';
import { timeOrEndless, wholeOrEndless } from '../javascript/endless.js';
import { findOptions } from '../javascript/find-options.js';
import { isObject } from '../javascript/literal.js';
import { passedOver } from '../loss.js';
import { readStatuses } from '../statuses.js';
import { readDelay } from './delay-function.js';
import type { KySettings } from './settings.js';

const AFTER = [413, 429, 503];
const DEFAULTS = {
  retries: 2,
  baseMs: 300,
  multiplier: 2,
  statuses: [408, 413, 429, 500, 502, 503, 504],
  timeoutMs: 10_000,
};

const KEYS = [
  'limit',
  'delay',
  'backoffLimit',
  'jitter',
  'statusCodes',
  'afterStatusCodes',
  'maxRetryAfter',
  'methods',
];
const SHAPE = {
  calls: 'ky(?:\\.(?:create|extend|get|post|put|patch|head|delete))?',
  at: (callee: string) => (/\.(?:create|extend)$/.test(callee) ? 0 : 1),
  keys: ['retry', ...KEYS, 'retryOnTimeout'],
  allowed: 'ky.create({ retry: { limit, statusCodes, … } }), or those options by themselves, with literal values',
};

export function findClients(source: unknown): Found<KySettings>[] {
  return findOptions(source, SHAPE).map(({ name, options }) => ({ name, read: () => read(options()) }));
}

function read(options: Record<string, unknown>): Reading<KySettings> {
  const isWhole = !KEYS.some((key) => key in options);
  const outer = new Fields(isWhole ? options : { timeout: false }, '');
  const retry = outer.value('retry') ?? {};
  const fields = isWhole ? new Fields(isObject(retry) ? retry : { limit: retry }, 'retry') : new Fields(options, '');
  const timeout = outer.value('timeout') === false ? null : (timeOrEndless(outer, 'timeout') ?? DEFAULTS.timeoutMs);
  const { anyMethod, losses } = readMethods(fields, 'methods');
  if (fields.value('shouldRetry') !== undefined) {
    losses.push(passedOver('shouldRetry', 'has code', 'it may repeat anything, or end the retries'));
  }
  const statuses = readStatuses(fields, 'statusCodes', DEFAULTS.statuses);
  const settings: KySettings = {
    retries: wholeOrEndless(fields, 'limit') ?? DEFAULTS.retries,
    ...delayIn(fields),
    capMs: timeOrNull(timeOrEndless(fields, 'backoffLimit') ?? null),
    jitter: fields.boolean(['jitter']) ?? false,
    statuses,
    afterStatuses: readStatuses(fields, 'afterStatusCodes', AFTER),
    retryAfterMaxMs: timeOrNull(timeOrEndless(fields, 'maxRetryAfter') ?? null),
    anyMethod,
    retryOnTimeout: fields.boolean(['retryOnTimeout']) ?? false,
    attemptTimeoutMs: timeOrNull(timeout),
  };
  return { settings, passedOver: [...losses, ...fields.rest()] };
}

function delayIn(fields: Fields): { baseMs: number; multiplier: number } {
  const delay = fields.value('delay');
  if (delay === undefined) return { baseMs: DEFAULTS.baseMs, multiplier: DEFAULTS.multiplier };
  const growth = isCode(delay) ? readDelay(delay.code) : null;
  const allowed = 'a function such as (attemptCount) => 500 * 2 ** (attemptCount - 1), or a constant one';
  if (growth === null) {
    throw new InputError({ field: fields.path('delay'), value: isCode(delay) ? delay.code : delay, allowed });
  }
  return { baseMs: toNanosecond(growth.baseMs), multiplier: growth.multiplier };
}
