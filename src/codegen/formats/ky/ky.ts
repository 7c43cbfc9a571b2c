// ky: the retry options. Wait of retry n: min(d, backoffLimit) with d = 300 ms · 2^(n−1), or what the delay function says; with
// jitter: true d is drawn from 0 to that, and cut then. Retry-After and its kin in its place on some statuses.

import { InputError } from '../../../core/errors.js';
import { digitsOf } from '../../../core/grammar/digits.js';
import type { Policy, PolicyInput } from '../../../core/policy/policy.js';
import { COUNTED, IGNORED, NO_LIMIT_MS, obeyed } from '../../../core/presets/habits.js';
import { isCode } from '../code.js';
import { timeOrNull, toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Format, Found, Imported, Reading } from '../format.js';
import { backoffOf, delaysOf, type Growth, growthOf, isNearerFull, meanCutAt } from '../growth.js';
import { holdAttempts } from '../habits.js';
import { EVERY_METHOD, postNever, readMethods } from '../http-methods.js';
import { timeOrEndless, wholeOrEndless } from '../javascript/endless.js';
import { findOptions } from '../javascript/find-options.js';
import { isObject } from '../javascript/literal.js';
import { writeOptions } from '../javascript/write-options.js';
import { drawnThenCut, type Loss, lossOf, passedOver } from '../loss.js';
import { heldStatuses, listedStatuses, readStatuses } from '../statuses.js';
import { readDelay } from './delay-function.js';

export interface KySettings extends Growth {
  readonly retries: number;
  /** Full jitter, drawn before the cut. */
  readonly jitter: boolean;
  readonly statuses: readonly number[];
  /** Those on which the server's wait is read. */
  readonly afterStatuses: readonly number[];
  /** Null is without limit. */
  readonly retryAfterMaxMs: number | null;
  readonly anyMethod: boolean;
  readonly retryOnTimeout: boolean;
  /** Null for none; it starts anew with each attempt. */
  readonly attemptTimeoutMs: number | null;
}

export const ky: Format<KySettings> = {
  id: 'ky',
  title: 'ky retry options',
  system: 'ky',
  syntax: 'text',
  file: 'client.js',
  source: 'npm ky 1.14.3, distribution/core/Ky.js and utils/normalize.js',
  url: 'https://github.com/sindresorhus/ky#retry',
  date: '2026-11',
  because: {
    'backoff.capMs': 'backoffLimit cuts after the jitter',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'without a function of your own it is full or none',
    'retryAfter.beyondMax': 'a longer wait is cut at maxRetryAfter',
    'retryAfter.spreadMs': 'it adds nothing to it',
    'retryOn.statuses': 'statusCodes names statuses one by one',
    'retryOn.networkErrors': 'it always repeats them, but for a timeout',
    'retryOn.idempotent': 'it goes by the method: methods',
    'refusals.countAsAttempts': 'a refusal is a failure like any other',
    idleTimeoutMs: 'it has no such timeout',
    deadlineMs: 'it has no time limit over all retries',
  },
  fit,
  write,
  find,
  toPolicy,
  meansMs: (settings, retries) => {
    return uncut(settings, retries).map((ms) => meanCutAt(settings.capMs, settings.jitter ? 0 : ms, ms));
  },
};

const AFTER = [413, 429, 503];
const DEFAULTS = {
  retries: 2,
  baseMs: 300,
  multiplier: 2,
  statuses: [408, 413, 429, 500, 502, 503, 504],
  timeoutMs: 10_000,
};

function fit(policy: Policy): KySettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const { retryOn, retryAfter } = policy;
  const statuses = listedStatuses(policy);
  return {
    retries: policy.maxAttempts - 1,
    baseMs: toNanosecond(baseMs),
    multiplier,
    capMs: timeOrNull(capMs),
    jitter: isNearerFull(policy),
    statuses,
    afterStatuses: retryAfter.honor ? statuses : [],
    retryAfterMaxMs: retryAfter.honor ? toNanosecond(retryAfter.maxMs) : null,
    anyMethod: retryOn.idempotent === 'always',
    retryOnTimeout: retryOn.networkErrors,
    attemptTimeoutMs: timeOrNull(policy.attemptTimeoutMs),
  };
}

function write(settings: KySettings): string {
  const { baseMs, multiplier, capMs, statuses, afterStatuses, retryAfterMaxMs, attemptTimeoutMs } = settings;
  const grows = `(attemptCount) => ${digitsOf(baseMs)} * ${digitsOf(multiplier)} ** (attemptCount - 1)`;
  const retry = [
    ['limit', `${settings.retries}`],
    ['delay', multiplier === 1 ? `() => ${digitsOf(baseMs)}` : grows],
    ['backoffLimit', capMs === null ? undefined : digitsOf(capMs)],
    ['jitter', settings.jitter ? 'true' : undefined],
    ['statusCodes', `[${statuses.join(', ')}]`],
    ['afterStatusCodes', `[${afterStatuses.join(', ')}]`],
    ['maxRetryAfter', retryAfterMaxMs === null ? undefined : digitsOf(retryAfterMaxMs)],
    [
      'methods',
      settings.anyMethod ? `[${EVERY_METHOD.map((method) => `'${method.toLowerCase()}'`).join(', ')}]` : undefined,
    ],
    ['retryOnTimeout', settings.retryOnTimeout ? 'true' : undefined],
  ] as const;
  const options = writeOptions([
    ['retry', writeOptions(retry, '  ')],
    // Left out, it is 10 s.
    ['timeout', attemptTimeoutMs === null ? 'false' : digitsOf(attemptTimeoutMs)],
  ]);
  return `import ky from 'ky';\n\nexport const api = ky.create(${options});\n`;
}

/** The wait before jitter and cut. */
function uncut({ baseMs, multiplier }: KySettings, retries: number): number[] {
  return delaysOf({ baseMs, multiplier, capMs: null }, retries);
}

function toPolicy(settings: KySettings): Imported {
  const { capMs, jitter, afterStatuses, retryAfterMaxMs, anyMethod, retryOnTimeout, attemptTimeoutMs } = settings;
  const { maxAttempts, losses } = holdAttempts(settings.retries + 1, 'ky');
  const longest = Math.max(0, ...uncut(settings, maxAttempts - 1));
  if (jitter && capMs !== null && longest > capMs) losses.push(drawnThenCut('ky'));
  const { held, losses: unheld } = heldStatuses(settings.statuses, 'ky');
  losses.push(...unheld);
  if (held.includes(413)) losses.push(lossOf('retryOn.statuses', 'approximated', 'repeats 413', TOO_LARGE));
  if (!anyMethod) losses.push(postNever('ky'));
  if (!retryOnTimeout)
    losses.push(lossOf('retryOn.networkErrors', 'approximated', 'repeats after a timeout', NO_TIMEOUT));
  const honored = held.filter((status) => afterStatuses.includes(status));
  if (honored.length > 0 && honored.length < held.length) losses.push(readOn(honored));
  const policy: PolicyInput = {
    backoff: backoffOf(settings, maxAttempts - 1),
    jitter: jitter ? 'full' : 'none',
    maxAttempts,
    refusals: COUNTED,
    retryAfter: honored.length === 0 ? IGNORED : obeyed(retryAfterMaxMs ?? NO_LIMIT_MS, 'clamp'),
    retryOn: { statuses: held, networkErrors: true, idempotent: anyMethod ? 'always' : 'auto' },
    ...(attemptTimeoutMs === null ? {} : { attemptTimeoutMs }),
  };
  return { policy, losses };
}

const TOO_LARGE = 'ky repeats it only where the server names a wait';
const NO_TIMEOUT = 'without retryOnTimeout ky takes a timeout as final';

function readOn(statuses: readonly number[]): Loss {
  const does = `ky reads it on ${statuses.join(', ')} only`;
  return lossOf('retryAfter.honor', 'approximated', 'obeys it on every status that it repeats', does);
}

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

function find(source: unknown): Found<KySettings>[] {
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
