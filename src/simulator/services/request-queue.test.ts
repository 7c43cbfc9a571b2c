import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RequestQueue } from './request-queue.js';

it('a request queue gives what a list would, from both ends', () => {
  const moves = fc.array(fc.constantFrom('push', 'push', 'oldest', 'newest'), { maxLength: 600 });
  fc.assert(
    fc.property(moves, (given) => {
      const queue = new RequestQueue();
      const model: number[] = [];
      for (const [index, move] of given.entries()) {
        if (move === 'push') {
          queue.push(index, index + 1, index / 2);
          model.push(index);
        } else if (model.length > 0) {
          const expected = (move === 'oldest' ? model.shift() : model.pop()) as number;
          if (move === 'oldest') queue.takeOldest();
          else queue.takeNewest();
          expect([queue.call, queue.tag, queue.arrivedAt]).toEqual([expected, expected + 1, expected / 2]);
        }
        expect(queue.size).toBe(model.length);
      }
    }),
    { numRuns: 300 },
  );
});
