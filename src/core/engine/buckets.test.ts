import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import type { PolicyInput } from '../policy/policy.js';
import { CallState } from './call-state.js';
import { Engine } from './engine.js';
import { Outcome } from './outcome.js';

const engineOf = (policy: PolicyInput = {}) => new Engine(compile(parsePolicy(policy)), { random: () => 0.5 });

/** One call in a bucket of its own, from beginning to end. */
function visit(engine: Engine, account: string, bucket: string, now: number, outcome: Outcome = Outcome.OK): void {
  engine.submit(new CallState(engine.key(account, bucket), null, false, null), now);
  for (let call = engine.next(now); call !== null; call = engine.next(now)) engine.answer(call, outcome, null, now);
}

describe('buckets that are idle are forgotten', () => {
  it.each([
    ['buckets of one account', (n: number) => ['account', `bucket ${n}`]],
    ['accounts', (n: number) => [`account ${n}`, '']],
  ])('so that 100,000 %s that are used once take no more room than a thousand', (_, nameOf) => {
    const engine = engineOf();
    for (let n = 0; n < 100_000; n++) {
      const [account = '', bucket = ''] = nameOf(n);
      visit(engine, account, bucket, n);
    }
    expect(engine.snapshots(100_000).length).toBeLessThanOrEqual(1001);
  });

  it.each<[string, PolicyInput, Outcome, number]>([
    ['a quota that is used', { quotas: [{ name: 'q', amount: 1, windowMs: 60_000 }] }, Outcome.OK, 60_000],
    ['a breaker that has counted a failure', { breaker: { threshold: 2, resetMs: 1000 } }, Outcome.UNKNOWN, Infinity],
    ['a throttle that has counted a request', { throttle: { windowMs: 60_000 } }, Outcome.OK, 60_000],
    ['a budget that has counted a first try', { retryBudget: { kind: 'ratio', windowMs: 60_000 } }, Outcome.OK, 60_000],
  ])('but not while there is %s', (_, policy, outcome, untilMs) => {
    const engine = engineOf(policy);
    for (let n = 0; n < 3000; n++) visit(engine, 'account', `bucket ${n}`, 0, outcome);
    expect(engine.snapshots(0)).toHaveLength(3000);
    for (let n = 0; n < 3000; n++)
      visit(engine, 'account', 'other', untilMs === Infinity ? 1e9 : untilMs + n, Outcome.REJECTED);
    expect(engine.snapshots(0).length > 1002).toBe(untilMs === Infinity);
  });

  it('and taken up again by a call that was made for them before', () => {
    const engine = engineOf();
    const key = engine.key('account', 'early');
    for (let n = 0; n < 3000; n++) visit(engine, 'account', `bucket ${n}`, n);
    expect(key.forgotten).toBe(true);
    engine.submit(new CallState(key, null, false, null), 3000);
    expect([key.forgotten, engine.key('account', 'early'), engine.next(3000)?.key]).toEqual([false, key, key]);
  });

  it('but never with calls in them, whether in flight, queued or asleep', () => {
    const engine = engineOf({ initialInFlight: 1, jitter: 'none' });
    const call = (bucket: string) => new CallState(engine.key('account', bucket), null, true, null);
    for (const bucket of ['in flight', 'queued', 'queued', 'asleep']) engine.submit(call(bucket), 0);
    for (let sent = engine.next(0); sent !== null; sent = engine.next(0)) {
      if (sent.key.name === 'asleep') engine.answer(sent, Outcome.UNKNOWN, null, 0);
    }
    for (let n = 0; n < 3000; n++) visit(engine, 'account', `bucket ${n}`, 1);
    const kept = engine.snapshots(1).map(({ bucket }) => bucket);
    expect(kept).toEqual(expect.arrayContaining(['in flight', 'queued', 'asleep']));
  });
});
