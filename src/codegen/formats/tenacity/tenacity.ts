// tenacity: the arguments of retry. Wait of retry n: the sum of its strategies, of which wait_exponential is
// max(min, min(multiplier · exp_base^(n−1), max)) seconds and wait_random_exponential is drawn from min to that.

import { rawDelayMs } from '../../../core/backoff/backoff.js';
import { compile } from '../../../core/backoff/compile.js';
import { isListed, type Policy } from '../../../core/policy/policy.js';
import { secondsOf, timeOrNull, toNanosecond } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { growthOf, sharesOf } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { lossOf } from '../loss.js';
import { drawnBy } from './drawn-by.js';
import { findRetries } from './find-retries.js';
import { drawOf, type Exponential, meanOf, type TenacitySettings, type TenacityWait } from './settings.js';
import { writeWaits } from './write-waits.js';

export const tenacity: Format<TenacitySettings> = {
  id: 'tenacity',
  title: 'tenacity retry',
  system: 'tenacity',
  syntax: 'text',
  file: 'calls.py',
  source: 'PyPI tenacity 9.2.1, tenacity/wait.py and stop.py',
  url: 'https://tenacity.readthedocs.io/en/latest/',
  date: '2026-11',
  because: {
    'backoff.minMs': 'a shortest wait cannot be added to a jitter that has one of its own',
    jitter: 'a sum of its strategies draws evenly between two shares of a wait',
    retryAfter: 'it sees no response',
    retryOn: 'it repeats by the class of the exception',
    'refusals.countAsAttempts': 'a refusal is an exception like any other',
    attemptTimeoutMs: 'the call must have a timeout of its own',
    deadlineMs: 'stop_before_delay ends no attempt that is under way',
  },
  fit,
  write,
  find: findRetries,
  toPolicy,
  meansMs: ({ waits }, retries) => {
    return Array.from({ length: retries }, (_, index) =>
      waits.reduce((sum, wait) => sum + meanOf(drawOf(wait, index + 1)), 0),
    );
  },
};

function fit(policy: Policy): TenacitySettings {
  return {
    attempts: policy.maxAttempts,
    totalMs: timeOrNull(policy.deadlineMs),
    waits: waitsFor(policy),
    condition: null,
  };
}

function waitsFor(policy: Policy): TenacityWait[] {
  const [low, high] = sharesOf(policy);
  const { minMs } = policy.backoff;
  if (isListed(policy.backoff)) {
    const rules = compile(policy);
    const waits = policy.backoff.delaysMs.map((_, index) => {
      const rawMs = rawDelayMs(rules, index + 1);
      const [lowMs, highMs] = [rawMs * low, rawMs * high].map((ms) => toNanosecond(Math.max(minMs, ms)));
      return { kind: 'uniform' as const, minMs: lowMs as number, maxMs: highMs as number };
    });
    return [{ kind: 'chain', waits }];
  }
  const { baseMs, multiplier, capMs } = growthOf(policy);
  // The cap holds what is drawn, so that a share above 1 lowers the raw delay.
  const share = (of: number, least: number): Exponential => ({
    baseMs: toNanosecond((capMs === null ? baseMs : Math.min(baseMs, capMs / Math.max(1, high))) * of),
    factor: multiplier,
    maxMs: capMs === null ? null : toNanosecond((capMs / Math.max(1, high)) * of),
    minMs: least,
  });
  if (low === high) return [{ kind: 'exponential', ...share(low, toNanosecond(minMs)) }];
  if (low === 0) return [{ kind: 'random-exponential', ...share(high, toNanosecond(minMs)) }];
  return [
    { kind: 'exponential', ...share(low, 0) },
    { kind: 'random-exponential', ...share(high - low, 0) },
  ];
}

function write({ attempts, totalMs, waits }: TenacitySettings): string {
  const { names, code } = writeWaits(waits);
  const stops = [
    `stop_after_attempt(${attempts})`,
    ...(totalMs === null ? [] : [`stop_before_delay(${secondsOf(totalMs)})`]),
  ];
  const imported = ['retry', 'stop_after_attempt', ...(totalMs === null ? [] : ['stop_before_delay']), ...names];
  return [
    'import requests',
    `from tenacity import ${imported.join(', ')}`,
    '',
    '',
    '@retry(',
    `    stop=${stops.join(' | ')},`,
    `    wait=${code},`,
    '    reraise=True,',
    ')',
    'def example(url):',
    '    response = requests.get(url, timeout=30)',
    '    response.raise_for_status()',
    '    return response',
    '',
  ].join('\n');
}

function toPolicy(settings: TenacitySettings): Imported {
  const { waits, totalMs, condition } = settings;
  const { maxAttempts, losses } = holdAttempts(settings.attempts, 'tenacity');
  const drawn = drawnBy(waits, Math.max(1, maxAttempts - 1));
  losses.push(
    ...drawn.losses,
    repeatsByStatus(condition === null ? 'tenacity repeats on every exception' : `tenacity asks ${condition}`),
  );
  if (totalMs !== null)
    losses.push(lossOf('deadlineMs', 'approximated', 'ends the attempt under way as well', LETS_FINISH));
  const policy = {
    backoff: drawn.backoff,
    jitter: drawn.jitter,
    maxAttempts,
    ...REPEATS_ALL,
    ...(totalMs === null || totalMs === 0 ? {} : { deadlineMs: totalMs }),
  };
  return { policy, losses };
}

const LETS_FINISH = 'tenacity only starts no further one';
