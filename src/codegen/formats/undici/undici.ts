// undici: the options of RetryAgent, RetryHandler and interceptors.retry. Wait of retry n:
// min(minTimeout · timeoutFactor^(n−1), maxTimeout), no jitter; Retry-After in its place, cut at maxTimeout.

import { digitsOf } from '../../../core/grammar/digits.js';
import type { Policy, PolicyInput } from '../../../core/policy/policy.js';
import { COUNTED, obeyed } from '../../../core/presets/habits.js';
import { LONGEST_MS, toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Format, Found, Imported, Reading } from '../format.js';
import { backoffOf, delaysOf, type Growth, growthOf } from '../growth.js';
import { holdAttempts } from '../habits.js';
import { EVERY_METHOD, postNever, readMethods } from '../http-methods.js';
import { timeOrEndless, wholeOrEndless } from '../javascript/endless.js';
import { findOptions } from '../javascript/find-options.js';
import { isObject } from '../javascript/literal.js';
import { writeOptions } from '../javascript/write-options.js';
import { passedOver } from '../loss.js';
import { heldStatuses, listedStatuses, readStatuses } from '../statuses.js';

export interface UndiciSettings extends Growth {
  readonly retries: number;
  readonly capMs: number;
  readonly statuses: readonly number[];
  readonly anyMethod: boolean;
  readonly networkErrors: boolean;
}

export const undici: Format<UndiciSettings> = {
  id: 'undici',
  title: 'undici RetryAgent options',
  system: 'undici',
  syntax: 'text',
  file: 'dispatcher.js',
  source: 'npm undici 7.30.2, lib/handler/retry-handler.js',
  url: 'https://undici.nodejs.org/#/docs/api/RetryHandler.md',
  date: '2026-11',
  because: {
    'backoff.capMs': 'maxTimeout is never absent',
    'backoff.minMs': 'minTimeout is the first wait',
    jitter: 'it has no jitter',
    'retryAfter.honor': 'it always reads it',
    'retryAfter.maxMs': 'a longer wait is cut at maxTimeout',
    'retryAfter.beyondMax': 'a longer wait is cut at maxTimeout',
    'retryAfter.spreadMs': 'it adds nothing to it',
    'retryOn.statuses': 'statusCodes names statuses one by one',
    'retryOn.idempotent': 'it goes by the method: methods',
    'refusals.countAsAttempts': 'a refusal is a failure like any other',
    attemptTimeoutMs: 'the timeouts are options of the agent inside',
    idleTimeoutMs: 'the timeouts are options of the agent inside',
    deadlineMs: 'it has no time limit over all retries',
  },
  fit,
  write,
  find,
  toPolicy,
  meansMs: delaysOf,
};

const DEFAULTS = { retries: 5, baseMs: 500, multiplier: 2, capMs: 30_000, statuses: [500, 502, 503, 504, 429] };

function fit(policy: Policy): UndiciSettings {
  const growth = growthOf(policy);
  const { idempotent, networkErrors } = policy.retryOn;
  const reachedMs = Math.max(growth.baseMs, ...delaysOf(growth, policy.maxAttempts - 1));
  return {
    retries: policy.maxAttempts - 1,
    baseMs: toNanosecond(growth.baseMs),
    multiplier: growth.multiplier,
    capMs: toNanosecond(growth.capMs ?? reachedMs),
    statuses: listedStatuses(policy),
    anyMethod: idempotent === 'always',
    networkErrors,
  };
}

function write(settings: UndiciSettings): string {
  const { retries, baseMs, multiplier, capMs, statuses, anyMethod, networkErrors } = settings;
  const options = writeOptions([
    ['maxRetries', `${retries}`],
    ['minTimeout', digitsOf(baseMs)],
    ['timeoutFactor', digitsOf(multiplier)],
    ['maxTimeout', digitsOf(capMs)],
    ['statusCodes', `[${statuses.join(', ')}]`],
    ['methods', anyMethod ? `[${EVERY_METHOD.map((method) => `'${method}'`).join(', ')}]` : undefined],
    ['errorCodes', networkErrors ? undefined : '[]'],
  ]);
  const start = "import { Agent, RetryAgent } from 'undici';\n\n";
  return `${start}export const dispatcher = new RetryAgent(new Agent(), ${options});\n`;
}

function toPolicy(settings: UndiciSettings): Imported {
  const { retries, capMs, anyMethod, networkErrors } = settings;
  const { maxAttempts, losses } = holdAttempts(retries + 1, 'undici');
  const { held, losses: unheld } = heldStatuses(settings.statuses, 'undici');
  losses.push(...unheld, ...(anyMethod ? [] : [postNever('undici')]));
  const policy: PolicyInput = {
    backoff: backoffOf(settings, maxAttempts - 1),
    jitter: 'none',
    maxAttempts,
    refusals: COUNTED,
    retryAfter: obeyed(capMs, 'clamp'),
    retryOn: { statuses: held, networkErrors, idempotent: anyMethod ? 'always' : 'auto' },
  };
  return { policy, losses };
}

const SHAPE = {
  calls: 'RetryAgent|RetryHandler|interceptors\\.retry',
  at: (callee: string) => (callee.endsWith('RetryAgent') ? 1 : 0),
  keys: ['maxRetries', 'minTimeout', 'maxTimeout', 'timeoutFactor', 'statusCodes', 'errorCodes', 'retryOptions'],
  allowed: 'new RetryAgent(agent, { maxRetries, minTimeout, … }), or those options by themselves, with literal values',
};

function find(source: unknown): Found<UndiciSettings>[] {
  return findOptions(source, SHAPE).map(({ name, options }) => ({ name, read: () => read(options()) }));
}

const KEEPS_ON = 'Retry-After is read all the same; in this version the option is not asked';

function read(options: Record<string, unknown>): Reading<UndiciSettings> {
  // RetryHandler has them inside the options of its request.
  const inner = options.retryOptions;
  const fields = isObject(inner) ? new Fields(inner, 'retryOptions') : new Fields(options, '');
  const time = (key: string): number | undefined => fields.number([key], { min: 0 });
  const codes = fields.value('errorCodes');
  const { anyMethod, losses } = readMethods(fields, 'methods');
  if (Array.isArray(codes) && codes.length > 0) {
    losses.push(passedOver('errorCodes', 'has a list', 'a policy repeats all network errors or none'));
  }
  if (fields.boolean(['retryAfter']) === false) losses.push(passedOver('retryAfter', 'has false', KEEPS_ON));
  const capMs = timeOrEndless(fields, 'maxTimeout');
  const settings: UndiciSettings = {
    retries: wholeOrEndless(fields, 'maxRetries') ?? DEFAULTS.retries,
    baseMs: toNanosecond(time('minTimeout') ?? DEFAULTS.baseMs),
    multiplier: time('timeoutFactor') ?? DEFAULTS.multiplier,
    capMs: toNanosecond(capMs === null ? LONGEST_MS : (capMs ?? DEFAULTS.capMs)),
    statuses: readStatuses(fields, 'statusCodes', DEFAULTS.statuses),
    anyMethod,
    networkErrors: !(Array.isArray(codes) && codes.length === 0),
  };
  return { settings, passedOver: [...losses, ...fields.withoutCounterpart('retry'), ...fields.rest(['throwOnError'])] };
}
