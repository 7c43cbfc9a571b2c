import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeHeap } from './time-heap.js';

interface Entry {
  readonly at: number;
  readonly name: number;
}

const drain = (heap: TimeHeap<Entry>): Entry[] => Array.from({ length: heap.size }, () => heap.pop() as Entry);
const byTime = (entries: readonly Entry[]): Entry[] => [...entries].sort((a, b) => a.at - b.at);

describe('a queue by time', () => {
  it('is empty at first: Infinity, and nothing to take', () => {
    const heap = new TimeHeap<Entry>();
    expect([heap.size, heap.earliestAt, heap.peek(), heap.pop()]).toEqual([0, Infinity, undefined, undefined]);
    heap.retain(() => true);
    expect(heap.size).toBe(0);
  });

  it('gives the earliest first and equal instants in the order in which they came', () => {
    const heap = new TimeHeap<string>();
    for (const [at, name] of [
      [5, 'c'],
      [1, 'a'],
      [5, 'd'],
      [1, 'b'],
      [Infinity, 'f'],
      [5, 'e'],
      [-Infinity, '0'],
    ] as const) {
      heap.push(at, name);
    }
    expect(heap.earliestAt).toBe(-Infinity);
    expect(Array.from({ length: 7 }, () => heap.pop()).join('')).toBe('0abcdef');
  });

  it('refuses NaN, and is the same afterwards', () => {
    const heap = new TimeHeap<string>();
    heap.push(2, 'b');
    expect(() => heap.push(Number.NaN, 'x')).toThrow(RangeError);
    heap.push(1, 'a');
    expect([heap.size, heap.pop(), heap.pop(), heap.size]).toEqual([2, 'a', 'b', 0]);
  });

  it('orders as a stable sort does, however pushes, pops and sweeps are mixed', () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ push: fc.integer({ min: 0, max: 20 }) }) },
      { weight: 4, arbitrary: fc.constant('pop' as const) },
      { weight: 1, arbitrary: fc.record({ keepMultiplesOf: fc.integer({ min: 1, max: 3 }) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const heap = new TimeHeap<Entry>();
        let model: Entry[] = [];
        for (const [name, each] of steps.entries()) {
          if (each === 'pop') {
            expect(heap.pop()).toBe(model.shift());
          } else if ('push' in each) {
            const entry = { at: each.push, name };
            heap.push(entry.at, entry);
            model = byTime([...model, entry]);
          } else {
            const keep = (entry: Entry): boolean => entry.name % each.keepMultiplesOf === 0;
            heap.retain(keep);
            model = model.filter(keep);
          }
          expect([heap.size, heap.earliestAt]).toEqual([model.length, model[0]?.at ?? Infinity]);
          expect(heap.peek()).toBe(model[0]);
        }
        expect(drain(heap)).toEqual(model);
      }),
      { numRuns: 300 },
    );
  });

  it('orders ten thousand instants, most of them equal', () => {
    const heap = new TimeHeap<Entry>();
    const entries = Array.from({ length: 10_000 }, (_, name) => ({ at: (name * 7919) % 100, name }));
    for (const entry of entries) heap.push(entry.at, entry);
    expect(drain(heap)).toEqual(byTime(entries));
  });
});
