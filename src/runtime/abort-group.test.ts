import { describe, expect, it } from 'vitest';
import { countedSignal } from '../../test/support/scripted-client.js';
import { type AbortMember, joinAbort, leaveAbort } from './abort-group.js';

function member(log: string[], name: string, driver: AbortMember['driver'] = { pump: () => log.push('pump') }) {
  const one: AbortMember & { signal?: AbortSignal } = {
    placeOfSignal: -1,
    driver,
    abort(reason) {
      log.push(`${name}: ${reason}`);
      if (one.signal) leaveAbort(one.signal, one);
    },
  };
  return one;
}

describe('calls of the same signal', () => {
  it('share one listener, which the last one takes off', () => {
    const { signal, listeners, mostListeners } = countedSignal();
    const members = Array.from({ length: 1000 }, (_, index) => member([], String(index)));
    for (const one of members) joinAbort(signal, one);
    expect(listeners()).toBe(1);
    for (const one of members.slice(1)) leaveAbort(signal, one);
    expect(listeners()).toBe(1);
    leaveAbort(signal, members[0] as AbortMember);
    expect(listeners()).toBe(0);
    expect(mostListeners()).toBe(1);
  });

  it('all end, in the order they came, before any of their drivers sends another call', async () => {
    const { controller, signal, listeners } = countedSignal();
    const log: string[] = [];
    const shared = { pump: () => log.push('pump shared') };
    for (const name of ['a', 'b']) {
      const one = member(log, name, shared);
      one.signal = signal;
      joinAbort(signal, one);
    }
    const other = member(log, 'c', { pump: () => log.push('pump other') });
    other.signal = signal;
    joinAbort(signal, other);
    controller.abort('enough');
    expect(log).toHaveLength(3);
    await null;
    expect(log).toEqual(['a: enough', 'b: enough', 'c: enough', 'pump shared', 'pump other']);
    expect(listeners()).toBe(0);
  });

  it('keep their order when most of them have left', () => {
    const { controller, signal, listeners } = countedSignal();
    const log: string[] = [];
    const members = Array.from({ length: 300 }, (_, index) => member(log, String(index)));
    for (const one of members) joinAbort(signal, one);
    const rest = members.filter((_, index) => index % 100 === 50);
    for (const one of members) if (!rest.includes(one)) leaveAbort(signal, one);
    const late = member(log, 'late');
    for (const one of [late, late]) joinAbort(signal, one);
    for (const one of [...rest, late]) one.signal = signal;
    controller.abort('now');
    expect(log).toEqual(['50: now', '150: now', '250: now', 'late: now']);
    expect(listeners()).toBe(0);
  });

  it('that have left hear nothing, and may join again', async () => {
    const { controller, signal, listeners } = countedSignal();
    const log: string[] = [];
    const [first, second] = [member(log, 'first'), member(log, 'second')];
    joinAbort(signal, first);
    leaveAbort(signal, first);
    leaveAbort(signal, first);
    joinAbort(signal, second);
    joinAbort(signal, first);
    leaveAbort(signal, second);
    expect(listeners()).toBe(1);
    controller.abort('now');
    await null;
    expect(log).toEqual(['first: now', 'pump']);
  });

  it('one that ends another of them spares it the reason', () => {
    const { controller, signal } = countedSignal();
    const log: string[] = [];
    const last = member(log, 'last');
    joinAbort(signal, { placeOfSignal: -1, driver: { pump: () => {} }, abort: () => leaveAbort(signal, last) });
    joinAbort(signal, last);
    controller.abort('x');
    expect(log).toEqual([]);
  });

  it('signals do not share anything', async () => {
    const [one, two] = [countedSignal(), countedSignal()];
    const log: string[] = [];
    joinAbort(one.signal, member(log, 'one'));
    joinAbort(two.signal, member(log, 'two'));
    two.controller.abort('end');
    await null;
    expect(log).toEqual(['two: end', 'pump']);
  });
});
