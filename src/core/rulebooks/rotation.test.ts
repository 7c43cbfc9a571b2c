import { describe, expect, it } from 'vitest';
import { Rotation } from './rotation.js';

describe('going round a map', () => {
  it('gives each entry its turn, those that come later too, and none that is gone', () => {
    const map = new Map(Object.entries({ a: 1, b: 2, c: 3 }));
    const rotation = new Rotation(map);
    const key = () => rotation.next()?.[0];
    expect(key()).toBe('a');
    map.delete('a');
    map.delete('b');
    map.set('d', 4);
    expect([key(), key(), key(), key()]).toEqual(['c', 'd', 'c', 'd']);
  });

  it('gives null for an empty one', () => {
    expect(new Rotation(new Map()).next()).toBeNull();
  });

  it('begins a new iteration once a round, however much was taken away before it', () => {
    let begun = 0;
    class Counted extends Map<number, number> {
      override entries() {
        begun++;
        return super.entries();
      }
    }
    const map = new Counted();
    const rotation = new Rotation(map);
    for (let i = 0; i < 5000; i++) {
      map.set(i, i);
      if (map.size > 100) map.delete(rotation.next()?.[0] as number);
    }
    expect([begun, map.size]).toEqual([1, 100]);
  });
});
