// The waits of tenacity as a policy has them.

import type { PolicyInput } from '../../../core/policy/policy.js';
import { toNanosecond } from '../durations.js';
import { backoffOf, jitterOf, listedBackoff } from '../growth.js';
import { drawnThenCut, type Loss, lossOf } from '../loss.js';
import { type Draw, drawOf, type Exponential, meanOf, type TenacityWait } from './settings.js';

export interface Waiting {
  readonly backoff: NonNullable<PolicyInput['backoff']>;
  readonly jitter: NonNullable<PolicyInput['jitter']>;
  readonly losses: Loss[];
}

/** The waits as a policy has them: in the words of their strategies where it has such words, else one by one. */
export function drawnBy(waits: readonly TenacityWait[], retries: number): Waiting {
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

function each<T>(retries: number, make: (retry: number) => T): T[] {
  return Array.from({ length: retries }, (_, index) => make(index + 1));
}
