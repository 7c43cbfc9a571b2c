import type { DecorrelatedChain } from './decorrelated-chain.js';
import { type EndPaths, type EndPathsIntegral, endPathsIntegrals } from './end-paths.js';
import { type ExcessGrid, placeOn, shifted } from './excess-grid.js';
import type { Row } from './total-rows.js';
import { twoWaitsIntegral } from './two-waits.js';

/** V_n for all rows, without its jumps: 0 before point `from`, at its limit from point `until`. */
export interface Level {
  readonly values: readonly Float64Array[];
  readonly from: number;
  readonly until: number;
}

/** How far waits can have grown by then: before the level's first wait, and in it. */
export interface Span {
  readonly x: number;
  readonly y: number;
}

/** One wait: evenly between floor and top. */
export function firstLevel({ floor }: DecorrelatedChain, grid: ExcessGrid, rows: readonly Row[]): Level {
  const values = rows.map(({ top, rate }) => grid.points.map((excess) => Math.min(excess, top - floor) * rate));
  return { values, from: 0, until: grid.points.length };
}

/** One wait more: the recursion of {@link totalTables}. `paths` holds the end paths of 0 to n waits. */
export function nextLevel(
  chain: DecorrelatedChain,
  grid: ExcessGrid,
  rows: readonly Row[],
  shorter: Level,
  n: number,
  paths: readonly EndPaths[],
  span: Span,
): Level {
  const { floor, cap, nodes } = chain;
  const { points } = grid;
  const floorRow = nodes.length;
  const capRow = floorRow + 1;
  const { from } = shorter;
  const settledAt = n === 2 ? 2 * (cap - floor) : (points[shorter.until - 1] as number) + cap - floor;
  const until = points.findIndex((excess) => excess >= settledAt) + 1 || points.length;

  const values = rows.map(({ x }, at) => new Float64Array(at < floorRow && x > span.x ? 0 : points.length));
  if (n === 2) {
    values.forEach((to, at) => {
      const { top } = rows[at] as Row;
      for (let i = 0; i < Math.min(until, to.length); i++) {
        to[i] = twoWaitsIntegral(chain, top, 2 * floor + (points[i] as number));
      }
    });
  } else {
    integrateOverNextWait(chain, grid, rows, shorter.values, { values, from, until }, span);
  }
  const atFloor = shorter.values[floorRow] as Float64Array;
  const atCap = new Float64Array(points.length);
  shifted(shorter.values[capRow] as Float64Array, (rows[capRow] as Row).places, atCap, from, until);
  const integrals = endPathsIntegrals(chain, paths[n - 2] as EndPaths, points);
  const { fromFloor, fromCap } = paths[n - 1] as EndPaths;
  const jumps = { floor: sum(fromFloor), cap: sum(fromCap) };
  values.forEach((to, at) => {
    if (to.length === 0) return;
    const { top, rate, floorShare, capShare } = rows[at] as Row;
    for (const integral of integrals) addUpTo(to, integral, top, from, until);
    for (let i = from; i < until; i++) {
      to[i] = rate * (to[i] as number) + floorShare * (atFloor[i] as number) + capShare * (atCap[i] as number);
    }
    // Past the largest total everything but the jumps is there; said exactly, so that no loss is handed on.
    to.fill(1 - floorShare * jumps.floor - capShare * jumps.cap, until - 1);
  });
  // The more was waited before, the longer the rest: the floor's row leads, the cap's row comes last.
  const leading = values[floorRow] as Float64Array;
  const trailing = values[capRow] as Float64Array;
  let start = from;
  while (start < until - 1 && (leading[start] as number) < SETTLED) start++;
  let end = until;
  while (end > start + 1 && (trailing[end - 2] as number) > (trailing[until - 1] as number) - SETTLED) end--;
  return { values, from: Math.max(0, start - 3), until: end };
}

/** What is nearer to 0 or to its limit is taken to be there, and not computed. */
const SETTLED = 1e-10;

/** to.values[x] = ∫ shorter[y](excess − (y − floor)) dy for y from the floor to the row's top. */
function integrateOverNextWait(
  chain: DecorrelatedChain,
  grid: ExcessGrid,
  rows: readonly Row[],
  shorter: readonly Float64Array[],
  to: Level,
  span: Span,
): void {
  const { floor, edges, panels, points, third, rule } = chain;
  const { until } = to;
  const integrand = Array.from({ length: points }, () => new Float64Array(until));
  let total = new Float64Array(until);
  const totals = [total];
  // Panels that cannot be reached have not been computed; the margin keeps rounding from asking for one.
  for (let p = 0; p < panels && (edges[p] as number) * (1 + 1e-9) < span.y; p++) {
    const half = ((edges[p + 1] as number) - (edges[p] as number)) / 2;
    // A total cannot be less than the wait it contains.
    const from = Math.max(to.from, Math.floor(placeOn(grid, (edges[p] as number) - floor)));
    integrand.forEach((values, j) => {
      const at = p * points + j;
      shifted(shorter[at] as Float64Array, (rows[at] as Row).places, values, from, until);
    });
    const source = third[p] as number;
    for (let q = 0; source >= 0 && q < points; q++) {
      const row = to.values[source * points + q] as Float64Array;
      if (row.length === 0) continue;
      row.set(total);
      addProducts(row, integrand, rule.below.subarray(q * points, (q + 1) * points), half, from, until);
    }
    total = total.slice();
    addProducts(total, integrand, rule.weights, half, from, until);
    totals.push(total);
  }
  to.values.forEach((row, at) => {
    const { topEdge } = rows[at] as Row;
    if (row.length > 0 && topEdge >= 0) row.set(totals[Math.min(topEdge, totals.length - 1)] as Float64Array);
  });
}

/** to += scale · Σ factors[j] · values[j]; four terms at a time, because memory is what it waits for. */
function addProducts(
  to: Float64Array,
  values: readonly Float64Array[],
  factors: Float64Array,
  scale: number,
  from: number,
  until: number,
): void {
  for (let j = 0; j < values.length; j += 4) {
    const [a, b, c, d] = values.slice(j, j + 4) as [Float64Array, Float64Array, Float64Array, Float64Array];
    const fa = scale * (factors[j] as number);
    const fb = scale * (factors[j + 1] as number);
    const fc = scale * (factors[j + 2] as number);
    const fd = scale * (factors[j + 3] as number);
    for (let i = from; i < until; i++) {
      to[i] =
        (to[i] as number) +
        (fa * (a[i] as number) + fb * (b[i] as number) + (fc * (c[i] as number) + fd * (d[i] as number)));
    }
  }
}

function addUpTo(
  to: Float64Array,
  { weight, upTo, values }: EndPathsIntegral,
  top: number,
  from: number,
  until: number,
): void {
  const most = upTo(top);
  for (let i = from; i < until; i++) to[i] = (to[i] as number) + weight * Math.min(most, values[i] as number);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
