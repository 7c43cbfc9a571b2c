import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { CallState } from './call-state.js';
import { decide, needsDraw } from './decide.js';
import { Decision } from './decision.js';
import { AccountState, KeyState } from './key-state.js';
import { Outcome } from './outcome.js';

const NOW = 1000;

interface Situation {
  readonly policy?: PolicyInput;
  readonly key?: Partial<KeyState>;
  readonly accountCooldownAt?: number;
  /** Of the call, after the first attempt was sent. */
  readonly call?: Partial<CallState>;
  readonly outcome?: Outcome;
  readonly hintMs?: number | null;
  readonly u?: number;
}

const nameOf = (decision: Decision): string | undefined =>
  Object.entries(Decision).find(([, code]) => code === decision)?.[0];

/** What is decided, and how long from now the call could go. */
function decided(situation: Situation) {
  const { policy, outcome = Outcome.OVERLOADED, hintMs = null, u = 0.5 } = situation;
  const rules = compile(parsePolicy({ jitter: 'none', ...policy }));
  const key = new KeyState('bucket', new AccountState('account'), rules);
  key.account.cooldownAt = situation.accountCooldownAt ?? 0;
  Object.assign(key, situation.key);
  const call = new CallState(key, null, true, null);
  Object.assign(call, { attempt: 1, readyAt: 0 }, situation.call);
  const draws = needsDraw(rules, key, call, outcome, hintMs);
  const decision = decide(rules, key, call, outcome, hintMs, NOW, u);
  return { decision: nameOf(decision), waitMs: call.readyAt - NOW, draws, call, key };
}

/** One row: what is given, what is decided, and the wait. */
type Row = [what: string, situation: Situation, decision: string, waitMs: number];

describe('the own backoff', () => {
  it.each<Row>([
    ['waits the first delay after the first attempt', {}, 'RETRY', 1000],
    ['grows with the attempts', { call: { attempt: 3 } }, 'RETRY', 4000],
    ['draws at the uniform', { policy: { jitter: 'full' }, u: 0.25 }, 'RETRY', 250],
    ['may be nothing', { policy: { jitter: 'full' }, u: 0 }, 'RETRY', 0],
    [
      'has another base after a quota refusal',
      { policy: { backoff: { throttledBaseMs: 50 } }, outcome: Outcome.REFUSED },
      'RETRY',
      50,
    ],
    ['which an overload does not have', { policy: { backoff: { throttledBaseMs: 50 } } }, 'RETRY', 1000],
    [
      'grows by every re-send, refusals included',
      { call: { attempt: 5, refusals: 4 }, outcome: Outcome.REFUSED },
      'RETRY',
      16_000,
    ],
    [
      'grows from the last draw where it is decorrelated',
      { policy: { jitter: 'decorrelated' }, call: { attempt: 2, previousMs: 3000 } },
      'RETRY',
      5000,
    ],
    ['starts from the base where it is decorrelated', { policy: { jitter: 'decorrelated' } }, 'RETRY', 2000],
    [
      'starts from the second base after a refusal',
      { policy: { jitter: 'decorrelated', backoff: { throttledBaseMs: 100 } }, outcome: Outcome.REFUSED },
      'RETRY',
      200,
    ],
  ])('%s', (_, situation, decision, waitMs) => {
    expect(decided(situation)).toMatchObject({ decision, waitMs, draws: true });
  });

  it('is remembered, for the next decorrelated wait grows from it', () => {
    const { call } = decided({ policy: { jitter: 'decorrelated' }, u: 0.75 });
    expect([call.previousMs, call.hinted]).toEqual([2500, false]);
  });
});

describe('the wait that the server names', () => {
  it.each<Row>([
    ['is obeyed to the millisecond', { hintMs: 1234 }, 'RETRY', 1234],
    ['is not shortened by a smaller cap', { hintMs: 100_000, policy: { backoff: { capMs: 10 } } }, 'RETRY', 100_000],
    ['is not lengthened by a larger backoff', { hintMs: 1, call: { attempt: 5 } }, 'RETRY', 1],
    ['holds for every outcome that is retried', { hintMs: 7, outcome: Outcome.UNKNOWN }, 'RETRY', 7],
    ['up to the longest that is obeyed', { hintMs: 600_000 }, 'RETRY', 600_000],
    ['and beyond ends the call with the instant', { hintMs: 600_001 }, 'GIVE_UP_HINT', 600_001],
    ['or is cut to the longest', { hintMs: 900_000, policy: { retryAfter: { beyondMax: 'clamp' } } }, 'RETRY', 600_000],
  ])('%s', (_, situation, decision, waitMs) => {
    expect(decided(situation)).toMatchObject({ decision, waitMs, draws: false });
  });

  it.each<Row>([
    [
      'of 0 beside a refusal says nothing: the own backoff is waited',
      { hintMs: 0, outcome: Outcome.REFUSED },
      'RETRY',
      1000,
    ],
    ['below 0 says nothing', { hintMs: -5 }, 'RETRY', 1000],
    ['that is NaN says nothing', { hintMs: Number.NaN }, 'RETRY', 1000],
    ['is ignored where the policy ignores it', { hintMs: 9, policy: { retryAfter: { honor: false } } }, 'RETRY', 1000],
    [
      'beyond the longest may give way to the own backoff',
      { hintMs: 900_000, policy: { retryAfter: { beyondMax: 'backoff' } } },
      'RETRY',
      1000,
    ],
    [
      'that was obeyed and too short gives way to a longer own wait',
      { hintMs: 300, call: { attempt: 3, hinted: true } },
      'RETRY',
      4000,
    ],
    [
      'that was obeyed still holds where it is longer',
      { hintMs: 9000, call: { attempt: 3, hinted: true } },
      'RETRY',
      9000,
    ],
  ])('%s', (_, situation, decision, waitMs) => {
    expect(decided(situation)).toMatchObject({ decision, waitMs, draws: true });
  });

  it('is remembered as obeyed until an own wait comes between', () => {
    expect(decided({ hintMs: 5 }).call.hinted).toBe(true);
    expect(decided({ call: { hinted: true } }).call.hinted).toBe(false);
  });
});

describe('the spread', () => {
  it.each<[string, Situation, number, boolean]>([
    ['is nothing while the bucket is ours alone', { hintMs: 5000, u: 0.5 }, 5000, false],
    ['of a shared bucket is a tenth of the wait', { hintMs: 5000, u: 0.5, key: { share: 0.7 } }, 5250, true],
    ['but a second at most', { hintMs: 60_000, u: 0.5, key: { share: 0.7 } }, 60_500, true],
    ['is what the policy says', { hintMs: 60_000, u: 0.5, policy: { retryAfter: { spreadMs: 400 } } }, 60_200, true],
    [
      'is none where the policy says none',
      { hintMs: 5000, key: { share: 0.5 }, policy: { retryAfter: { spreadMs: 0 } } },
      5000,
      false,
    ],
    [
      'is added to a cut wait too',
      { hintMs: 900_000, u: 0.5, policy: { retryAfter: { beyondMax: 'clamp', spreadMs: 100 } } },
      600_050,
      true,
    ],
  ])('%s', (_, situation, waitMs, draws) => {
    expect(decided(situation)).toMatchObject({ decision: 'RETRY', waitMs, draws });
  });

  it('JC-07: is only ever added: ten seconds become ten to eleven, never less', () => {
    for (const u of [0, 0.5, 0.999]) {
      const { waitMs } = decided({
        hintMs: 10_000,
        u,
        outcome: Outcome.REFUSED,
        policy: { retryAfter: { spreadMs: 1000 } },
      });
      expect(waitMs).toBeGreaterThanOrEqual(10_000);
      expect(waitMs).toBeLessThan(11_000);
    }
  });
});

describe('the cooldowns of the bucket and of its account', () => {
  it.each<Row>([
    ['lengthen a shorter wait', { hintMs: 5, key: { cooldownAt: NOW + 70 } }, 'RETRY', 70],
    ['the overload too', { hintMs: 5, key: { overloadAt: NOW + 80 } }, 'RETRY', 80],
    ['the account too', { hintMs: 5, accountCooldownAt: NOW + 90 }, 'RETRY', 90],
    ['and do not shorten a longer one', { hintMs: 500, key: { cooldownAt: NOW + 70 } }, 'RETRY', 500],
  ])('%s', (_, situation, decision, waitMs) => {
    expect(decided(situation)).toMatchObject({ decision, waitMs });
  });
});
