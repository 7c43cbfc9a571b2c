import type { Limiter } from '../limiters/create-limiter.js';
import { NO_TIME_KNOWN } from '../limiters/limiter.js';
import type { LimitRule } from './rule-book.js';
import type { LimitStanding, Refused } from './standing.js';
import { standingOf } from './standing-of.js';

/** A limit that has too little for a request. */
export interface Refusing {
  readonly rule: LimitRule;
  readonly limiter: Limiter;
  readonly asked: number;
  /** As the limiter says it: ms, Infinity for never, or that no time is known. */
  readonly waitMs: number;
}

/** The longest wait counts, since whoever waits less is refused again; one without an end known comes last. */
export function refusalOf(refusing: readonly Refusing[], now: number): { refused: Refused; waitMs: number | null } {
  const longest = refusing.reduce((found, each) => (each.waitMs > found.waitMs ? each : found));
  const all = refusing.map(({ rule, limiter }) => standingOf(rule, limiter, now));
  const by = all[refusing.indexOf(longest)] as LimitStanding;
  const { waitMs, asked } = longest;
  return {
    refused: { by, all, requested: asked, isForever: waitMs === Infinity },
    waitMs: waitMs === Infinity || waitMs === NO_TIME_KNOWN ? null : waitMs,
  };
}
