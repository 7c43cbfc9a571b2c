import { describe, expect, it } from 'vitest';
import { play, type Result, type Script } from '../../../test/support/engine-world.js';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { CallState } from './call-state.js';
import { Decision } from './decision.js';
import { Engine } from './engine.js';
import { Outcome } from './outcome.js';

// Whose turn it is: buckets that share an account, heads that change while they wait, and wake-ups that nobody needs.

const { OK, UNKNOWN, OVERLOADED } = Outcome;
const ends = (outcome: Outcome, latencyMs: number): Result => ({ outcome, latencyMs });
const times = <T>(n: number, make: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => make(index));

function engineOf(policy: PolicyInput) {
  const engine = new Engine(compile(parsePolicy(policy)), { random: () => 0.5 });
  const submit = (bucket: string, costs: number[] | null, now: number): CallState => {
    const call = new CallState(engine.key('account', bucket), costs, true, bucket);
    engine.submit(call, now);
    return call;
  };
  return { engine, submit };
}

/** Buckets in the order in which their attempts left. */
function orderOf(policy: PolicyInput, scripts: readonly Script[]): string[] {
  const order: string[] = [];
  const world = play(policy, scripts, { observer: { sent: (call) => void order.push(call.key.name) } });
  expect(world.engine.inFlight + world.engine.queued).toBe(0);
  return order;
}

describe('buckets that share the slots of an account take turns', () => {
  it('when all of them are busy: none is two ahead of another', () => {
    const names = ['a', 'b', 'c', 'd'];
    // Bucket a has everything queued before the others come.
    const scripts = names.flatMap((bucket) => times(25, (): Script => ({ at: 0, bucket, results: [ends(OK, 10)] })));
    const order = orderOf({ maxInFlight: 3, initialInFlight: 1 }, scripts);
    const sent = new Map(names.map((name) => [name, 0]));
    // The first slots go to whoever came first; from then on it is one each.
    for (const name of order.slice(3)) {
      sent.set(name, (sent.get(name) ?? 0) + 1);
      const counts = [...sent.values()];
      if (Math.max(...counts) < 22) expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
    }
  });

  it('also while one of them is held to a slot of its own, which must not let it take every slot back', () => {
    // Failures keep the window of bucket a at one: it always asks again at the moment at which its slot is freed.
    const busy = times(50, (): Script => ({ at: 0, bucket: 'a', results: [ends(UNKNOWN, 10)], repeatable: false }));
    const quiet: Script[] = [{ at: 5, bucket: 'b', results: [ends(OK, 10)] }];
    expect(orderOf({ maxInFlight: 1, initialInFlight: 1 }, [...busy, ...quiet]).indexOf('b')).toBe(1);
  });

  it('also when the one that is lent a slot has nothing left to send', () => {
    const { engine, submit } = engineOf({ maxInFlight: 1 });
    const [a, b, c] = [submit('a', null, 0), submit('b', null, 0), submit('c', null, 0)];
    expect([engine.next(0), engine.next(0)]).toEqual([a, null]);
    engine.abort(b, 1);
    engine.answer(a, OK, null, 2);
    expect([engine.next(2), engine.next(2)]).toEqual([c, null]);
  });

  it('also when the one that is lent a slot cannot use it', () => {
    const { engine, submit } = engineOf({ maxInFlight: 1 });
    const [a, , c] = [submit('a', null, 0), submit('b', null, 0), submit('c', null, 0)];
    expect([engine.next(0), engine.next(0)]).toEqual([a, null]);
    engine.key('account', 'b').cooldownAt = 500;
    engine.answer(a, OK, null, 2);
    expect(engine.next(2)).toBe(c);
    expect([engine.next(2), engine.wakeAt()]).toEqual([null, 500]);
  });

  it('and a blocked one never holds up its siblings', () => {
    const { engine, submit } = engineOf({ quotas: [{ name: 'units', amount: 1, windowMs: 1000, burst: 5 }] });
    submit('blocked', [5], 0);
    expect(engine.next(0)?.key.name).toBe('blocked');
    times(10, () => submit('blocked', [5], 0));
    expect(engine.next(0)).toBeNull();
    submit('free', [1], 0);
    expect(engine.next(0)?.key.name).toBe('free');
  });

  it('by the thousand', () => {
    const { engine, submit } = engineOf({});
    for (const round of [0, 1]) {
      for (let n = 0; n < 5000; n++) submit(`bucket ${n}`, null, round);
    }
    const order = times(10_000, () => engine.next(1)?.key.name);
    expect(order.slice(0, 5000)).toEqual(times(5000, (n) => `bucket ${n}`));
    expect(order.slice(5000)).toEqual(order.slice(0, 5000));
    expect(engine.next(1)).toBeNull();
  });
});

describe('a bucket that waits for its head', () => {
  const policy: PolicyInput = { quotas: [{ name: 'units', amount: 1, windowMs: 1000, burst: 10 }] };

  it('goes on at once when that head is aborted and the next is smaller', () => {
    const { engine, submit } = engineOf(policy);
    submit('a', [8], 0);
    expect(engine.next(0)).not.toBeNull();
    const large = submit('a', [10], 0);
    const small = submit('a', [1], 0);
    expect([engine.next(0), engine.wakeAt()]).toEqual([null, 8000]);
    engine.abort(large, 10);
    expect(engine.next(10)).toBe(small);
    expect([engine.next(10), engine.wakeAt()]).toEqual([null, Infinity]);
  });

  it('goes on at once when that head runs out of time', () => {
    const { engine, submit } = engineOf(policy);
    const first = submit('a', [8], 0);
    expect(engine.next(0)).toBe(first);
    const hurried = new CallState(engine.key('account', 'a'), [10], true, null);
    hurried.deadlineAt = 9000;
    engine.submit(hurried, 0);
    const small = submit('a', [1], 0);
    expect([engine.next(0), engine.wakeAt()]).toEqual([null, 8000]);
    // The first has used more than it reserved, so the head can no longer make it.
    engine.settle(first, { units: 13 }, 10);
    expect(engine.next(10)).toBeNull();
    expect([engine.next(9000), hurried.decision]).toEqual([hurried, Decision.GIVE_UP_DEADLINE]);
    expect([engine.next(9000), engine.next(9000)]).toEqual([small, null]);
  });

  it('looks again when a retry goes to the front that is small enough', () => {
    const { engine, submit } = engineOf({ ...policy, jitter: 'none', backoff: { baseMs: 100 } });
    const retried = submit('a', [1], 0);
    submit('a', [9], 0);
    expect([engine.next(0), engine.next(0)?.costs]).toEqual([retried, [9]]);
    submit('a', [10], 0);
    expect([engine.next(0), engine.wakeAt()]).toEqual([null, 10_000]);
    engine.answer(retried, OVERLOADED, null, 1500);
    expect([engine.next(1500), engine.wakeAt()]).toEqual([null, 1600]);
    expect(engine.next(1600)).toBe(retried);
  });

  it('looks again once, not once for every head that was aborted before', () => {
    const { engine, submit } = engineOf(policy);
    submit('a', [10], 0);
    engine.next(0);
    for (let n = 0; n < 1000; n++) {
      const head = submit('a', [10], 0);
      expect(engine.next(0)).toBeNull();
      engine.abort(head, 0);
      expect(engine.next(0)).toBeNull();
    }
    const { turns } = engine as unknown as { turns: { timed: { size: number } } };
    expect(turns.timed.size).toBeLessThanOrEqual(1);
  });
});

describe('a wake-up', () => {
  it('is never needed for calls that have ended', () => {
    const { engine, submit } = engineOf({ jitter: 'none', deadlineMs: 60_000 });
    const calls = times(3, () => submit('a', null, 0));
    while (engine.next(0) !== null);
    engine.answer(calls[0] as CallState, Outcome.REFUSED, 5000, 10);
    const late = submit('a', null, 20);
    expect([engine.next(20), engine.wakeAt()]).toEqual([null, 5010]);
    for (const call of [...calls, late]) engine.abort(call, 30);
    expect([engine.next(30), engine.wakeAt()]).toEqual([null, Infinity]);
  });

  it('of a bucket whose queue has emptied meanwhile is forgotten, and the next call is not', () => {
    const { engine, submit } = engineOf({});
    engine.key('account', 'a').cooldownAt = 1000;
    const aborted = submit('a', null, 0);
    expect([engine.next(0), engine.wakeAt()]).toEqual([null, 1000]);
    engine.abort(aborted, 1);
    expect([engine.next(1), engine.wakeAt()]).toEqual([null, Infinity]);
    const next = submit('a', null, 2);
    expect([engine.next(2), engine.wakeAt()]).toEqual([null, 1000]);
    expect(engine.next(1000)).toBe(next);
  });

  it('that comes late sends nothing after its deadline', () => {
    const { engine, submit } = engineOf({ maxInFlight: 1, deadlineMs: 100 });
    const [first, second] = [submit('a', null, 0), submit('a', null, 50)];
    expect([engine.next(50), engine.next(50)]).toEqual([first, null]);
    engine.answer(first, OK, null, 90);
    // The driver comes back only now, with a slot free and the deadline passed.
    expect(engine.next(150)).toBe(second);
    expect([second.decision, second.attempt]).toEqual([Decision.GIVE_UP_DEADLINE, 0]);
  });

  it('comes for ten thousand sleepers that were aborted as little as for none', () => {
    const { engine, submit } = engineOf({ initialInFlight: 1_000_000, deadlineMs: '1h', attemptTimeoutMs: '10m' });
    const calls = times(10_000, () => submit('a', null, 0));
    while (engine.next(0) !== null);
    for (const call of calls) engine.answer(call, OVERLOADED, 60_000, 1);
    for (const call of calls.slice(1)) engine.abort(call, 2);
    const { agenda } = engine as unknown as { agenda: Record<'sleepers' | 'timers', { size: number }> };
    expect(agenda.sleepers.size).toBeLessThan(100);
    expect(agenda.timers.size).toBeLessThan(100);
    expect([engine.wakeAt(), engine.next(60_001)]).toEqual([60_001, calls[0]]);
  });
});
