import { describe, expect, it } from 'vitest';
import { compile } from '../backoff/compile.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { Agenda } from './agenda.js';
import { CallState, Phase } from './call-state.js';
import { AccountState, KeyState } from './key-state.js';

const key = new KeyState('bucket', new AccountState('account'), compile(parsePolicy({})));

function waiting(readyAt: number): CallState {
  return Object.assign(new CallState(key, null, true, null), { phase: Phase.WAITING, readyAt });
}

function end(agenda: Agenda, call: CallState): void {
  const wasAsleep = call.phase === Phase.WAITING;
  call.phase = Phase.DONE;
  agenda.ended(call, wasAsleep);
}

const sizes = (agenda: Agenda): number[] => {
  const { sleepers, timers } = agenda as unknown as Record<'sleepers' | 'timers', { size: number }>;
  return [sleepers.size, timers.size];
};

describe('the agenda', () => {
  it('is empty at first', () => {
    const agenda = new Agenda();
    expect([agenda.earliestAt(), agenda.woken(1e9), agenda.due(1e9)]).toEqual([Infinity, null, null]);
  });

  it('wakes calls in the order of their instants, and none too early', () => {
    const agenda = new Agenda();
    const [late, early] = [waiting(200), waiting(100)];
    agenda.sleep(late);
    agenda.sleep(early);
    expect(agenda.earliestAt()).toBe(100);
    expect(agenda.woken(99.999)).toBeNull();
    expect(agenda.woken(100)).toBe(early);
    expect([agenda.woken(150), agenda.earliestAt()]).toEqual([null, 200]);
    expect([agenda.woken(300), agenda.woken(300)]).toEqual([late, null]);
  });

  it('looks at a call as often as it was armed', () => {
    const agenda = new Agenda();
    const call = waiting(1000);
    agenda.arm(call, 50);
    agenda.arm(call, 20);
    expect(agenda.earliestAt()).toBe(20);
    expect([agenda.due(10), agenda.due(30), agenda.due(30), agenda.due(50)]).toEqual([null, call, null, call]);
    expect([call.timers, agenda.earliestAt()]).toEqual([0, Infinity]);
  });

  it('passes over calls that have ended, and does not wake for them', () => {
    const agenda = new Agenda();
    const [ended, alive] = [waiting(10), waiting(20)];
    for (const call of [ended, alive]) {
      agenda.sleep(call);
      agenda.arm(call, call.readyAt - 5);
    }
    end(agenda, ended);
    expect(agenda.earliestAt()).toBe(15);
    expect([agenda.due(100), agenda.due(100)]).toEqual([alive, null]);
    expect([agenda.woken(100), agenda.woken(100)]).toEqual([alive, null]);
    end(agenda, alive);
    expect([agenda.earliestAt(), ...sizes(agenda)]).toEqual([Infinity, 0, 0]);
  });

  it('sweeps ten thousand calls that have ended before their time, and keeps the living', () => {
    const agenda = new Agenda();
    const calls = Array.from({ length: 10_000 }, (_, n) => waiting(1e6 + n));
    for (const call of calls) {
      agenda.sleep(call);
      agenda.arm(call, 2e6);
      agenda.arm(call, 3e6);
    }
    for (const [n, call] of calls.entries()) if (n % 1000 !== 7) end(agenda, call);
    const [asleep = 0, armed = 0] = sizes(agenda);
    expect(asleep).toBeLessThanOrEqual(10 + 65);
    expect(armed).toBeLessThanOrEqual(20 + 67);
    expect(Array.from({ length: 11 }, () => agenda.woken(1e9)?.readyAt)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => 1e6 + 1000 * n + 7),
      undefined,
    ]);
  });

  it('does not pile up over a long run of calls that end before their deadline', () => {
    const agenda = new Agenda();
    let most = 0;
    for (let n = 0; n < 20_000; n++) {
      const call = waiting(n + 1e6);
      agenda.sleep(call);
      agenda.arm(call, n + 2e6);
      end(agenda, call);
      most = Math.max(most, ...sizes(agenda));
    }
    expect(most).toBeLessThan(200);
  });
});
