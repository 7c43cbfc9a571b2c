import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { firstDecision } from './first-decision.js';
import { Outcome } from './outcome.js';

const first = (outcome: Outcome, hintMs: number | null, policy = {}) =>
  firstDecision(compile(parsePolicy(policy)), outcome, hintMs);

describe('what is decided on a call after its first attempt', () => {
  // The default policy: base 1 s, full jitter, waits of the server up to 10 min.
  it.each<[string, Outcome, number | null, object, object]>([
    ['a hint is obeyed to the millisecond', Outcome.REFUSED, 7000, {}, { minWaitMs: 7000, maxWaitMs: 7000 }],
    ['without a hint it is the own backoff', Outcome.REFUSED, null, {}, { minWaitMs: 0, maxWaitMs: 1000 }],
    ['a hint of 0 is none', Outcome.REFUSED, 0, {}, { minWaitMs: 0, maxWaitMs: 1000 }],
    ['after an overload, too', Outcome.OVERLOADED, null, { jitter: 'equal' }, { minWaitMs: 500, maxWaitMs: 1000 }],
    ['without jitter it is one wait', Outcome.UNKNOWN, null, { jitter: 'none' }, { minWaitMs: 1000, maxWaitMs: 1000 }],
    [
      'a longer hint than is obeyed ends the call at once, with the instant',
      Outcome.REFUSED,
      600_001,
      {},
      { action: 'give-up', reason: 'wait-exceeds-max', minWaitMs: 600_001 },
    ],
    ['a mistake is handed back', Outcome.REJECTED, 7000, {}, { action: 'return', minWaitMs: null, maxWaitMs: null }],
    ['a terminal answer ends it', Outcome.TERMINAL, null, {}, { action: 'give-up', reason: 'terminal' }],
  ])('%s', (_, outcome, hintMs, policy, expected) => {
    expect(first(outcome, hintMs, policy)).toMatchObject(expected);
  });

  it('is said in a sentence', () => {
    expect(first(Outcome.REFUSED, 7000).sentence).toBe('The call will be tried again in 7.00 s.');
    expect(first(Outcome.REFUSED, null).sentence).toBe(
      'The call will be tried again after its own backoff, between 0 s and 1.00 s.',
    );
  });
});
