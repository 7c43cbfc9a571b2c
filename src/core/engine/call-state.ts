import { Decision } from './decision.js';
import type { KeyState } from './key-state.js';

export const Phase = { NEW: 0, QUEUED: 1, WAITING: 2, IN_FLIGHT: 3, DONE: 4 } as const;
export type Phase = (typeof Phase)[keyof typeof Phase];

/** One logical call: every attempt of it, from submission to its end. Instants are in the driver's monotonic ms. */
export class CallState {
  /** Whom it shares quotas and cooldowns with. */
  readonly key: KeyState;
  /** Units it takes of each dimension, as {@link Engine.costsOf} puts them: the quotas of the policy first. Null: none stated. */
  readonly costs: readonly number[] | null;
  /** Repeating it after an unknown outcome is safe. */
  readonly repeatable: boolean;
  /** The driver's own data. */
  readonly payload: unknown;

  /** What goes first among the waiting of a bucket. 1 is worth a second of waiting, so that nobody starves. */
  priority = 0;

  phase: Phase = Phase.NEW;
  /** What was last decided. */
  decision: Decision = Decision.QUEUED;
  /** Attempts sent. */
  attempt = 0;
  /** Attempts among them that a quota refused. */
  refusals = 0;
  /** The last computed draw, or −1 before the first. */
  previousMs = -1;
  /** Give up at this instant at the latest. */
  deadlineAt = Infinity;
  /** When the next attempt may go; after a give-up, when it could have gone. */
  readyAt = 0;
  /** Order of submission. */
  seq = 0;
  submittedAt = 0;
  sentAt = 0;
  /** Which attempt of its bucket this one is, in the order of sending. */
  sendOrder = 0;
  /** What the attempt holds of the learned limits of its bucket; see {@link heldOf}. Null when there are none. */
  held: number[] | null = null;
  /** When the attempt in flight is cut; null when it is not. */
  cutAt: number | null = null;
  /** False once a body was sent that cannot be sent again. */
  replayable = true;
  /** The last wait was one that the server named. */
  hinted = false;
  /** The client-side throttle has let this attempt pass. */
  throttlePassed = false;
  /** The attempt is a trial of a half-open breaker. */
  trial = false;
  /** Tokens that the last retry took from the budget; null before the first retry. */
  budgetTaken: number | null = null;
  /** Entries in the queue of deadlines and cuts. */
  timers = 0;

  constructor(key: KeyState, costs: readonly number[] | null, repeatable: boolean, payload: unknown) {
    this.key = key;
    this.costs = costs;
    this.repeatable = repeatable;
    this.payload = payload;
  }
}
