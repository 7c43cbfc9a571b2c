import type { DecorrelatedChain } from './decorrelated-chain.js';
import { toCap, toFloor } from './end-paths.js';
import { type ExcessGrid, placeOn } from './excess-grid.js';

/** A wait x that the recursion over totals starts from, and what the next draw is like from there. */
export interface Row {
  readonly x: number;
  /** Where the next draw ends: min(3x, cap), but not below the floor. */
  readonly top: number;
  /** Density of the next draw; 0 where it cannot leave the floor. */
  readonly rate: number;
  readonly floorShare: number;
  readonly capShare: number;
  /** The number of the edge at `top`; −1 where a node lies there, in the panel three times as far. */
  readonly topEdge: number;
  /** Where a wait of x shifts the points of the grid to. */
  readonly places: Float64Array;
}

/** The chain's nodes, then its floor, its cap, and the base as the wait before the first. */
export function rowsOf(chain: DecorrelatedChain, grid: ExcessGrid): Row[] {
  const { base, floor, cap, edges, points, nodes, reaching } = chain;
  const row = (x: number, onEdge: boolean): Row => {
    const top = Math.max(floor, Math.min(3 * x, cap));
    return {
      x,
      top,
      rate: top > floor ? 1 / (3 * x - base) : 0,
      floorShare: toFloor(chain, x),
      capShare: toCap(chain, x),
      topEdge: onEdge ? nearest(edges, top) : -1,
      places: grid.points.map((excess) => placeOn(grid, excess - (x - floor))),
    };
  };
  const inner = Array.from(nodes, (x, at) => row(x, Math.floor(at / points) >= reaching));
  return [...inner, row(floor, true), row(cap, true), row(base, true)];
}

function nearest(edges: Float64Array, x: number): number {
  let best = 0;
  edges.forEach((edge, i) => {
    if (Math.abs(edge - x) < Math.abs((edges[best] as number) - x)) best = i;
  });
  return best;
}
