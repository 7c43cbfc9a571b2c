import type { DecorrelatedChain } from './decorrelated-chain.js';
import { type EndPaths, noWaits, withOneMore } from './end-paths.js';
import { type ExcessGrid, excessGrid } from './excess-grid.js';
import { firstLevel, type Level, nextLevel } from './total-level.js';
import { rowsOf } from './total-rows.js';

/** The cdf of a total of decorrelated waits: continuous at the grid's points, and its jumps. */
export interface TotalTable {
  readonly waits: number;
  /** Chance of a total ≤ waits·floor + point, without the paths that only touch the ends. */
  readonly continuous: Float64Array;
  /** Chance of exactly (waits − i)·floor + i·cap, i from 0. */
  readonly jumps: readonly number[];
}

/**
 * Tables of the totals of the first 1, 2, … waits, on one grid of so many points.
 *
 * Backward in time: V_n(x, r), the chance that n waits after one of x ms add up to at most r, obeys
 *
 *   V_n(x, r) = ∫ V_{n−1}(y, r − y) dy / (3x − base) over y from floor to min(3x, cap)
 *             + toFloor(x) · V_{n−1}(floor, r − floor) + toCap(x) · V_{n−1}(cap, r − cap).
 *
 * x runs over the chain's nodes, r over a grid above n·floor. Jumps (paths that only touch the ends) are carried apart
 * and exactly, and so is the second level, whose integrand has kinks; from there on all is smooth enough to interpolate.
 * Cost: nodes · size · (points per panel + 10) steps per wait, about a nanosecond each.
 */
export function totalTables(chain: DecorrelatedChain, waits: number, size: number): [ExcessGrid, TotalTable[]] {
  const { floor, cap } = chain;
  const reach = reachOf(chain, waits);
  const grid = excessGrid(
    reach.reduce((total, longest) => total + longest - floor, 0),
    Math.min(STRAIGHT * floor, cap - floor),
    size,
  );
  const rows = rowsOf(chain, grid);
  const paths: EndPaths[] = [noWaits];
  const tables: TotalTable[] = [];
  let level: Level = { values: [], from: 0, until: size };
  for (let n = 1; n <= waits; n++) {
    paths.push(withOneMore(chain, paths[n - 1] as EndPaths));
    const span = { x: reach[waits - n] as number, y: reach[waits - n + 1] as number };
    level = n === 1 ? firstLevel(chain, grid, rows) : nextLevel(chain, grid, rows, level, n, paths, span);
    tables.push({ waits: n, continuous: level.values.at(-1) as Float64Array, jumps: (paths[n] as EndPaths).fromStart });
  }
  return [grid, tables];
}

/** The grid is even up to about so many floors, and grows by a fixed share from there on. */
const STRAIGHT = 3;
/** The longest possible waits before the first retry (taken as the floor), at it, at the second, … */
function reachOf({ base, floor, cap }: DecorrelatedChain, waits: number): number[] {
  const reach = [floor];
  for (let k = 1; k <= waits; k++) {
    const before = k === 1 ? base : (reach[k - 1] as number);
    reach.push(Math.min(cap, Math.max(floor, 3 * before)));
  }
  return reach;
}
