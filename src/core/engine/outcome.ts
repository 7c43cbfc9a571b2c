import type { Rules } from '../backoff/compile.js';

/** How an attempt ended, as far as retrying is concerned. */
export const Outcome = {
  /** Served. */
  OK: 0,
  /** A quota said no: nothing was processed. */
  REFUSED: 1,
  /** The server is overloaded or was not reached: nothing was processed, but it is not our quota. */
  OVERLOADED: 2,
  /** Timeout, reset, 408, most 5xx: it may have happened. */
  UNKNOWN: 3,
  /** The request itself is wrong: do not repeat it as it is. */
  REJECTED: 4,
  /** The quota is gone for good, or the request can never fit. */
  TERMINAL: 5,
  /** Nothing was learned of the server: a mistake of the program, or a network fault that the policy does not repeat. */
  NO_ANSWER: 6,
} as const;
export type Outcome = (typeof Outcome)[keyof typeof Outcome];

/** What the response says of retrying, where it says anything. It overrides the list of statuses. */
export type Verdict = 'ok' | 'retry' | 'backoff' | 'never' | 'rejected';

/** What else is known of an attempt. Combined with `|`. */
export const Trait = {
  NONE: 0,
  /** The connection failed before anything was sent. */
  NOT_SENT: 1,
  /** The server said that it is overloaded, whatever the status. */
  OVERLOAD: 2,
  /** The server said that it does not know whether the request was processed, as Binance does with some of its 503. */
  MAYBE_DONE: 4,
} as const;

/** Status given for an attempt that brought no response. */
export const NO_RESPONSE = 0;

/**
 * The outcome of an attempt from its status ({@link NO_RESPONSE} for a network fault), the verdict of the response
 * (null when it has none) and the traits. Sources: RFC 9110 §15, RFC 6585 §4; 529 as used by LLM providers.
 */
export function classify(rules: Rules, status: number, verdict: Verdict | null, traits: number): Outcome {
  // A dialect may call it rejected, for a repeat has to be looked at; whether one is safe is for the call to say.
  if ((traits & Trait.MAYBE_DONE) !== 0 && verdict !== 'ok' && verdict !== 'never') return Outcome.UNKNOWN;
  if (verdict !== null) {
    if (verdict === 'ok') return Outcome.OK;
    if (verdict === 'never') return Outcome.TERMINAL;
    if (verdict === 'rejected') return Outcome.REJECTED;
  }
  if (status === NO_RESPONSE) {
    if (!rules.policy.retryOn.networkErrors) return Outcome.NO_ANSWER;
    return (traits & Trait.NOT_SENT) !== 0 ? Outcome.OVERLOADED : Outcome.UNKNOWN;
  }
  if (verdict === null) {
    if (status < 400) return Outcome.OK;
    if (rules.retryable[status] !== 1) return Outcome.REJECTED;
  }
  if ((traits & Trait.OVERLOAD) !== 0 || status === 503 || status === 529) return Outcome.OVERLOADED;
  // 429, and whatever a dialect marks as a limit: GitHub's 403, a GraphQL limit inside a 200.
  if (status === 429 || (verdict !== null && status < 500 && status !== 408)) return Outcome.REFUSED;
  return Outcome.UNKNOWN;
}
