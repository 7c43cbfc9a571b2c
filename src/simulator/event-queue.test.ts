import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from './event-queue.js';

interface Model {
  readonly at: number;
  readonly what: number;
}

describe('an event queue', () => {
  it('gives the order of a stable sort, whatever is pushed and popped in between', () => {
    const steps = fc.array(fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 8 })), { maxLength: 400 });
    fc.assert(
      fc.property(steps, (moves) => {
        const queue = new EventQueue();
        const model: Model[] = [];
        for (const [what, at] of moves.entries()) {
          if (at !== null) {
            queue.push(at, what, what + 1, what + 2, what / 2);
            model.push({ at, what });
          } else if (model.length > 0) {
            const first = model.reduce((best, each) => (each.at < best.at ? each : best));
            model.splice(model.indexOf(first), 1);
            expect(queue.earliestAt()).toBe(first.at);
            queue.pop();
            expect([queue.now, queue.what, queue.subject, queue.tag, queue.value]).toEqual([
              first.at,
              first.what,
              first.what + 1,
              first.what + 2,
              first.what / 2,
            ]);
          }
          expect(queue.pending).toBe(model.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('holds more than there was room for at first', () => {
    const queue = new EventQueue();
    for (let index = 0; index < 5000; index++) queue.push((index * 7919) % 5000, index, index, 0, 0);
    let last = -1;
    while (queue.pending > 0) {
      queue.pop();
      expect(queue.now).toBe((queue.subject * 7919) % 5000);
      expect(queue.now).toBe(last + 1);
      last = queue.now;
    }
    expect([last, queue.earliestAt()]).toEqual([4999, Infinity]);
  });
});
