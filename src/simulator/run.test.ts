import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, Run } from './run.js';

/** An actor that writes down what happens to it, and may do something then. */
function recorder(run: Run, react: (event: number, subject: number, value: number) => void = () => {}) {
  const log: [at: number, event: number, subject: number, tag: number, value: number][] = [];
  const actor: Actor = {
    handle(event, subject, tag, value, at) {
      log.push([at.now, event, subject, tag, value]);
      react(event, subject, value);
    },
  };
  return { actor: run.register(actor), log };
}

describe('a run', () => {
  it('hands each event to its actor at its instant, in order', () => {
    const run = new Run();
    const [one, other] = [recorder(run), recorder(run)];
    run.schedule(20, one.actor, 1, 5, 6, 0.25);
    run.schedule(10, other.actor, 15);
    run.schedule(30, one.actor, 3, 7);
    expect(run.pending).toBe(3);
    expect(run.start()).toBe(true);
    expect(one.log).toEqual([
      [20, 1, 5, 6, 0.25],
      [30, 3, 7, 0, 0],
    ]);
    expect(other.log).toEqual([[10, 15, 0, 0, 0]]);
    expect([run.now, run.events, run.pending]).toEqual([30, 3, 0]);
  });

  it('breaks ties by the order in which the events were scheduled, whoever they belong to', () => {
    const run = new Run();
    const order: number[] = [];
    const actors = [0, 1, 2].map(() => recorder(run, (_, subject) => order.push(subject)));
    for (let index = 0; index < 100; index++) run.schedule(5, actors[index % 3]?.actor as number, 0, index);
    run.start();
    expect(order).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  it('puts an event that is scheduled for now behind those that are due already', () => {
    const run = new Run();
    const { actor, log } = recorder(run, (event) => {
      if (event === 1) run.schedule(run.now, actor, 3);
    });
    run.schedule(7, actor, 1);
    run.schedule(7, actor, 2);
    run.start();
    expect(log.map(([at, event]) => [at, event])).toEqual([
      [7, 1],
      [7, 2],
      [7, 3],
    ]);
  });

  it.each([9.999, 0, -1, Number.NEGATIVE_INFINITY])('refuses an event at %d ms, which has passed', (at) => {
    const run = new Run();
    const failures: unknown[] = [];
    const { actor, log } = recorder(run, (event) => {
      if (event !== 0) return;
      try {
        run.schedule(at, actor, 1);
      } catch (error) {
        failures.push(error);
      }
    });
    run.schedule(10, actor, 0);
    run.start();
    expect(failures).toEqual([new RangeError(`an event was scheduled at ${at} ms, before the present, 10 ms`)]);
    expect(log).toHaveLength(1);
  });

  it('refuses an event at no instant at all', () => {
    const run = new Run();
    const { actor } = recorder(run);
    for (const at of [Number.NaN, undefined as never]) {
      expect(() => run.schedule(at, actor, 0)).toThrow(RangeError);
    }
    expect(() => run.schedule(Number.NaN, actor, 0)).toThrow('an event was scheduled at NaN; give ms of virtual time');
    run.start();
    expect(run.events).toBe(0);
  });

  it('takes an event at Infinity for one that never happens', () => {
    const run = new Run();
    const { actor, log } = recorder(run);
    run.schedule(Number.POSITIVE_INFINITY, actor, 0);
    run.schedule(4, actor, 1);
    run.start();
    expect(log).toEqual([[4, 1, 0, 0, 0]]);
    expect(run.now).toBe(4);
  });

  it('stops after the instant it was told, and goes on from there', () => {
    const run = new Run();
    const { actor, log } = recorder(run);
    for (const at of [1, 2, 3, 4]) run.schedule(at, actor, 0);
    run.start(2);
    expect(log.map(([at]) => at)).toEqual([1, 2]);
    expect(run.start(2)).toBe(true);
    expect(log).toHaveLength(2);
    run.start();
    expect(log.map(([at]) => at)).toEqual([1, 2, 3, 4]);
  });

  it('stops after so many events, and says whether that was all', () => {
    const run = new Run();
    const { actor, log } = recorder(run);
    for (const at of [1, 2, 3]) run.schedule(at, actor, 0);
    expect(run.start(Infinity, 0)).toBe(false);
    expect(run.start(Infinity, 2)).toBe(false);
    expect(log).toHaveLength(2);
    expect(run.start(Infinity, 1)).toBe(true);
    expect(log).toHaveLength(3);
  });

  it('never goes back in time, loses no event and invents none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { maxLength: 200 }),
        fc.nat(5),
        (delays, depth) => {
          const run = new Run();
          let expected = 0;
          const { actor, log } = recorder(run, (left, subject, delay) => {
            if (left > 0) run.schedule(run.now + delay / 2, actor, left - 1, subject, 0, delay / 2);
          });
          for (const [index, delay] of delays.entries()) {
            run.schedule(delay, actor, index % (depth + 1), index, 0, delay);
            expected += 1 + (index % (depth + 1));
          }
          run.start();
          expect(run.events).toBe(expected);
          expect(log).toHaveLength(expected);
          for (let index = 1; index < log.length; index++) {
            expect(log[index]?.[0]).toBeGreaterThanOrEqual(log[index - 1]?.[0] as number);
          }
        },
      ),
    );
  });
});
