import { describe, expect, it } from 'vitest';
import { Outcome } from '../core/engine/outcome.js';
import { Link, type LinkFault } from './link.js';
import { Run } from './run.js';
import { NO_HINT } from './service.js';

/** A link with a delay, and a service that answers at once with the hint 7. */
function linked(delayMs: number | null) {
  const run = new Run();
  const link = new Link(run, delayMs === null ? null : () => delayMs);
  const arrived: [at: number, call: number][] = [];
  const answered: [at: number, call: number, outcome: Outcome, hintMs: number][] = [];
  const caller = {
    answer: (call: number, _tag: number, outcome: Outcome, hintMs: number) =>
      answered.push([run.now, call, outcome, hintMs]),
    isWaiting: () => true,
  };
  const service = {
    arrive: (call: number, tag: number) => {
      arrived.push([run.now, call]);
      link.reply(call, tag, Outcome.OK, 7, run);
    },
  };
  link.connect(caller, service);
  return { run, link, arrived, answered };
}

describe('a link', () => {
  it('takes its delay each way', () => {
    const { run, link, arrived, answered } = linked(10);
    link.request(1, 1, run);
    run.start();
    expect([arrived, answered]).toEqual([[[10, 1]], [[20, 1, Outcome.OK, 7]]]);
  });

  it('without a delay delivers within the same event', () => {
    const { run, link, answered } = linked(null);
    link.request(1, 1, run);
    expect([answered, run.pending]).toEqual([[[0, 1, Outcome.OK, 7]], 0]);
  });

  it.each<[LinkFault, unknown, unknown]>([
    // Broken before the answer is sent, mended at 100.
    ['hold', [[10, 1]], [[100, 1, Outcome.OK, 7]]],
    ['drop', [[10, 1]], []],
    ['refuse', [[10, 1]], [[20, 1, Outcome.OK, 7]]],
  ])('%s: what is on its way arrives, and the answer fares as it says', (fault, arrivals, answers) => {
    const { run, link, arrived, answered } = linked(10);
    link.request(1, 1, run);
    link.break(fault, run);
    run.start(99);
    run.schedule(100, run.register({ handle: () => link.break(null, run) }), 0);
    run.start();
    expect([arrived, answered]).toEqual([arrivals, answers]);
  });

  it.each<[LinkFault, unknown, unknown]>([
    [
      'hold',
      [
        [100, 1],
        [100, 2],
      ],
      [
        [110, 1, Outcome.OK, 7],
        [110, 2, Outcome.OK, 7],
      ],
    ],
    ['drop', [], []],
    [
      'refuse',
      [],
      [
        [10, 1, Outcome.OVERLOADED, NO_HINT],
        [10, 2, Outcome.OVERLOADED, NO_HINT],
      ],
    ],
  ])('%s: a request into a broken link', (fault, arrivals, answers) => {
    const { run, link, arrived, answered } = linked(10);
    link.break(fault, run);
    link.request(1, 1, run);
    link.request(2, 1, run);
    run.schedule(100, run.register({ handle: () => link.break(null, run) }), 0);
    run.start();
    expect([arrived, answered]).toEqual([arrivals, answers]);
  });
});
