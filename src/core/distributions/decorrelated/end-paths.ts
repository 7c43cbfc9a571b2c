import type { DecorrelatedChain } from './decorrelated-chain.js';

/**
 * The chances that every one of the next waits sits at an end of the range, by how many of them sit at the cap:
 * index i of n + 1 entries belongs to the total (n − i)·floor + i·cap. They are the jumps of the total's cdf.
 */
export interface EndPaths {
  /** From a wait at the floor. */
  readonly fromFloor: readonly number[];
  /** From a wait at the cap. */
  readonly fromCap: readonly number[];
  /** From the beginning, where nothing has been waited yet. */
  readonly fromStart: readonly number[];
}

export const noWaits: EndPaths = { fromFloor: [1], fromCap: [1], fromStart: [1] };

/** Chance that the wait after one of x ms is the floor: what the draw loses below it. */
export function toFloor({ base, floor }: DecorrelatedChain, x: number): number {
  return 3 * x <= floor ? 1 : (floor - base) / (3 * x - base);
}

/** Chance that the wait after one of x ms is the cap: what the draw loses above it. */
export function toCap({ base, cap }: DecorrelatedChain, x: number): number {
  return 3 * x <= cap ? 0 : (3 * x - cap) / (3 * x - base);
}

/** One wait more in front of the given ones. Exact but for rounding. */
export function withOneMore(chain: DecorrelatedChain, { fromFloor, fromCap }: EndPaths): EndPaths {
  const from = (x: number): number[] => {
    const paths: number[] = new Array(fromFloor.length + 1).fill(0);
    fromFloor.forEach((chance, i) => {
      paths[i] = (paths[i] as number) + toFloor(chain, x) * chance;
      paths[i + 1] = (paths[i + 1] as number) + toCap(chain, x) * (fromCap[i] as number);
    });
    return paths;
  };
  return { fromFloor: from(chain.floor), fromCap: from(chain.cap), fromStart: from(chain.base) };
}

/** A part of {@link endPathsIntegrals}: weight · min(upTo(top), values[i]) at point i of the grid. */
export interface EndPathsIntegral {
  readonly weight: number;
  readonly upTo: (top: number) => number;
  readonly values: Float64Array;
}

/**
 * ∫ over y from the floor to `top` of the chance that, after a wait of y ms, all further ones sit at the ends and the
 * total stays within the grid's excess over the floor. `ends` belongs to those waits but the first.
 * Closed form, exact to rounding: the chances are rational in y, and the total's limit only cuts the range of y.
 */
export function endPathsIntegrals(chain: DecorrelatedChain, ends: EndPaths, excess: Float64Array): EndPathsIntegral[] {
  const { base, floor, cap } = chain;
  const start = Math.max(floor, cap / 3);
  const viaFloor = (y: number): number =>
    y <= floor ? 0 : ((floor - base) / 3) * Math.log((3 * y - base) / (3 * floor - base));
  const viaCap = (y: number): number =>
    y <= start ? 0 : y - start - ((cap - base) / 3) * Math.log((3 * y - base) / (3 * start - base));
  const integrals: EndPathsIntegral[] = [];
  for (let atCap = 0; atCap <= ends.fromFloor.length; atCap++) {
    const used = atCap * (cap - floor) - floor;
    const part = (weight: number, upTo: (y: number) => number): void => {
      if (weight > NEGLIGIBLE)
        integrals.push({ weight, upTo, values: excess.map((e) => upTo(Math.min(cap, e - used))) });
    };
    if (floor > base) part(ends.fromFloor[atCap] ?? 0, viaFloor);
    part(ends.fromCap[atCap - 1] ?? 0, viaCap);
  }
  return integrals;
}

/** Paths rarer than this cannot be seen in the total. */
const NEGLIGIBLE = 1e-9;
