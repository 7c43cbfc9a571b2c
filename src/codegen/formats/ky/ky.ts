// ky: the retry options. Wait of retry n: min(d, backoffLimit) with d = 300 ms · 2^(n−1), or what the delay function says; with
// jitter: true d is drawn from 0 to that, and cut then. Retry-After and its kin in its place on some statuses.

import { digitsOf } from '../../../core/grammar/digits.js';
import type { Policy, PolicyInput } from '../../../core/policy/policy.js';
import { COUNTED, IGNORED, NO_LIMIT_MS, obeyed } from '../../../core/presets/habits.js';
import { timeOrNull, toNanosecond } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { backoffOf, delaysOf, growthOf, isNearerFull, meanCutAt } from '../growth.js';
import { holdAttempts } from '../habits.js';
import { EVERY_METHOD, postNever } from '../http-methods.js';
import { writeOptions } from '../javascript/write-options.js';
import { drawnThenCut, type Loss, lossOf } from '../loss.js';
import { heldStatuses, listedStatuses } from '../statuses.js';
import { findClients } from './find-clients.js';
import type { KySettings } from './settings.js';

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
  find: findClients,
  toPolicy,
  meansMs: (settings, retries) => {
    return uncut(settings, retries).map((ms) => meanCutAt(settings.capMs, settings.jitter ? 0 : ms, ms));
  },
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
