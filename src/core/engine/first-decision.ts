import type { Rules } from '../backoff/compile.js';
import { formatWait } from '../text/format-time.js';
import { CallState } from './call-state.js';
import { Engine } from './engine.js';
import { type Explanation, explain } from './explain.js';
import type { Outcome } from './outcome.js';

/** What is decided on a call after its first attempt. */
export interface FirstDecision extends Omit<Explanation, 'waitMs' | 'retryAt'> {
  /** The least and the greatest wait that can be drawn, in ms; both null when there is none. */
  readonly minWaitMs: number | null;
  readonly maxWaitMs: number | null;
}

/**
 * What the engine does with a call that is safe to repeat when its first attempt ends so: the engine itself is asked,
 * with the least and the greatest draw. `hintMs` is the wait that the server named, or null.
 */
export function firstDecision(rules: Rules, outcome: Outcome, hintMs: number | null): FirstDecision {
  const { action, reason, sentence, waitMs: minWaitMs } = decideWith(rules, outcome, hintMs, 0);
  const { waitMs: maxWaitMs } = decideWith(rules, outcome, hintMs, 1);
  if (action !== 'wait' || minWaitMs === maxWaitMs) return { action, reason, sentence, minWaitMs, maxWaitMs };
  const range = `between ${formatWait(minWaitMs ?? 0)} and ${formatWait(maxWaitMs)}`;
  return {
    action,
    reason,
    sentence: `The call will be tried again after its own backoff, ${range}.`,
    minWaitMs: minWaitMs ?? 0,
    maxWaitMs,
  };
}

function decideWith(rules: Rules, outcome: Outcome, hintMs: number | null, u: number): Explanation {
  const engine = new Engine(rules, { random: () => u });
  const call = new CallState(engine.key('', ''), null, true, null);
  engine.submit(call, 0);
  engine.next(0);
  engine.answer(call, outcome, hintMs, 0);
  return explain(call, 0);
}
