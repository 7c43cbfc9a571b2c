import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { CallState } from './call-state.js';
import { Decision, isGiveUp } from './decision.js';
import { explain } from './explain.js';
import { AccountState, KeyState } from './key-state.js';

function explained(decision: Decision, readyAt = 0, now = 1000) {
  const key = new KeyState('bucket', new AccountState('account'), compile(parsePolicy({})));
  return explain(Object.assign(new CallState(key, null, true, null), { decision, readyAt }), now);
}

describe('the words for a decision', () => {
  it.each(Object.entries(Decision))('%s has an action, a reason and a sentence of its own', (_, decision) => {
    const { action, reason, sentence } = explained(decision);
    expect(action === 'give-up').toBe(isGiveUp(decision));
    expect(reason).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(sentence).toMatch(/^[A-Z].*[^.]\.$/);
  });

  it('are told apart by their reasons', () => {
    const reasons = Object.values(Decision).map((decision) => explained(decision).reason);
    expect(new Set(reasons).size).toBe(reasons.length);
  });

  it.each<[Decision, string, string]>([
    [Decision.RETRY, 'retry', 'The call will be tried again in 7.50 s.'],
    [
      Decision.GIVE_UP_HINT,
      'wait-exceeds-max',
      'The server asks for a longer wait than retryAfter.maxMs; it could go in 7.50 s.',
    ],
    [
      Decision.GIVE_UP_DEADLINE,
      'wait-exceeds-deadline',
      'The call cannot end within its deadline; it could go in 7.50 s.',
    ],
    [Decision.ABORTED, 'aborted', 'The caller aborted the call.'],
    [Decision.RETURN, 'answered', 'The call has its answer.'],
    [Decision.QUEUED, 'queued', 'The call waits for its turn.'],
  ])('%d reads', (decision, reason, sentence) => {
    expect(explained(decision, 8500)).toMatchObject({ reason, sentence });
  });
});

describe('the instant at which a call could go', () => {
  it.each<[string, Decision, number, number | null]>([
    ['of a retry is when it goes', Decision.RETRY, 8500, 8500],
    ['of a give-up is when it could have gone', Decision.GIVE_UP_BUDGET, 8500, 8500],
    ['is none when that is now', Decision.GIVE_UP_ATTEMPTS, 1000, null],
    ['is none when that is past', Decision.GIVE_UP_ATTEMPTS, 10, null],
    ['is none when it is not known', Decision.GIVE_UP_TOO_LARGE, Infinity, null],
    ['is none after an abort', Decision.ABORTED, 8500, null],
    ['is none after an answer', Decision.RETURN, 8500, null],
  ])('%s', (_, decision, readyAt, retryAt) => {
    const waitMs = retryAt === null ? null : retryAt - 1000;
    expect(explained(decision, readyAt)).toMatchObject({ retryAt, waitMs });
  });
});
