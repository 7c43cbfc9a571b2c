import { formatWait } from '../text/format-time.js';
import type { CallState } from './call-state.js';
import { Decision, isGiveUp } from './decision.js';

/** A decision in words, for errors, events and pages. Built only where somebody reads it. */
export interface Explanation {
  readonly action: 'wait' | 'send' | 'return' | 'give-up';
  /** Stable word for the reason, such as `deadline`. */
  readonly reason: string;
  /** Time until `retryAt`; null when there is no such instant. */
  readonly waitMs: number | null;
  /** When the call goes again or, after a give-up, could have gone; monotonic ms. */
  readonly retryAt: number | null;
  readonly sentence: string;
}

type Action = Explanation['action'];

const REASONS: Readonly<Record<Decision, readonly [action: Action, reason: string, sentence: string]>> = {
  [Decision.QUEUED]: ['wait', 'queued', 'The call waits for its turn'],
  [Decision.SEND]: ['send', 'admitted', 'The call is on its way'],
  [Decision.RETRY]: ['wait', 'retry', 'The call will be tried again'],
  [Decision.RETURN]: ['return', 'answered', 'The call has its answer'],
  [Decision.CUT]: ['return', 'attempt-timeout', 'The attempt took longer than attemptTimeoutMs'],
  [Decision.GIVE_UP_TERMINAL]: ['give-up', 'terminal', 'The server says that repeating is pointless'],
  [Decision.GIVE_UP_ATTEMPTS]: [
    'give-up',
    'attempts-exhausted',
    'Every attempt has failed; raise maxAttempts to go on',
  ],
  [Decision.GIVE_UP_REFUSALS]: ['give-up', 'refusals-exhausted', 'Quotas refused more often than refusals.max allows'],
  [Decision.GIVE_UP_NOT_REPEATABLE]: [
    'give-up',
    'method-not-repeatable',
    'The attempt may have been processed and repeating it is not known to be safe; for a fetch use an idempotent method or send an Idempotency-Key, for execute pass idempotent: true, or set retryOn.idempotent to always',
  ],
  [Decision.GIVE_UP_BODY]: [
    'give-up',
    'body-not-replayable',
    'The request body is a stream that can be sent only once; pass a function that makes a fresh init for each attempt',
  ],
  [Decision.GIVE_UP_HINT]: ['give-up', 'wait-exceeds-max', 'The server asks for a longer wait than retryAfter.maxMs'],
  [Decision.GIVE_UP_DEADLINE]: ['give-up', 'wait-exceeds-deadline', 'The call cannot end within its deadline'],
  [Decision.GIVE_UP_BUDGET]: ['give-up', 'budget-exhausted', 'The retry budget is used up'],
  [Decision.GIVE_UP_BREAKER]: ['give-up', 'breaker-open', 'The breaker is open after failures in a row'],
  [Decision.GIVE_UP_THROTTLED]: [
    'give-up',
    'throttled',
    'The client refuses part of its calls while most of them fail',
  ],
  [Decision.GIVE_UP_QUEUE_FULL]: ['give-up', 'queue-full', 'The queue is full; slow the producer or raise maxQueued'],
  [Decision.GIVE_UP_QUOTA]: ['give-up', 'quota-spent', 'The quota is spent until its window ends'],
  [Decision.GIVE_UP_TOO_LARGE]: ['give-up', 'never-fits', 'The call costs more than its quota can ever hold'],
  [Decision.GIVE_UP_STORE]: [
    'give-up',
    'store-unavailable',
    'The store that shares the quotas cannot be reached; to go on without it, set whenGone to share',
  ],
  [Decision.ABORTED]: ['give-up', 'aborted', 'The caller aborted the call'],
};

/** Explains what was last decided on a call, as of `now`. */
export function explain(call: Pick<CallState, 'decision' | 'readyAt'>, now: number): Explanation {
  const [action, reason, sentence] = REASONS[call.decision];
  const timed = call.decision === Decision.RETRY || (isGiveUp(call.decision) && call.decision !== Decision.ABORTED);
  const retryAt = timed && Number.isFinite(call.readyAt) && call.readyAt > now ? call.readyAt : null;
  const waitMs = retryAt === null ? null : retryAt - now;
  const when =
    waitMs === null
      ? ''
      : isGiveUp(call.decision)
        ? `; it could go in ${formatWait(waitMs)}`
        : ` in ${formatWait(waitMs)}`;
  return { action, reason, waitMs, retryAt, sentence: `${sentence}${when}.` };
}
