// One request as the limits see it, and what it turned out to use.

import type { Estimate } from '../limiters/reservation.js';

export interface Demand {
  /** Who asks: whoever shares a credential. */
  readonly account: string;
  readonly method: string;
  /** What the provider counts separately: a path, or a path with its parameters left out. */
  readonly route: string;
  /** The kind of endpoint, by {@link RuleBook.resourceOf}; '' where there is only one. */
  readonly resource: string;
  /** '' where there is none. */
  readonly model: string;
  readonly tokens: Estimate;
  /** What kind of operation it is, for tables of points: the method, or `query` or `mutation` in GraphQL. */
  readonly operation: string;
  /** The cost that a query was found to have. */
  readonly queryCost: number;
}

/** A plain GET by one account; give what differs. */
export function demandOf(parts: Partial<Demand> = {}): Demand {
  const method = parts.method ?? 'GET';
  const none = { account: 'default', route: '/', resource: '', model: '', queryCost: 1 };
  return { ...none, tokens: { input: 0, outputBounds: [] }, operation: method, ...parts, method };
}

/** What a request used, once it is known. */
export interface Usage {
  /** Without what was read from a cache. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly cpuMs: number;
  readonly queryCost: number;
}

export const NO_USAGE: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cpuMs: 0, queryCost: 0 };
