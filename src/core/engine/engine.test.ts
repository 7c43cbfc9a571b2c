import { describe, expect, it } from 'vitest';
import { endsOf, play, type Result, type Script } from '../../../test/support/engine-world.js';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { CallState } from './call-state.js';
import { Decision } from './decision.js';
import { DEFAULT_MAX_QUEUED, Engine } from './engine.js';
import { Outcome } from './outcome.js';

const { OK, REFUSED, OVERLOADED, UNKNOWN, REJECTED } = Outcome;
const HOUR = 3_600_000;
const ends = (outcome: Outcome, latencyMs = 10, hintMs: number | null = null): Result => ({
  outcome,
  latencyMs,
  hintMs,
});
const ok = ends(OK);
const times = <T>(n: number, make: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => make(index));
const steady: PolicyInput = { jitter: 'none', backoff: { baseMs: 100, multiplier: 2 } };

describe('one call', () => {
  it.each<[string, PolicyInput, Result[], number[], string]>([
    ['is sent at once and handed back', {}, [ok], [0], 'RETURN'],
    ['is handed back when it is wrong', {}, [ends(REJECTED)], [0], 'RETURN'],
    ['is retried after its backoff', {}, [ends(OVERLOADED), ends(UNKNOWN), ok], [0, 110, 320], 'RETURN'],
    ['is retried after the named wait', {}, [ends(REFUSED, 10, 5000), ok], [0, 5010], 'RETURN'],
    ['ends with its last attempt', { maxAttempts: 3 }, [ends(UNKNOWN)], [0, 110, 320], 'GIVE_UP_ATTEMPTS'],
    [
      'waits for refusals as often as allowed',
      { maxAttempts: 1, refusals: { max: 2 } },
      [ends(REFUSED, 10, 50)],
      [0, 60, 270],
      'GIVE_UP_REFUSALS',
    ],
    [
      'is cut when an attempt takes too long',
      { attemptTimeoutMs: 30, maxAttempts: 2 },
      [ends(OK, 1000), ok],
      [0, 130],
      'RETURN',
    ],
    [
      'is cut though the server never answers',
      { attemptTimeoutMs: 30, maxAttempts: 2 },
      [{ outcome: OK, latencyMs: null }],
      [0, 130],
      'GIVE_UP_ATTEMPTS',
    ],
    [
      'ends at its deadline though the server never answers',
      { deadlineMs: 70 },
      [{ outcome: OK, latencyMs: null }],
      [0],
      'GIVE_UP_DEADLINE',
    ],
  ])('%s', (_, policy, results, sentAt, end) => {
    const world = play({ ...steady, ...policy }, [{ at: 0, results }]);
    expect([world.sentAt[0], endsOf(world)]).toEqual([sentAt, [end]]);
  });

  it('DL-06: stops when the next wait does not fit before the deadline, rather than sleep and then fail', () => {
    const policy: PolicyInput = { jitter: 'none', backoff: { baseMs: 200 }, maxAttempts: 8, deadlineMs: 7000 };
    const world = play(policy, [{ at: 0, results: [ends(UNKNOWN, 0)] }]);
    expect(world.sentAt[0]).toEqual([0, 200, 600, 1400, 3000, 6200]);
    expect(world.ends[0]).toEqual([{ at: 6200, decision: Decision.GIVE_UP_DEADLINE }]);
    expect(world.calls[0]?.readyAt).toBe(12_600);
  });

  it('DL-07: is not sent again when its deadline would pass during the wait', () => {
    const policy: PolicyInput = {
      jitter: 'none',
      backoff: { baseMs: 200, multiplier: 1 },
      maxAttempts: 5,
      deadlineMs: 1000,
    };
    const world = play(policy, [{ at: 0, results: [ends(OVERLOADED, 950)] }]);
    expect(world.sentAt[0]).toEqual([0]);
    expect(world.ends[0]?.[0]?.at).toBeLessThanOrEqual(1000);
  });

  it('AB-04: is not sent again after an abort during its wait', () => {
    const world = play({ jitter: 'none' }, [{ at: 0, abortAt: 100, results: [ends(UNKNOWN, 0)] }]);
    expect(world.sentAt[0]).toEqual([0]);
    expect(world.ends[0]).toEqual([{ at: 100, decision: Decision.ABORTED }]);
  });
});

describe('slots', () => {
  it('CS-01: are freed by an abort though the attempt never settles', () => {
    const world = play({ maxInFlight: 1 }, [
      { at: 0, abortAt: 50, results: [{ outcome: OK, latencyMs: null }] },
      { at: 0, results: [ok] },
    ]);
    expect(world.sentAt[1]).toEqual([50]);
    expect(world.engine.inFlight).toBe(0);
  });

  it('CS-05: are never given to one who has stopped waiting', () => {
    const world = play({ maxInFlight: 1 }, [
      { at: 0, results: [ends(OK, 300)] },
      { at: 0, abortAt: 100, results: [ok] },
      { at: 250, results: [ok] },
    ]);
    expect(world.sentAt).toEqual([[0], [], [300]]);
    expect(world.engine.queued).toBe(0);
  });

  it('are given up while a retry waits', () => {
    const world = play({ ...steady, maxInFlight: 1 }, [
      { at: 0, results: [ends(OVERLOADED), ok] },
      { at: 0, results: [ok] },
    ]);
    expect(world.sentAt).toEqual([[0, 110], [10]]);
  });
});

describe('a cooldown', () => {
  it('holds up its bucket and not the sibling; of the account it holds up both', () => {
    const refused = (scope: 'bucket' | 'account'): Script[] => [
      { at: 0, bucket: 'a', results: [{ ...ends(REFUSED, 10, 1000), scope }, ok] },
      { at: 20, bucket: 'a', results: [ok] },
      { at: 20, bucket: 'b', results: [ok] },
      { at: 20, account: 'other', bucket: 'a', results: [ok] },
    ];
    expect(play(steady, refused('bucket')).sentAt).toEqual([[0, 1010], [1010], [20], [20]]);
    expect(play(steady, refused('account')).sentAt).toEqual([[0, 1010], [1010], [1010], [20]]);
  });

  it('beyond what the policy waits gives up all that is queued, with the instant, and all that comes', () => {
    const world = play({ maxInFlight: 1 }, [
      { at: 0, results: [ends(REFUSED, 10, 700_000)] },
      { at: 5, results: [ok] },
      { at: 20, results: [ok] },
    ]);
    expect(endsOf(world)).toEqual(Array(3).fill('GIVE_UP_HINT'));
    expect(world.calls.map(({ readyAt }) => readyAt)).toEqual(Array(3).fill(700_010));
  });

  it('of an own wait beyond retryAfter.maxMs is waited, since the server named none', () => {
    const policy: PolicyInput = { jitter: 'none', backoff: { baseMs: 5000 }, retryAfter: { maxMs: 1000 } };
    const world = play(policy, [
      { at: 0, results: [ends(REFUSED), ok] },
      { at: 20, results: [ok] },
    ]);
    expect(world.sentAt).toEqual([[0, 5010], [5010]]);
  });
});

describe('quotas', () => {
  const perSecond: PolicyInput = { quotas: [{ name: 'units', amount: 1, windowMs: 1000, burst: 5 }] };

  it('pace what is queued', () => {
    const world = play(
      perSecond,
      times(8, () => ({ at: 0, results: [ok] })),
    );
    expect(world.sentAt.flat()).toEqual([0, 0, 0, 0, 0, 1000, 2000, 3000]);
  });

  it('refuse at once what could not start before its deadline, and count what is queued ahead', () => {
    const world = play(
      { ...perSecond, deadlineMs: 3000 },
      times(9, () => ({ at: 0, results: [ok] })),
    );
    expect(endsOf(world)).toEqual([...Array(7).fill('RETURN'), 'GIVE_UP_DEADLINE', 'GIVE_UP_DEADLINE']);
    expect(world.ends[8]).toEqual([{ at: 0, decision: Decision.GIVE_UP_DEADLINE }]);
    expect(world.calls[8]?.readyAt).toBe(3000);
  });

  it('of a day are spent and then end every call with the end of the day', () => {
    const daily: PolicyInput = { quotas: [{ name: 'day', amount: 2, windowMs: 24 * HOUR }] };
    const world = play(daily, [...times(3, () => ({ at: 7, results: [ok] })), { at: 50, results: [ok] }]);
    expect(endsOf(world)).toEqual(['RETURN', 'RETURN', 'GIVE_UP_QUOTA', 'GIVE_UP_QUOTA']);
    expect(world.calls[3]?.readyAt).toBe(7 + 24 * HOUR);
  });

  it('end a call at once that costs more than they can ever hold', () => {
    const world = play(perSecond, [{ at: 0, costs: [6], results: [ok] }]);
    expect(world.ends[0]).toEqual([{ at: 0, decision: Decision.GIVE_UP_TOO_LARGE }]);
  });

  it('let a bucket go on earlier when an attempt has used less than it reserved', () => {
    const engine = new Engine(compile(parsePolicy(perSecond)), { random: () => 0 });
    const call = (cost: number) => new CallState(engine.key('a', 'b'), [cost], true, null);
    const [first, second] = [call(5), call(5)];
    engine.submit(first, 0);
    engine.submit(second, 0);
    expect([engine.next(0), engine.next(0), engine.wakeAt()]).toEqual([first, null, 5000]);
    engine.settle(first, { units: 1 }, 100);
    expect(engine.next(100)).toBeNull();
    const at = engine.wakeAt();
    expect(at).toBeCloseTo(1000, 6);
    expect(engine.next(at)).toBe(second);
  });
});

describe('the queue', () => {
  it('QP-02: is finite by default, and refuses at once what is beyond it', () => {
    expect(DEFAULT_MAX_QUEUED).toBeLessThan(Infinity);
    const policy: PolicyInput = { quotas: [{ name: 'units', amount: 10, windowMs: 1000 }] };
    // 1000 calls per second for 10 s, of which 10 per second can go.
    const scripts = times(2000, (n): Script => ({ at: n * 5, results: [ends(OK, 1)] }));
    let longest = 0;
    const idle = (engine: Engine): void => {
      longest = Math.max(longest, engine.queued);
    };
    const world = play(policy, scripts, { maxQueued: 100, observer: { idle } });
    expect(longest).toBe(100);
    const counted = endsOf(world).filter((end) => end === 'GIVE_UP_QUEUE_FULL').length;
    expect(counted).toBe(2000 - 10 - 99 - 100);
    for (const [index, end] of world.ends.entries()) {
      if (end[0]?.decision === Decision.GIVE_UP_QUEUE_FULL) expect(end[0].at).toBe(index * 5);
    }
  });

  it('has no room for calls that have ended: aborted ones make place', () => {
    const scripts: Script[] = [
      { at: 0, results: [ends(OK, 1000)] },
      { at: 1, abortAt: 2, results: [ok] },
      { at: 3, results: [ok] },
      { at: 4, results: [ok] },
    ];
    expect(endsOf(play({ maxInFlight: 1 }, scripts, { maxQueued: 1 }))).toEqual([
      'RETURN',
      'ABORTED',
      'RETURN',
      'GIVE_UP_QUEUE_FULL',
    ]);
  });
});

describe('the names of a bucket', () => {
  it('lead to the same bucket, and never to one of another account', () => {
    const engine = new Engine(compile(parsePolicy({})), { random: () => 0 });
    expect(engine.key('a', 'b')).toBe(engine.key('a', 'b'));
    expect(engine.key('a', 'bc')).not.toBe(engine.key('ab', 'c'));
    expect(engine.key('1:', 'x')).not.toBe(engine.key('1', ':x'));
    expect(engine.key('a', 'b').account).toBe(engine.key('a', 'c').account);
    expect(engine.key('__proto__', 'constructor').account.name).toBe('__proto__');
  });
});
