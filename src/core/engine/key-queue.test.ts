import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { CallState, Phase } from './call-state.js';
import { dequeue, dropQueued, enqueue, headOf } from './key-queue.js';
import { AccountState, KeyState } from './key-state.js';

function queueOf() {
  const quotas = ['requests', 'tokens'].map((name) => ({ name, amount: 1e6, windowMs: 1000 }));
  const key = new KeyState('bucket', new AccountState('account'), compile(parsePolicy({ quotas })));
  const add = (name: string, costs: readonly number[] | null = null, returning = false): CallState => {
    const call = Object.assign(new CallState(key, costs, true, name), { phase: Phase.QUEUED });
    enqueue(call, key, returning);
    return call;
  };
  const drop = (call: CallState): void => {
    call.phase = Phase.DONE;
    dropQueued(call, key);
  };
  const drain = (): unknown[] => {
    const names: unknown[] = [];
    for (let call = headOf(key); call !== undefined; call = headOf(key)) {
      names.push(call.payload);
      dequeue(key);
    }
    return names;
  };
  return { key, add, drop, drain };
}

describe('the queue of a bucket', () => {
  it('is first in, first out', () => {
    const { add, drain } = queueOf();
    for (const name of ['a', 'b', 'c']) add(name);
    expect(drain()).toEqual(['a', 'b', 'c']);
  });

  it('has its retries first, which are older', () => {
    const { add, drain } = queueOf();
    add('fresh 1');
    add('retry 1', null, true);
    add('fresh 2');
    add('retry 2', null, true);
    expect(drain()).toEqual(['retry 1', 'retry 2', 'fresh 1', 'fresh 2']);
  });

  it('passes over those that have ended, at the front and in the middle', () => {
    const { add, drop, drain } = queueOf();
    const [a, , c, , e] = ['a', 'b', 'c', 'd', 'e'].map((name, n) => add(name, null, n === 0));
    for (const call of [a, c, e]) drop(call as CallState);
    expect(drain()).toEqual(['b', 'd']);
  });

  it('knows what it holds in calls and in costs', () => {
    const { key, add, drop } = queueOf();
    add('a', [1, 200]);
    const b = add('b', [1, 300]);
    add('c', null, true);
    expect([key.queued, ...key.queuedCosts]).toEqual([3, 3, 501]);
    drop(b);
    expect([key.queued, ...key.queuedCosts]).toEqual([2, 2, 201]);
    headOf(key);
    dequeue(key);
    expect([key.queued, ...key.queuedCosts]).toEqual([1, 1, 200]);
  });

  it('holds exactly nothing once it is empty, whatever fractions went through it', () => {
    const { key, add, drain } = queueOf();
    for (let n = 0; n < 100; n++) add('x', [0.1, 0.3 * n]);
    drain();
    expect([key.queued, ...key.queuedCosts]).toEqual([0, 0, 0]);
  });

  it('lets go of the ended ones though its head never moves', () => {
    const { key, add, drop } = queueOf();
    add('head');
    for (let n = 0; n < 10_000; n++) drop(add(`x${n}`, null, n % 2 === 0));
    expect(headOf(key)?.payload).toBe('head');
    expect(key.fresh.size + key.returning.size).toBeLessThan(200);
  });
});
