import type { Limit } from '../grammar/limit.js';
import type { Share } from '../grammar/share.js';

/** What is asked of the dependency, beside the policy: how well it answers, how fast, and how much work there is. */
export interface Load {
  /** Chance that one attempt succeeds. Without it 1 is assumed, and the sentences say so. */
  readonly success: Share | null;
  /** Time one attempt takes, in ms. Null: not known, so no concurrency is given. */
  readonly latencyMs: number | null;
  readonly deadlineMs: number | null;
  /** Calls planned in flight, above 0. */
  readonly inFlight: number | null;
  /** Requests waiting. */
  readonly backlog: number;
  /** New requests per minute. */
  readonly arrivalsPerMinute: number;
  /** In the order given. Empty: the quotas of the policy are the limits. */
  readonly limits: readonly Limit[];
  /** Units one attempt takes of a quota that does not say so itself, by the quota's name. */
  readonly costs: Readonly<Record<string, number>>;
}

/** A load of which nothing is known: what every field is until it is given. */
export const NO_LOAD: Load = Object.freeze({
  success: null,
  latencyMs: null,
  deadlineMs: null,
  inFlight: null,
  backlog: 0,
  arrivalsPerMinute: 0,
  limits: Object.freeze([]),
  costs: Object.freeze({}),
});
