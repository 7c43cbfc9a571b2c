import type { Limit } from '../grammar/limit.js';
import { type RequestCost, requestCost } from './attempts.js';
import { drainOf } from './drain.js';
import type { Load } from './load.js';
import type { Drain } from './report.js';

/** The figures of a plan that depend on the success share. */
export interface SuccessFigures extends RequestCost {
  /** Requests that end per minute at the ceiling, well or not. */
  readonly completedPerMinute: number;
  /** Requests that end well per minute at the ceiling. */
  readonly resolvedPerMinute: number;
  /** The share of attempts that are retries. */
  readonly retryTax: number;
  /** Units of each limit, in order, that the backlog takes; null where nothing ever succeeds. */
  readonly unitsToDrain: readonly (number | null)[];
  readonly drain: Drain;
}

/** What does not depend on the success share. */
export interface Given {
  readonly meanWaitsMs: readonly number[];
  readonly limits: readonly Limit[];
  readonly ceilingPerMinute: number;
  /** Attempts per minute that the calls in flight make; the ceiling where they are not planned. */
  readonly sentPerMinute: number;
  readonly load: Pick<Load, 'backlog' | 'arrivalsPerMinute'>;
}

/** All of them for one success share, 0…1. Each rises or falls with it throughout, so ends of an interval give ends. */
export function figuresAt(successShare: number, given: Given): SuccessFigures {
  const { ceilingPerMinute, load } = given;
  const cost = requestCost(successShare, given.meanWaitsMs);
  const { attemptsPerRequest } = cost;
  return {
    ...cost,
    completedPerMinute: ceilingPerMinute / attemptsPerRequest,
    resolvedPerMinute: ceilingPerMinute * successShare,
    retryTax: (attemptsPerRequest - 1) / attemptsPerRequest,
    unitsToDrain: given.limits.map((limit) => {
      return successShare === 0 ? null : finiteOrNull((load.backlog * limit.cost) / successShare);
    }),
    drain: drainOf(Math.min(given.sentPerMinute, ceilingPerMinute) * successShare, load),
  };
}

/** JSON has no Infinity: a figure that is infinite, or beyond what a double holds, is null. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
