// tenacity: the arguments of retry. Wait of retry n: the sum of its strategies, of which wait_exponential is
// max(min, min(multiplier · exp_base^(n−1), max)) seconds and wait_random_exponential is drawn from min to that.

import { rawDelayMs } from '../../../core/backoff/backoff.js';
import { compile } from '../../../core/backoff/compile.js';
import { isListed, type Policy, type PolicyInput } from '../../../core/policy/policy.js';
import { secondsOf, timeOrNull, toNanosecond } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { backoffOf, growthOf, jitterOf, listedBackoff, meanCutAt, sharesOf } from '../growth.js';
import { holdAttempts, REPEATS_ALL, repeatsByStatus } from '../habits.js';
import { drawnThenCut, type Loss, lossOf } from '../loss.js';
import { findRetries } from './find-retries.js';
import { type Draw, drawOf, type Exponential, type TenacitySettings, type TenacityWait } from './settings.js';
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
    return each(retries, (retry) => waits.reduce((sum, wait) => sum + meanOf(drawOf(wait, retry)), 0));
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

type Waiting = {
  readonly backoff: NonNullable<PolicyInput['backoff']>;
  readonly jitter: NonNullable<PolicyInput['jitter']>;
  readonly losses: Loss[];
};

/** The waits as a policy has them: in the words of their strategies where it has such words, else one by one. */
function drawnBy(waits: readonly TenacityWait[], retries: number): Waiting {
  const [first, second] = waits;
  if (waits.length === 1 && (first?.kind === 'exponential' || first?.kind === 'random-exponential')) {
    const { minMs } = first;
    const backoff = { ...backoffOf(growthIn(first), retries), ...(minMs === 0 ? {} : { minMs }) };
    return { backoff, jitter: first.kind === 'exponential' ? 'none' : 'full', losses: [] };
  }
  if (
    waits.length === 2 &&
    first?.kind === 'exponential' &&
    second?.kind === 'random-exponential' &&
    areShares(first, second)
  ) {
    const whole = { ...first, baseMs: first.baseMs + second.baseMs, maxMs: sum(first.maxMs, second.maxMs) };
    const low = Number((first.baseMs / whole.baseMs).toFixed(9));
    return { backoff: backoffOf(growthIn(whole), retries), jitter: jitterOf(low, 1), losses: [] };
  }
  return oneByOne(waits, retries);
}

function growthIn({ baseMs, factor, maxMs }: Exponential) {
  return { baseMs, multiplier: factor, capMs: maxMs };
}

/** Whether two strategies grow alike, so that their sum is drawn from a share of one wait to all of it. */
function areShares(a: Exponential, b: Exponential): boolean {
  const reach = ({ baseMs, maxMs }: Exponential): number => (maxMs === null ? 0 : maxMs / baseMs);
  const isAlike = Math.abs(reach(a) - reach(b)) <= 1e-6 * Math.max(reach(a), reach(b));
  return a.factor === b.factor && a.minMs === 0 && b.minMs === 0 && a.baseMs > 0 && b.baseMs > 0 && isAlike;
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : toNanosecond(a + b);
}

/** Delays listed. Where all are drawn from the same share of them that is the jitter, else their means are listed. */
function oneByOne(waits: readonly TenacityWait[], retries: number): Waiting {
  const draws = each(retries, (retry) => waits.map((wait) => drawOf(wait, retry)));
  const evenly = draws.map((parts) => parts.filter(({ lowMs, highMs }) => lowMs !== highMs).length <= 1);
  const ends = draws.map((parts) => [total(parts, 'lowMs'), total(parts, 'highMs')] as const);
  const isCut = draws.some((parts) =>
    parts.some(({ cutMs, floorMs, lowMs, highMs }) => highMs > (cutMs ?? Infinity) || lowMs < floorMs),
  );
  // Of the longest draw, since a text to the nanosecond says least exactly what a short one is.
  const [lowest, highest] = ends.reduce((longest, end) => (end[1] > longest[1] ? end : longest));
  const low = highest === 0 ? 1 : lowest / highest;
  const isOneShare =
    evenly.every(Boolean) && !isCut && ends.every((end) => Math.abs(end[0] - low * end[1]) <= 2e-6 + 1e-9 * end[1]);
  if (isOneShare) {
    const delaysMs = ends.map(([, high]) => toNanosecond(high));
    return { backoff: listedBackoff(delaysMs), jitter: jitterOf(low, 1), losses: [] };
  }
  const means = draws.map((parts) => toNanosecond(parts.reduce((whole, part) => whole + meanOf(part), 0)));
  const losses = [
    lossOf(
      'jitter',
      'dropped',
      'has no jitter of another width for each retry',
      'tenacity draws each wait around that mean',
    ),
  ];
  if (isCut) losses.push(drawnThenCut('tenacity'));
  return { backoff: listedBackoff(means), jitter: 'none', losses };
}

function total(parts: readonly Draw[], end: 'lowMs' | 'highMs'): number {
  return parts.reduce((whole, part) => whole + part[end], 0);
}

/** The mean of max(floor, min(U(low, high), cut)): exact. */
function meanOf({ lowMs, highMs, cutMs, floorMs }: Draw): number {
  const cut = cutMs ?? Number.MAX_SAFE_INTEGER;
  const mean = meanCutAt(cut, lowMs, highMs);
  if (floorMs <= lowMs) return Math.max(floorMs, mean);
  // E max(f, X) = f + E X − E min(X, f), of the wait that is cut.
  return floorMs >= cut ? floorMs : floorMs + mean - meanCutAt(floorMs, lowMs, highMs);
}

function each<T>(retries: number, make: (retry: number) => T): T[] {
  return Array.from({ length: retries }, (_, index) => make(index + 1));
}
