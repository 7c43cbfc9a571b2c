/** A source of uniforms in [0, 1), and the seed it began with. */
export interface Random {
  readonly seed: number;
  /** The next uniform: 53 random bits, so that every double of the grid can occur. Range: 0 ≤ u < 1. */
  next(): number;
}

/**
 * A seeded source: the same seed gives the same numbers on every machine.
 * Generator: xoshiro128** by Blackman and Vigna (2018), its state filled by splitmix32. `seed` is taken modulo 2³².
 */
export function createRandom(seed: number): Random {
  let mixed = seed >>> 0;
  const splitmix32 = (): number => {
    mixed = (mixed + 0x9e3779b9) >>> 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  let a = splitmix32();
  let b = splitmix32();
  let c = splitmix32();
  let d = splitmix32();
  const bits32 = (): number => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
  return {
    seed: seed >>> 0,
    next: () => ((bits32() >>> 5) * 0x4000000 + (bits32() >>> 6)) / 0x20000000000000,
  };
}
