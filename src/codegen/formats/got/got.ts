// got: the retry options. Wait of retry n: min(1 s · 2^(n−1), backoffLimit) and up to noise more; Retry-After in its place,
// where one beyond maxRetryAfter ends the call.

import { digitsOf } from '../../../core/grammar/digits.js';
import type { Policy, PolicyInput } from '../../../core/policy/policy.js';
import { COUNTED, NO_LIMIT_MS, obeyed } from '../../../core/presets/habits.js';
import { timeOrNull, toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Format, Found, Imported, Reading } from '../format.js';
import { delaysOf, growthOf, sharesOf } from '../growth.js';
import { holdAttempts } from '../habits.js';
import { EVERY_METHOD, postNever, readMethods } from '../http-methods.js';
import { timeOrEndless, wholeOrEndless } from '../javascript/endless.js';
import { findOptions } from '../javascript/find-options.js';
import { isObject } from '../javascript/literal.js';
import { writeOptions } from '../javascript/write-options.js';
import { lossOf, passedOver } from '../loss.js';
import { heldStatuses, listedStatuses, readStatuses } from '../statuses.js';

export interface GotSettings {
  readonly retries: number;
  /** Longest wait before the noise; null for none. */
  readonly limitMs: number | null;
  /** At most 100. */
  readonly noiseMs: number;
  /** Null is without limit. */
  readonly retryAfterMaxMs: number | null;
  readonly statuses: readonly number[];
  readonly anyMethod: boolean;
  readonly networkErrors: boolean;
  readonly attemptTimeoutMs: number | null;
}

export const got: Format<GotSettings> = {
  id: 'got',
  title: 'got retry options',
  system: 'got',
  syntax: 'text',
  file: 'client.js',
  source: 'npm got 14.6.6, dist/source/core/calculate-retry-delay.js and options.js',
  url: 'https://github.com/sindresorhus/got/blob/main/documentation/7-retry.md',
  date: '2026-11',
  because: {
    backoff: 'it starts at 1 s and doubles; only the longest wait can be told',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'noise is a time that is added, at most 100 ms',
    'retryAfter.honor': 'it always reads it',
    'retryAfter.beyondMax': 'a longer wait ends the call',
    'retryAfter.spreadMs': 'it adds nothing to it',
    'retryOn.statuses': 'statusCodes names statuses one by one',
    'retryOn.idempotent': 'it goes by the method: methods',
    'refusals.countAsAttempts': 'a refusal is a failure like any other',
    idleTimeoutMs: 'timeout has parts of other meanings',
    deadlineMs: 'it has no time limit over all retries',
  },
  fit,
  write,
  find,
  toPolicy,
  meansMs: (settings, retries) => delaysOf(growthIn(settings), retries).map((ms) => ms + settings.noiseMs / 2),
};

const FIRST_MS = 1000;
const MOST_NOISE_MS = 100;
const DEFAULTS = { retries: 2, noiseMs: 100, statuses: [408, 413, 429, 500, 502, 503, 504, 521, 522, 524] };

function fit(policy: Policy): GotSettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const [low, high] = sharesOf(policy);
  const { idempotent, networkErrors } = policy.retryOn;
  // Where waits do not grow, the limit keeps them at the base.
  const limitMs = multiplier < 1.5 ? Math.min(baseMs, capMs ?? baseMs) : capMs;
  const noiseMs = low === high ? 0 : Math.min(MOST_NOISE_MS, limitMs ?? MOST_NOISE_MS);
  return {
    retries: policy.maxAttempts - 1,
    limitMs: limitMs === null ? null : toNanosecond(limitMs - noiseMs),
    noiseMs: toNanosecond(noiseMs),
    retryAfterMaxMs: toNanosecond(policy.retryAfter.maxMs),
    statuses: listedStatuses(policy),
    anyMethod: idempotent === 'always',
    networkErrors,
    attemptTimeoutMs: timeOrNull(policy.attemptTimeoutMs),
  };
}

function write(settings: GotSettings): string {
  const { retries, limitMs, noiseMs, retryAfterMaxMs, statuses, anyMethod, networkErrors, attemptTimeoutMs } = settings;
  const retry = [
    ['limit', `${retries}`],
    ['backoffLimit', limitMs === null ? undefined : digitsOf(limitMs)],
    ['noise', digitsOf(noiseMs)],
    ['maxRetryAfter', retryAfterMaxMs === null ? undefined : digitsOf(retryAfterMaxMs)],
    ['statusCodes', `[${statuses.join(', ')}]`],
    ['methods', anyMethod ? `[${EVERY_METHOD.map((method) => `'${method}'`).join(', ')}]` : undefined],
    ['errorCodes', networkErrors ? undefined : '[]'],
  ] as const;
  const options = writeOptions([
    ['retry', writeOptions(retry, '  ')],
    ['timeout', attemptTimeoutMs === null ? undefined : `{ request: ${digitsOf(attemptTimeoutMs)} }`],
  ]);
  return `import got from 'got';\n\nexport const client = got.extend(${options});\n`;
}

/** Below the first wait of 1 s, the limit is every wait. */
function growthIn({ limitMs }: GotSettings) {
  const isFlat = limitMs !== null && limitMs <= FIRST_MS;
  return isFlat ? { baseMs: limitMs, multiplier: 1, capMs: null } : { baseMs: FIRST_MS, multiplier: 2, capMs: limitMs };
}

function toPolicy(settings: GotSettings): Imported {
  const { noiseMs, retryAfterMaxMs, anyMethod, networkErrors, attemptTimeoutMs } = settings;
  const { maxAttempts, losses } = holdAttempts(settings.retries + 1, 'got');
  if (noiseMs > 0) {
    const does = `got adds up to ${digitsOf(noiseMs)} ms to every wait of its own`;
    losses.push(lossOf('jitter', 'dropped', 'has no jitter that is added', does));
  }
  const { held, losses: unheld } = heldStatuses(settings.statuses, 'got');
  losses.push(...unheld);
  if (held.includes(413)) losses.push(lossOf('retryOn.statuses', 'approximated', 'repeats 413', TOO_LARGE));
  if (!anyMethod) losses.push(postNever('got'));
  const policy: PolicyInput = {
    backoff: growthIn(settings),
    jitter: 'none',
    maxAttempts,
    refusals: COUNTED,
    retryAfter: obeyed(retryAfterMaxMs ?? NO_LIMIT_MS, 'fail'),
    retryOn: { statuses: held, networkErrors, idempotent: anyMethod ? 'always' : 'auto' },
    ...(attemptTimeoutMs === null ? {} : { attemptTimeoutMs }),
  };
  return { policy, losses };
}

const TOO_LARGE = 'got repeats it only where the server names a wait';

const KEYS = ['limit', 'backoffLimit', 'noise', 'maxRetryAfter', 'statusCodes', 'methods', 'errorCodes'];
const SHAPE = {
  calls: 'got(?:\\.(?:extend|get|post|put|patch|head|delete|stream|paginate))?',
  at: (callee: string) => (callee.endsWith('.extend') ? 0 : 1),
  keys: ['retry', ...KEYS],
  allowed: 'got.extend({ retry: { limit, statusCodes, … } }), or those options by themselves, with literal values',
};

function find(source: unknown): Found<GotSettings>[] {
  return findOptions(source, SHAPE).map(({ name, options }) => ({ name, read: () => read(options()) }));
}

function read(options: Record<string, unknown>): Reading<GotSettings> {
  const isWhole = !KEYS.some((key) => key in options);
  const outer = new Fields(isWhole ? options : {}, '');
  const retry = outer.value('retry') ?? {};
  const fields = isWhole ? new Fields(isObject(retry) ? retry : { limit: retry }, 'retry') : new Fields(options, '');
  const request = outer.fields('timeout')?.number(['request'], { min: 0 });
  const codes = fields.value('errorCodes');
  const { anyMethod, losses } = readMethods(fields, 'methods');
  if (Array.isArray(codes) && codes.length > 0) {
    losses.push(passedOver('errorCodes', 'has a list', 'a policy repeats all network errors or none'));
  }
  if (fields.value('calculateDelay') !== undefined) {
    losses.push(passedOver('calculateDelay', 'has code', 'it may change every wait, and is not run'));
  }
  // Left out, it is the timeout of the request.
  const retryAfterMaxMs = timeOrEndless(fields, 'maxRetryAfter');
  const settings: GotSettings = {
    retries: wholeOrEndless(fields, 'limit') ?? DEFAULTS.retries,
    limitMs: timeOrNull(timeOrEndless(fields, 'backoffLimit') ?? null),
    noiseMs: toNanosecond(fields.number(['noise'], { min: 0, max: MOST_NOISE_MS }) ?? DEFAULTS.noiseMs),
    retryAfterMaxMs: retryAfterMaxMs === undefined ? (request ?? null) : retryAfterMaxMs,
    statuses: readStatuses(fields, 'statusCodes', DEFAULTS.statuses),
    anyMethod,
    networkErrors: !(Array.isArray(codes) && codes.length === 0),
    attemptTimeoutMs: timeOrNull(request ?? null),
  };
  return { settings, passedOver: [...losses, ...fields.rest(['enforceRetryRules'])] };
}
