/** What happens to a call next. Codes below {@link FIRST_GIVE_UP} go on or end well; the others end the call. */
export const Decision = {
  /** Waits for its turn. */
  QUEUED: 0,
  /** Send it now. */
  SEND: 1,
  /** Wait until `readyAt`, then queue again. */
  RETRY: 2,
  /** Hand the result back: there is nothing to retry. */
  RETURN: 3,
  /** The attempt has taken too long: cut it and answer with an unknown outcome. */
  CUT: 4,

  /** The server said that repeating is pointless. */
  GIVE_UP_TERMINAL: 10,
  GIVE_UP_ATTEMPTS: 11,
  GIVE_UP_REFUSALS: 12,
  /** It may have happened, and repeating it is not known to be safe. */
  GIVE_UP_NOT_REPEATABLE: 13,
  /** The body was a stream that can be sent only once. */
  GIVE_UP_BODY: 14,
  /** The server asked for a longer wait than the policy obeys. */
  GIVE_UP_HINT: 15,
  GIVE_UP_DEADLINE: 16,
  GIVE_UP_BUDGET: 17,
  GIVE_UP_BREAKER: 18,
  GIVE_UP_THROTTLED: 19,
  GIVE_UP_QUEUE_FULL: 20,
  /** A quota with a long window is spent. */
  GIVE_UP_QUOTA: 21,
  /** The cost is above what the quota can ever hold. */
  GIVE_UP_TOO_LARGE: 22,
  ABORTED: 23,
  /** The store that the quotas are shared by is gone, and nothing is to be sent without it. */
  GIVE_UP_STORE: 24,
} as const;
export type Decision = (typeof Decision)[keyof typeof Decision];

const FIRST_GIVE_UP = 10;

/** Whether a decision ends the call without an answer that is good. */
export function isGiveUp(decision: Decision): boolean {
  return decision >= FIRST_GIVE_UP;
}
