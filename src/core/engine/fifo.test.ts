import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fifo } from './fifo.js';

describe('a queue', () => {
  it('is empty at first', () => {
    const queue = new Fifo<number>();
    expect([queue.size, queue.peek(), queue.shift(), queue.size]).toEqual([0, undefined, undefined, 0]);
  });

  it('behaves as an array does that is shifted', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 40 }).map((push) => ({ push })) },
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 40 }).map((shift) => ({ shift })) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((keepMultiplesOf) => ({ keepMultiplesOf })) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const queue = new Fifo<number>();
        let model: number[] = [];
        let pushed = 0;
        for (const each of steps) {
          if ('push' in each) {
            for (let k = 0; k < each.push; k++) {
              queue.push(pushed);
              model.push(pushed++);
            }
          } else if ('shift' in each) {
            for (let k = 0; k < each.shift; k++) expect(queue.shift()).toBe(model.shift());
          } else {
            const keep = (item: number): boolean => item % each.keepMultiplesOf === 0;
            queue.retain(keep);
            model = model.filter(keep);
          }
          expect([queue.size, queue.peek()]).toEqual([model.length, model[0]]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('holds on to nothing that was taken out, though it never runs empty', () => {
    const queue = new Fifo<number>();
    for (let k = 0; k < 1000; k++) queue.push(k);
    for (let k = 0; k < 100_000; k++) {
      queue.push(k);
      queue.shift();
    }
    expect(queue.size).toBe(1000);
    expect((queue as unknown as { items: unknown[] }).items.length).toBeLessThan(2100);
  });
});
