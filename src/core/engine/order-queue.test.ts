import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallState } from './call-state.js';
import { OrderQueue } from './order-queue.js';

/** One of priority 1 stands where it would if it had come a second before. */
const callOf = (at: number, seq: number) => {
  const priority = seq % 2;
  return { submittedAt: at + 1000 * priority, priority, seq } as CallState;
};
const orderAt = ({ submittedAt, priority }: CallState) => submittedAt - 1000 * priority;

describe('the queue in order', () => {
  it('is a sorted list, whatever joins and leaves wherever', () => {
    const step = fc.oneof(
      fc.record({ add: fc.integer({ min: 0, max: 20 }) }),
      fc.record({ remove: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }) }),
      fc.record({ keepAbove: fc.integer({ min: 0, max: 5 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const queue = new OrderQueue();
        let model: CallState[] = [];
        let seq = 0;
        for (const one of steps) {
          if ('add' in one) {
            const call = callOf(one.add, seq++);
            model.push(call);
            model.sort((a, b) => orderAt(a) - orderAt(b) || a.seq - b.seq);
            expect(queue.placeOf(call)).toBe(model.indexOf(call));
            expect(queue.add(call)).toBe(model.indexOf(call));
          } else if ('remove' in one && model.length > 0) {
            const place = Math.floor(one.remove * model.length);
            model.splice(place, 1);
            queue.remove(place);
          } else if ('keepAbove' in one) {
            const keep = (call: CallState) => orderAt(call) > one.keepAbove;
            model = model.filter(keep);
            queue.retain(keep);
          }
          expect(queue.size).toBe(model.length);
          expect(model.map((_, place) => queue.at(place))).toEqual(model);
        }
        expect(queue.at(model.length)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});
