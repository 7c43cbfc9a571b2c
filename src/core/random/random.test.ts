import { describe, expect, it } from 'vitest';
import { createRandom } from './random.js';

// The algorithms restated in whole numbers of any size, where no sign and no width can go wrong unseen.
// xoshiro128**: Blackman and Vigna, https://prng.di.unimi.it/xoshiro128starstar.c (2018, public domain).
// splitmix32: a Weyl sequence with the step of splitmix64's upper half, mixed by the two-round multiply-xorshift hash
// 16 21f0aaad 15 735a2d97 15.
const WORD = 1n << 32n;
const rotl = (x: bigint, k: bigint): bigint => ((x << k) | (x >> (32n - k))) % WORD;

function* splitmix32(seed: bigint): Generator<bigint, never> {
  let state = seed;
  for (;;) {
    state = (state + 0x9e3779b9n) % WORD;
    let z = state;
    z = ((z ^ (z >> 16n)) * 0x21f0aaadn) % WORD;
    z = ((z ^ (z >> 15n)) * 0x735a2d97n) % WORD;
    yield z ^ (z >> 15n);
  }
}

function* xoshiro128starstar(s: [bigint, bigint, bigint, bigint]): Generator<bigint, never> {
  for (;;) {
    yield (rotl((s[1] * 5n) % WORD, 7n) * 9n) % WORD;
    const t = (s[1] << 9n) % WORD;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 11n);
  }
}

function* uniforms(seed: number): Generator<number, never> {
  const fill = splitmix32(BigInt(seed));
  const next = (): bigint => fill.next().value;
  const bits = xoshiro128starstar([next(), next(), next(), next()]);
  for (;;) {
    const high = bits.next().value >> 5n;
    const low = bits.next().value >> 6n;
    yield Number((high << 26n) | low) / 2 ** 53;
  }
}

describe('the random numbers', () => {
  it('begin, from the state 1 2 3 4, as the published generator does', () => {
    // The first words that the C program prints for that state.
    const bits = xoshiro128starstar([1n, 2n, 3n, 4n]);
    const first = Array.from({ length: 4 }, () => bits.next().value);
    expect(first).toEqual([11520n, 0n, 5927040n, 70819200n]);
  });

  it.each([0, 1, 2, 42, 0x7fffffff, 0x80000000, 0xffffffff, 123456789])(
    'of seed %d are those of xoshiro128** filled by splitmix32, bit for bit',
    (seed) => {
      const random = createRandom(seed);
      const reference = uniforms(seed);
      for (let i = 0; i < 2000; i++) expect(random.next()).toBe(reference.next().value);
    },
  );

  it('are the same for the same seed and others for another', () => {
    const draw = (seed: number) => Array.from({ length: 100 }, createRandom(seed).next);
    expect(draw(7)).toEqual(draw(7));
    expect(new Set([...draw(7), ...draw(8)]).size).toBe(200);
  });

  it.each([
    [0x100000001, 1],
    [-1, 0xffffffff],
    [1.9, 1],
    [Number.NaN, 0],
  ])('of seed %d are those of %d, the seed modulo 2³²', (seed, same) => {
    const random = createRandom(seed);
    expect(random.seed).toBe(same);
    expect(random.next()).toBe(createRandom(same).next());
  });

  it('lie on the grid of 2⁻⁵³ in [0, 1) and use its last bit', () => {
    const { next } = createRandom(3);
    let odd = 0;
    for (let i = 0; i < 10_000; i++) {
      const u = next();
      const grid = u * 2 ** 53;
      expect(u >= 0 && u < 1 && Number.isInteger(grid)).toBe(true);
      odd += grid % 2;
    }
    expect(Math.abs(odd - 5000)).toBeLessThan(4 * 50);
  });

  it('have the mean, the variance and the independence of uniforms, within four standard errors', () => {
    const n = 200_000;
    for (const seed of [1, 2, 3]) {
      const { next } = createRandom(seed);
      let [sum, squares, lagged, previous] = [0, 0, 0, 0];
      for (let i = 0; i < n; i++) {
        const x = next() - 0.5;
        sum += x;
        squares += x * x;
        lagged += x * previous;
        previous = x;
      }
      // Of U(−½, ½): variance 1/12, and 1/180 that of the squares; neighbours have correlation 0, give or take 1/√n.
      expect(Math.abs(sum / n)).toBeLessThan(4 * Math.sqrt(1 / 12 / n));
      expect(Math.abs(squares / n - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / n));
      expect(Math.abs((lagged / n) * 12)).toBeLessThan(4 / Math.sqrt(n));
    }
  });

  it('of neighbouring seeds have nothing to do with each other', () => {
    const n = 20_000;
    let product = 0;
    for (let seed = 0; seed < n; seed++) {
      product += (createRandom(seed).next() - 0.5) * (createRandom(seed + 1).next() - 0.5);
    }
    expect(Math.abs((product / n) * 12)).toBeLessThan(4 / Math.sqrt(n));
  });
});
