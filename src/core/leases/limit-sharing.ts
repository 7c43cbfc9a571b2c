// What one bucket without quotas of its own tells the fleet of its limits, and when.

import type { CallState } from '../engine/call-state.js';
import type { KeyState } from '../engine/key-state.js';
import type { DecodedLimit } from '../headers/decoded.js';
import type { Quota } from '../policy/policy.js';
import { shareableLimits } from './learned-limits.js';
import type { QuotaReading } from './store.js';

/** A server that tells one limit in two ways must not have its changes told with every answer. */
const CHANGE_MS = 1000;
/** The calls of one round are refused together, and tell the same. */
const REFUSAL_MS = 100;

export class LimitSharing {
  private readonly key: KeyState;
  private readonly placeOf: (name: string) => number;
  /** Limits whose window nobody has told: it is that of a dialect. */
  private readonly supposed = new Set<string>();
  /** What there is to tell: nothing at first, which asks what others know; null when there is nothing to tell or to ask. */
  private news: readonly Quota[] | null = [];
  /** What is told takes the place of what was told before. */
  hasChanged = false;
  /** The places of costs do not allow it. */
  private isOver = false;
  private changedAt = -Infinity;
  private refusedAt = -Infinity;
  /** The call whose answer told limits last, and which of them it said are used up. */
  private toldBy: CallState | null = null;
  private usedUp: readonly string[] = [];

  constructor(key: KeyState, placeOf: (name: string) => number) {
    this.key = key;
    this.placeOf = placeOf;
  }

  /** What has just come to be known well enough to go by; empty while nothing is. */
  learned(): readonly Quota[] {
    if (this.isOver) return [];
    const limits = this.inOrder(shareableLimits(this.key, this.supposed));
    if (limits.length > 0) this.news = limits;
    return limits;
  }

  toTell(): readonly Quota[] | null {
    return this.isOver ? null : this.news;
  }

  /** The limits that all go by, as they can be kept here; null where they are kept already, or there are none. */
  heard(told: readonly Quota[], known: readonly Quota[]): readonly Quota[] | null {
    // What came to be known meanwhile is still to be told.
    if (this.news === told) {
      this.news = null;
      this.hasChanged = false;
    }
    const limits = this.inOrder(known);
    this.isOver = limits.length === 0 && known.length > 0;
    const { quotas } = this.key;
    const isKept = limits.length === quotas.length && limits.every((limit, at) => isSame(limit, quotas[at]?.quota));
    return isKept || limits.length === 0 ? null : limits;
  }

  /** By their places, from the first on, since that is how costs stand. */
  private inOrder(known: readonly Quota[]): readonly Quota[] {
    const byPlace = new Map(known.map((limit) => [this.placeOf(limit.name), limit]));
    const limits: Quota[] = [];
    for (let limit = byPlace.get(0); limit !== undefined; limit = byPlace.get(limits.length)) limits.push(limit);
    return limits;
  }

  /** Notes what a response tells, of the limits that are shared or may be so. */
  told(call: CallState, limits: readonly DecodedLimit[], now: number): void {
    for (const limit of limits) {
      if (tellsWindow(limit)) this.supposed.delete(limit.name);
      else if (limit.windowMs !== null) this.supposed.add(limit.name);
    }
    if (!this.key.isShared) return;
    this.toldBy = call;
    this.usedUp = limits.filter(({ remaining }) => remaining !== null && remaining < 1).map(({ name }) => name);
    if (now - this.changedAt < CHANGE_MS) return;
    for (const told of limits) {
      const { name, limit, confidence } = told;
      const shared = this.key.quotas.find(({ quota }) => quota.name === name)?.quota;
      if (shared === undefined || limit === null || limit < 1 || limit === shared.amount || confidence === 'guess')
        continue;
      const burst = shared.burst < shared.amount ? Math.min(shared.burst, limit) : limit;
      this.news = [{ name, amount: limit, windowMs: tellsWindow(told) ? told.windowMs : shared.windowMs, burst }];
      this.hasChanged = true;
      this.changedAt = now;
    }
  }

  /**
   * What a refusal says is left: nothing, of what the response said is used up, or else of all. Null when another refusal of
   * the same round has said so.
   */
  refused(call: CallState, now: number): (QuotaReading | null)[] | null {
    if (now - this.refusedAt < REFUSAL_MS) return null;
    this.refusedAt = now;
    const { quotas } = this.key;
    const isNamed = (name: string): boolean => this.toldBy === call && this.usedUp.includes(name);
    const isAnyNamed = quotas.some(({ quota }) => isNamed(quota.name));
    return quotas.map(({ quota }) => (!isAnyNamed || isNamed(quota.name) ? { remaining: 0 } : null));
  }
}

function tellsWindow(limit: DecodedLimit): limit is DecodedLimit & { readonly windowMs: number } {
  return limit.windowMs !== null && limit.confidence === 'certain';
}

function isSame(one: Quota, other: Quota | undefined): boolean {
  return (
    one.name === other?.name &&
    one.amount === other.amount &&
    one.windowMs === other.windowMs &&
    one.burst === other.burst
  );
}
