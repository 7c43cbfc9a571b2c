// urllib3: Retry(…). No wait before the first retry; before retry n ≥ 2 min(backoff_max, backoff_factor · 2^(n−1)) seconds, to
// which up to backoff_jitter seconds are added before the cut.

import { isListed, type Policy, type PolicyInput } from '../../../core/policy/policy.js';
import { COUNTED, IGNORED } from '../../../core/presets/habits.js';
import { secondsOf, toNanosecond } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { delaysOf, type Growth, growthOf, meanCutAt } from '../growth.js';
import { holdAttempts } from '../habits.js';
import { lossOf } from '../loss.js';
import { heldStatuses, listedStatuses } from '../statuses.js';
import { findRetries } from './find-retries.js';
import { RETRY_AFTER_STATUSES, type Urllib3Settings } from './settings.js';

export const urllib3: Format<Urllib3Settings> = {
  id: 'urllib3',
  title: 'urllib3 and requests, Retry',
  system: 'urllib3',
  syntax: 'text',
  file: 'session.py',
  source: 'PyPI urllib3 2.7.0, urllib3/util/retry.py',
  url: 'https://urllib3.readthedocs.io/en/stable/reference/urllib3.util.html#urllib3.util.Retry',
  date: '2026-11',
  because: {
    backoff: 'it never waits before the first retry, and then doubles',
    'backoff.capMs': 'backoff_max is never absent',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'backoff_jitter is a time that is added, the same for every retry',
    'retryAfter.beyondMax': 'a longer wait is cut at retry_after_max',
    'retryAfter.spreadMs': 'it adds nothing to it',
    'retryOn.statuses': 'status_forcelist names statuses one by one',
    'retryOn.idempotent': 'it goes by the method: allowed_methods',
    'refusals.countAsAttempts': 'a refusal is a failure like any other',
    attemptTimeoutMs: 'the timeout is another argument of the call',
    deadlineMs: 'it has no time limit over all retries',
  },
  fit,
  write,
  find: findRetries,
  toPolicy,
  meansMs,
};

function fit(policy: Policy): Urllib3Settings {
  const { baseMs, multiplier, capMs } = doublingIn(policy) ?? growthOf(policy);
  const { idempotent, networkErrors } = policy.retryOn;
  const limitMs =
    capMs ?? Math.max(baseMs, ...delaysOf({ baseMs, multiplier: 2, capMs: null }, policy.maxAttempts - 1));
  return {
    total: policy.maxAttempts - 1,
    factorMs: toNanosecond(capMs === null ? baseMs : Math.min(baseMs, capMs)),
    // Where waits do not grow, the cut keeps them at the base.
    maxMs: toNanosecond(multiplier < 1.5 ? Math.min(limitMs, baseMs) : limitMs),
    jitterMs: 0,
    statuses: listedStatuses(policy),
    networkErrors,
    anyMethod: idempotent === 'always',
    retryAfterMaxMs: policy.retryAfter.honor ? toNanosecond(policy.retryAfter.maxMs) : null,
  };
}

/** A list that begins as urllib3 does, with no wait and then twice the factor. */
function doublingIn({ backoff }: Policy): Growth | null {
  if (!isListed(backoff)) return null;
  const [first, second = 0] = backoff.delaysMs;
  return first === 0 && second > 0
    ? { baseMs: second / 2, multiplier: 2, capMs: backoff.capMs ?? Math.max(...backoff.delaysMs) }
    : null;
}

function write({
  total,
  factorMs,
  maxMs,
  statuses,
  networkErrors,
  anyMethod,
  retryAfterMaxMs,
}: Urllib3Settings): string {
  return [
    'from urllib3.util import Retry',
    '',
    'retries = Retry(',
    `    total=${total},`,
    ...(networkErrors ? [] : ['    connect=0,', '    read=0,', '    other=0,']),
    `    status_forcelist=[${statuses.join(', ')}],`,
    `    backoff_factor=${secondsOf(factorMs)},`,
    `    backoff_max=${secondsOf(maxMs)},`,
    ...(anyMethod ? ['    allowed_methods=None,  # every method, also POST'] : []),
    retryAfterMaxMs === null
      ? '    respect_retry_after_header=False,'
      : `    retry_after_max=${secondsOf(retryAfterMaxMs)},  # from urllib3 2.7 on`,
    '    raise_on_status=False,',
    ')',
    '',
  ].join('\n');
}

function range(
  { factorMs, maxMs, jitterMs }: Urllib3Settings,
  retry: number,
): readonly [lowMs: number, highMs: number] {
  if (retry === 1) return [0, 0];
  const delayMs = Math.min(Number.MAX_SAFE_INTEGER, factorMs * 2 ** Math.min(retry - 1, 1000));
  return [Math.min(maxMs, delayMs), Math.min(Number.MAX_SAFE_INTEGER, delayMs + jitterMs)];
}

function meansMs(settings: Urllib3Settings, retries: number): number[] {
  return Array.from({ length: retries }, (_, index) => meanCutAt(settings.maxMs, ...range(settings, index + 1)));
}

function toPolicy(settings: Urllib3Settings): Imported {
  const { factorMs, maxMs, jitterMs, retryAfterMaxMs, anyMethod, networkErrors } = settings;
  const { maxAttempts, losses } = holdAttempts(settings.total + 1, 'urllib3');
  if (jitterMs > 0) {
    const does = `urllib3 adds up to ${secondsOf(jitterMs)} s to every wait but the first`;
    losses.push(lossOf('jitter', 'dropped', 'has no jitter that is added', does));
  }
  const { held, losses: unheld } = heldStatuses(settings.statuses, 'urllib3');
  losses.push(...unheld);
  const unlisted = retryAfterMaxMs === null ? [] : RETRY_AFTER_STATUSES.filter((status) => !held.includes(status));
  if (unlisted.length > 0) {
    const does = `urllib3 repeats ${unlisted.join(', ')} all the same where Retry-After is there`;
    losses.push(lossOf('retryOn.statuses', 'approximated', `does not repeat ${unlisted.join(', ')}`, does));
  }
  const policy: PolicyInput = {
    backoff: backoffIn(factorMs, maxMs, maxAttempts - 1),
    jitter: 'none',
    maxAttempts,
    refusals: COUNTED,
    retryAfter:
      retryAfterMaxMs === null ? IGNORED : { honor: true, maxMs: retryAfterMaxMs, beyondMax: 'clamp', spreadMs: 0 },
    retryOn: { statuses: held, networkErrors, idempotent: anyMethod ? 'always' : 'auto' },
  };
  return { policy, losses };
}

function backoffIn(factorMs: number, maxMs: number, retries: number): NonNullable<PolicyInput['backoff']> {
  const delaysMs = [0];
  for (let retry = 2; retry <= Math.max(2, retries); retry++) {
    const delayMs = Math.min(maxMs, factorMs * 2 ** (retry - 1));
    delaysMs.push(delayMs);
    if (delayMs === maxMs || delayMs === 0) break;
  }
  return { delaysMs, capMs: maxMs };
}
