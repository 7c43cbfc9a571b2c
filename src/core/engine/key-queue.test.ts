import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { CallState, Phase } from './call-state.js';
import { dequeue, dropQueued, enqueue, headOf } from './key-queue.js';
import { AccountState, KeyState } from './key-state.js';

function queueOf() {
  const quotas = ['requests', 'tokens'].map((name) => ({ name, amount: 1e6, windowMs: 1000 }));
  const key = new KeyState('bucket', new AccountState('account'), compile(parsePolicy({ quotas })));
  let submitted = 0;
  /** `at`: when it was submitted; a call that joins after others which were submitted later is a retry. */
  const add = (name: string, costs: readonly number[] | null = null, at = 1000, priority = 0): CallState => {
    const call = Object.assign(new CallState(key, costs, true, name), {
      phase: Phase.QUEUED,
      submittedAt: at,
      priority,
    });
    call.seq = submitted++;
    enqueue(call, key);
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
    add('retry 1', null, 10);
    add('fresh 2');
    add('retry 2', null, 20);
    add('older retry', null, 5);
    expect(drain()).toEqual(['older retry', 'retry 1', 'retry 2', 'fresh 1', 'fresh 2']);
  });

  it('counts a step of priority as a second of waiting, so that nobody starves (QP-01)', () => {
    const { add, drain } = queueOf();
    add('low', null, 0);
    for (let second = 1; second <= 20; second++) add(`high ${second}`, null, second * 1000, 10);
    expect(drain().indexOf('low')).toBe(9);
  });

  it('keeps the order of submission among those of one instant and priority', () => {
    const { add, drain } = queueOf();
    for (const name of ['a', 'b']) add(name, null, 0, 1);
    for (const name of ['c', 'd']) add(name, null, 0);
    for (const name of ['e', 'f']) add(name, null, 0, 1);
    expect(drain()).toEqual(['a', 'b', 'e', 'f', 'c', 'd']);
  });

  it('passes over those that have ended, at the front and in the middle', () => {
    const { add, drop, drain } = queueOf();
    const [a, , c, , e] = ['a', 'b', 'c', 'd', 'e'].map((name, n) => add(name, null, n === 0 ? 0 : 1000));
    for (const call of [a, c, e]) drop(call as CallState);
    expect(drain()).toEqual(['b', 'd']);
  });

  it('knows what it holds in calls and in costs', () => {
    const { key, add, drop } = queueOf();
    add('a', [1, 200]);
    const b = add('b', [1, 300]);
    add('c', null, 0);
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
    for (let n = 0; n < 10_000; n++) drop(add(`x${n}`, null, 1000 + (n % 2)));
    expect(headOf(key)?.payload).toBe('head');
    expect(key.queue.size).toBeLessThan(200);
  });
});
