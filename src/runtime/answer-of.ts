// What an attempt says to the engine: from a response that was decoded, or from what was thrown.

import type { Rules } from '../core/backoff/compile.js';
import { classify, NO_RESPONSE, Outcome, Trait } from '../core/engine/outcome.js';
import type { Decoded, DecodedLimit } from '../core/headers/decoded.js';
import { responseIn } from '../core/headers/error-hint/hint-from.js';
import type { Answer } from './driver.js';
import type { GaveUpError } from './errors.js';
import { faultTraits } from './network-fault.js';
import type { RetryAfterError } from './retry-after-error.js';

/** An answer, and what the response that brought it says of limits. */
export interface FullAnswer extends Answer {
  readonly limits: readonly DecodedLimit[];
  /** The dialect of a sender that is certain by its marks. */
  readonly sender?: string;
}

/**
 * The answer of a response. Its verdict overrides the list of statuses of the policy only where somebody said so: the
 * server outright, or a sender whose habits are known. What the status alone says is for the policy to judge.
 */
export function answerOfResponse(rules: Rules, status: number, decoded: Decoded): FullAnswer {
  const { hintMs, scope, limits, overload, maybeDone, verdictFrom } = decoded;
  const verdict = verdictFrom === 'status' ? null : decoded.verdict;
  // Status 0 is what a page gets to see of an answer of another origin.
  let outcome: Outcome =
    status === 0 && verdict === null
      ? Outcome.OK
      : classify(rules, status, verdict, (overload ? Trait.OVERLOAD : 0) | (maybeDone === true ? Trait.MAYBE_DONE : 0));
  if (outcome === Outcome.REFUSED && isForbidden(decoded)) outcome = Outcome.TERMINAL;
  const answer = { outcome, hintMs: outcome === Outcome.OK ? null : hintMs, scope, status, limits };
  return decoded.dialect.confidence === 'certain' ? { ...answer, sender: decoded.dialect.id } : answer;
}

/** A limit of 0 is a setting of the account, not load: no wait makes room in it. */
function isForbidden({ limits, refusedBy }: Decoded): boolean {
  return limits.some(({ name, limit }) => limit === 0 && (refusedBy === null || refusedBy === name));
}

/**
 * What a thrown value says of the attempt. The response that it carries, as the errors of SDKs do, is read like any
 * response. A network fault may have happened or not. Anything else is a mistake of the program: retrying a TypeError
 * would only hide it.
 */
export function answerOfError(rules: Rules, error: unknown, nowMs: number, provider?: string): FullAnswer {
  try {
    const wait = waitIn(error);
    if (wait !== undefined) return { ...FINAL, outcome: Outcome.REFUSED, hintMs: wait };
    // A client inside this one has done what can be done; retrying that here would multiply the attempts.
    if (hasBeenGivenUp(error)) return FINAL;
    const found = responseIn(error, { nowMs, dialect: provider });
    if (found !== null) {
      const answer = answerOfResponse(rules, found.status, found.decoded);
      // An error of a response that was served is about something else.
      if (answer.outcome !== Outcome.OK) return answer;
    }
  } catch {
    return FINAL;
  }
  return answerOfFault(rules, error);
}

// Both by what errors say of themselves, since they may be from another copy of this package in the same process.

/** How long a function has asked to wait by throwing {@link RetryAfterError}; undefined for anything else that is thrown. */
function waitIn(error: unknown): number | null | undefined {
  const { code, retryAfterMs } = Object(error ?? {}) as Partial<RetryAfterError>;
  const isWait = retryAfterMs === null || (typeof retryAfterMs === 'number' && retryAfterMs >= 0);
  return code === 'retry-after' && isWait ? retryAfterMs : undefined;
}

function hasBeenGivenUp(error: unknown): boolean {
  const { code, report } = (typeof error === 'object' && error !== null ? error : {}) as Partial<GaveUpError>;
  return (code === 'gave-up' || code === 'would-wait') && typeof report?.attempts === 'number';
}

/** The answer of an attempt that brought no response: a network fault, or else a mistake of the program. */
export function answerOfFault(rules: Rules, error: unknown): FullAnswer {
  try {
    const traits = faultTraits(error);
    return traits === null ? FINAL : { ...FINAL, outcome: classify(rules, NO_RESPONSE, null, traits) };
  } catch {
    // Anything can be thrown, a proxy or an object with a getter that throws too.
    return FINAL;
  }
}

/** Not to be repeated as it is. */
const FINAL: FullAnswer = Object.freeze({
  outcome: Outcome.NO_ANSWER,
  hintMs: null,
  scope: 'bucket',
  status: null,
  limits: Object.freeze([]) as readonly DecodedLimit[],
});
