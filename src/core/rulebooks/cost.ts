// What a request costs of a limit: before it is served, and once its use is known.

import { type PointTable, pointsOf } from '../limiters/points.js';
import { reservationFor, type Taken } from '../limiters/reservation.js';
import type { Demand, Usage } from './demand.js';

export type CostRule =
  /** 1. */
  | { readonly of: 'request' }
  /** 1, given back when the request is done. */
  | { readonly of: 'slot' }
  | TokenCost
  /** By the kind of operation. */
  | { readonly of: 'points'; readonly table: PointTable }
  /** What the query was found to cost, corrected by what it did cost. */
  | { readonly of: 'query' }
  /** Processor time, charged when the request is done. */
  | { readonly of: 'cpu' };

export interface TokenCost {
  readonly of: 'tokens';
  readonly counts: 'input' | 'output' | 'both';
  readonly taken: Taken;
  /** The output that is assumed where the request states no bound; 0 unless given. */
  readonly unboundedOutput?: number;
  /** Whether the estimate is corrected when the use is known. */
  readonly isSettled: boolean;
  /** Whether input that was read from a cache counts. */
  readonly countsCached?: boolean;
}

export interface Cost {
  /** What has to be there for the request to be let in. */
  readonly asked: number;
  /** What is taken at once. */
  readonly charged: number;
}

/** What is asked and taken of a limit of `amount` at the start. */
export function costOf(rule: CostRule, demand: Demand, amount: number): Cost {
  switch (rule.of) {
    case 'request':
    case 'slot':
      return ONE;
    case 'points':
      return both(pointsOf(rule.table, demand.operation));
    case 'query':
      return both(demand.queryCost);
    case 'cpu':
      return NOTHING;
    case 'tokens': {
      const reserved = reservationFor(rule.taken, demand.tokens, amount, rule.unboundedOutput ?? 0);
      // Where nothing is taken at the start, something has to be left all the same.
      return rule.taken === 'nothing' ? { asked: Math.min(1, amount), charged: 0 } : both(reserved);
    }
  }
}

/** What was used in the end; null when what was taken at the start stands. */
export function usedOf(rule: CostRule, usage: Usage): number | null {
  switch (rule.of) {
    case 'request':
    case 'points':
      return null;
    case 'slot':
      return 0;
    case 'query':
      return usage.queryCost;
    case 'cpu':
      return usage.cpuMs;
    case 'tokens': {
      if (!rule.isSettled) return null;
      const input = usage.inputTokens + (rule.countsCached === true ? usage.cachedInputTokens : 0);
      return (rule.counts === 'output' ? 0 : input) + (rule.counts === 'input' ? 0 : usage.outputTokens);
    }
  }
}

const ONE: Cost = { asked: 1, charged: 1 };
const NOTHING: Cost = { asked: 0, charged: 0 };

function both(cost: number): Cost {
  return { asked: cost, charged: cost };
}
