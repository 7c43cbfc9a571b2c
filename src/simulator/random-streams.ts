import { createRandom } from '../core/random/random.js';
import { enlarged } from './enlarged.js';

/** What random numbers are drawn for: a change in one place must not shift the draws of another. */
export const Purpose = { ARRIVAL: 1, BACKOFF: 2, NETWORK: 3, SERVICE: 4, FAILURE: 5, GROUP: 6, STORE: 7 } as const;
export type Purpose = (typeof Purpose)[keyof typeof Purpose];

/** The seed of one stream of a run: any two of a million streams are as good as unrelated. */
export function streamSeed(seed: number, purpose: Purpose, index: number): number {
  let z = (Math.imul(seed ^ Math.imul(purpose, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) >>> 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

/**
 * One stream per client in one flat block: stream i is `createRandom(streamSeed(seed, purpose, i))`, number for number.
 * A million generators as objects would take more memory than all the rest of a simulation.
 */
export class RandomStreams {
  private state = new Uint32Array(0);
  private made = 0;
  private readonly seed: number;
  private readonly purpose: Purpose;

  constructor(seed: number, purpose: Purpose) {
    this.seed = seed;
    this.purpose = purpose;
  }

  /** The next uniform of a stream, 0 ≤ u < 1. */
  next(index: number): number {
    if (index >= this.made) this.makeUpTo(index);
    const high = this.bits32(4 * index) >>> 5;
    return (high * 0x4000000 + (this.bits32(4 * index) >>> 6)) / 0x20000000000000;
  }

  /** One step of xoshiro128** on the four words at `at`. */
  private bits32(at: number): number {
    const { state } = this;
    const a = state[at] as number;
    const b = state[at + 1] as number;
    let c = state[at + 2] as number;
    let d = state[at + 3] as number;
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    c ^= a;
    d ^= b;
    state[at] = a ^ d;
    state[at + 1] = b ^ c;
    state[at + 2] = c ^ (b << 9);
    state[at + 3] = (d << 11) | (d >>> 21);
    return result;
  }

  private makeUpTo(index: number): void {
    if (4 * (index + 1) > this.state.length) {
      const words = Math.max(4 * (index + 1), 2 * this.state.length, 256);
      this.state = enlarged(this.state, new Uint32Array(words));
    }
    for (; this.made <= index; this.made++) this.fill(4 * this.made, streamSeed(this.seed, this.purpose, this.made));
  }

  private fill(at: number, seed: number): void {
    let mixed = seed;
    for (let word = 0; word < 4; word++) {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let z = mixed;
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      this.state[at + word] = z ^ (z >>> 15);
    }
  }
}

/** One stream for all that is drawn for a purpose in a run. */
export function randomFor(seed: number, purpose: Purpose): () => number {
  return createRandom(streamSeed(seed, purpose, 0)).next;
}
