import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { admit } from './admit.js';
import { CallState } from './call-state.js';
import { Decision } from './decision.js';
import { AccountState, KeyState } from './key-state.js';
import { refuseAtHead, refuseAtOnce } from './refuse.js';
import { noteRequest } from './throttle.js';

const HOUR = 3_600_000;
const NOW = 1000;

function situation(policy: PolicyInput, costs: number[] | null = null) {
  const rules = compile(parsePolicy(policy));
  const key = new KeyState('bucket', new AccountState('account'), rules);
  const call = new CallState(key, costs, true, null);
  let draws = 0;
  return {
    rules,
    key,
    call,
    draws: () => draws,
    atOnce: () => nameOf(refuseAtOnce(rules, call, NOW)),
    atHead: (u = 0.5) =>
      nameOf(
        refuseAtHead(rules, call, NOW, () => {
          draws++;
          return u;
        }),
      ),
  };
}

const nameOf = (decision: Decision): string | undefined =>
  Object.entries(Decision).find(([, code]) => code === decision)?.[0];
const open = { failures: 9, openUntil: NOW + 500, trials: 0 };

describe('a new call is refused at once', () => {
  it('unless nothing is in its way', () => {
    expect(situation({}).atOnce()).toBe('QUEUED');
    expect(situation({ deadlineMs: 1, throttle: {}, breaker: {}, quotas: [] }).atOnce()).toBe('QUEUED');
  });

  it('when it costs more than a quota can ever hold: no instant would help', () => {
    const { atOnce, call } = situation({ quotas: [{ name: 'a', amount: 10, windowMs: 1000 }] }, [11]);
    expect([atOnce(), call.readyAt]).toEqual(['GIVE_UP_TOO_LARGE', Infinity]);
  });

  it('when the breaker is open, with the instant of its reset', () => {
    const { atOnce, call, key } = situation({ breaker: {} });
    Object.assign(key.breaker ?? {}, open);
    expect([atOnce(), call.readyAt]).toEqual(['GIVE_UP_BREAKER', NOW + 500]);
  });

  it('when the bucket is shut for longer than the policy waits, with the instant at which it opens', () => {
    const { atOnce, call, key } = situation({ retryAfter: { maxMs: 100 } });
    Object.assign(key, { cooldownAt: NOW + 101, namedUntil: NOW + 101 });
    expect([atOnce(), call.readyAt]).toEqual(['GIVE_UP_HINT', NOW + 101]);
  });

  it('when a daily quota is spent, with the end of its window', () => {
    const { atOnce, call, key, rules } = situation({ quotas: [{ name: 'day', amount: 1, windowMs: 24 * HOUR }] });
    admit(rules, key, null, 0);
    expect([atOnce(), call.readyAt]).toEqual(['GIVE_UP_QUOTA', 24 * HOUR]);
  });

  it.each<[number, string]>([
    [NOW + 501, 'QUEUED'],
    [NOW + 500, 'GIVE_UP_DEADLINE'],
    [NOW, 'GIVE_UP_DEADLINE'],
  ])('when it cannot start before its deadline at %d: %s', (deadlineAt, decision) => {
    const { atOnce, call, key } = situation({});
    key.cooldownAt = NOW + 500;
    call.deadlineAt = deadlineAt;
    expect(atOnce()).toBe(decision);
    expect(call.readyAt).toBe(decision === 'QUEUED' ? Infinity : NOW + 500);
  });
});

describe('the head of a bucket is refused when its turn comes', () => {
  it('unless nothing is in its way', () => {
    const { atHead, draws } = situation({});
    expect([atHead(), draws()]).toEqual(['QUEUED', 0]);
  });

  it('by an open breaker, and by a half-open one whose trials are all lent', () => {
    const { atHead, key, call } = situation({ breaker: {} });
    Object.assign(key.breaker ?? {}, open);
    expect([atHead(), call.readyAt]).toEqual(['GIVE_UP_BREAKER', NOW + 500]);
    Object.assign(key.breaker ?? {}, { openUntil: NOW - 1, trials: 1 });
    expect([atHead(), call.readyAt]).toEqual(['GIVE_UP_BREAKER', NOW]);
    Object.assign(key.breaker ?? {}, { trials: 0 });
    expect(atHead()).toBe('QUEUED');
  });

  it('by a cooldown that has grown beyond what the policy waits', () => {
    const { atHead, key } = situation({});
    key.overloadAt = NOW + 600_001;
    expect(atHead()).toBe('GIVE_UP_HINT');
  });

  describe('by the client-side throttle', () => {
    /** Eight requests, none accepted: (8 − 0) ÷ 9. */
    function failing() {
      const given = situation({ throttle: {} });
      for (let k = 0; k < 8; k++) noteRequest(given.key.throttle as NonNullable<typeof given.key.throttle>, NOW);
      return given;
    }

    it('with the chance of the formula', () => {
      expect(failing().atHead(8 / 9 - 1e-9)).toBe('GIVE_UP_THROTTLED');
      expect(failing().atHead(8 / 9 + 1e-9)).toBe('QUEUED');
    });

    it('once per attempt, with one draw, however often its turn comes', () => {
      const { atHead, key, draws } = failing();
      expect([atHead(0.99), atHead(0), atHead(0)]).toEqual(['QUEUED', 'QUEUED', 'QUEUED']);
      expect([draws(), key.throttle?.firstTotal]).toEqual([1, 8]);
    });

    it('and what it refuses counts as a request', () => {
      const { atHead, key } = failing();
      expect(atHead(0)).toBe('GIVE_UP_THROTTLED');
      expect([key.throttle?.firstTotal, key.throttle?.secondTotal]).toEqual([9, 0]);
    });

    it('not at all, and without a draw, while the service accepts', () => {
      const { atHead, draws } = situation({ throttle: {} });
      expect([atHead(0), draws()]).toEqual(['QUEUED', 0]);
    });
  });
});
