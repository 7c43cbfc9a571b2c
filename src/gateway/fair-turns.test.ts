import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairTurns, type Turn } from './fair-turns.js';

/** Serves what waits in the order of turns, then of arrival, and gives the callers in that order. */
function serve(turns: FairTurns, waiting: Turn[], times = waiting.length): string[] {
  return Array.from({ length: times }, () => {
    waiting.sort((a, b) => a.number - b.number);
    const turn = waiting.shift() as Turn;
    turns.begin(turn);
    turns.end(turn);
    return turn.caller;
  });
}

describe('FairTurns', () => {
  it('lets one call pass the thousand of another caller that came before it', () => {
    const turns = new FairTurns();
    const waiting = Array.from({ length: 1000 }, () => turns.take('b', 'many'));
    serve(turns, waiting, 500);
    waiting.push(turns.take('b', 'one'));
    expect(serve(turns, waiting, 2)).toContain('one');
  });

  it('gives a caller that always asks anew every second turn beside one with a backlog, not every turn', () => {
    const turns = new FairTurns();
    const waiting = Array.from({ length: 100 }, () => turns.take('b', 'many'));
    const served = Array.from({ length: 60 }, () => {
      if (!waiting.some(({ caller }) => caller === 'one')) waiting.push(turns.take('b', 'one'));
      return serve(turns, waiting, 1)[0];
    });
    expect(served.filter((caller) => caller === 'one').length).toBe(30);
  });

  it('gives callers with backlogs the same number of turns, within one, in whatever order they came', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 60 }), (order) => {
        const turns = new FairTurns();
        const waiting = order.map((caller) => turns.take('b', String(caller)));
        const left = new Map<string, number>();
        for (const { caller } of waiting) left.set(caller, (left.get(caller) ?? 0) + 1);
        const least = Math.min(...left.values());
        const served = serve(turns, waiting, least * left.size);
        for (const caller of left.keys()) expect(served.filter((name) => name === caller).length).toBe(least);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps buckets apart, and forgets those without calls', () => {
    const turns = new FairTurns();
    const first = Array.from({ length: 50 }, () => turns.take('a', 'x'));
    expect(turns.take('b', 'x').number).toBe(1);
    serve(turns, first);
    expect(turns.size).toBe(1);
  });
});
