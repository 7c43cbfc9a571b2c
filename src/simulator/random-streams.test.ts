import { describe, expect, it } from 'vitest';
import { createRandom } from '../core/random/random.js';
import { Purpose, RandomStreams, streamSeed } from './random-streams.js';

describe('random streams', () => {
  it('are the generators of the core, number for number, in whatever order they are asked', () => {
    const streams = new RandomStreams(42, Purpose.BACKOFF);
    const generators = Array.from({ length: 300 }, (_, index) => createRandom(streamSeed(42, Purpose.BACKOFF, index)));
    for (let draw = 0; draw < 3000; draw++) {
      const index = (draw * 7919) % 300;
      expect(streams.next(index)).toBe(generators[index]?.next());
    }
  });

  it('differ by run, purpose and client', () => {
    const seeds = new Set<number>();
    for (const seed of [1, 2]) {
      for (const purpose of Object.values(Purpose)) {
        for (let index = 0; index < 5000; index++) seeds.add(streamSeed(seed, purpose, index));
      }
    }
    // 60,000 of 2³² seeds: by the birthday problem less than one pair is expected to be the same.
    expect(seeds.size).toBeGreaterThan(60_000 - 5);
  });
});
