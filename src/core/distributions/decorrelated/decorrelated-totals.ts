import { invertCdf } from '../invert-cdf.js';
import { certainWait, checkRetries, type TotalWaits, type WaitDistribution } from '../wait-distribution.js';
import { withoutNoise } from '../without-noise.js';
import {
  constantDecorrelatedMs,
  type DecorrelatedBackoff,
  type DecorrelatedChain,
  decorrelatedChain,
} from './decorrelated-chain.js';
import { type DecorrelatedWait, decorrelatedWaits } from './decorrelated-waits.js';
import type { ExcessGrid } from './excess-grid.js';
import { type TotalTable, totalTables } from './total-tables.js';

/** Totals of up to so many retries come from the fine tables. */
const FINE_RETRIES = 10;

/**
 * The totals of decorrelated waits, which depend on each other. Ends, mean and variance: relative error ≤ 1e-10.
 * Cdf and quantiles: the first wait is exact; up to 10 retries the cdf is within 2e-3 (typically 1e-4) and the quantiles
 * of 0.5…0.99 are within 1e-3 of their value (typically 1e-4); beyond, within 2e-3 with a cap and 3e-2 without one.
 * Jumps are exact: when the last percent sits at the cap every time, its quantile is the greatest total itself.
 *
 * `waits` may be given where {@link decorrelatedWaits} has been computed already. Cost: some 50 ms for 10 retries,
 * 0.4 s for 1000 with a cap and 1 s without; nothing until a total's cdf or quantile is asked for.
 */
export function decorrelatedTotals(
  backoff: DecorrelatedBackoff,
  waits: readonly DecorrelatedWait[] = decorrelatedWaits(backoff),
): TotalWaits {
  const constantMs = constantDecorrelatedMs(backoff);
  const fine = lazy(() => makeTables({ ...backoff, retries: Math.min(backoff.retries, FINE_RETRIES) }));
  const coarse = lazy(() => makeTables(backoff));
  const totals: (WaitDistribution | undefined)[] = [certainWait(0)];
  const make = (retries: number): WaitDistribution => {
    if (constantMs !== null) return certainWait(retries * constantMs);
    if (retries === 1) return waits[0] as DecorrelatedWait;
    return totalOf(waits, retries, retries <= FINE_RETRIES ? fine : coarse);
  };
  return {
    retries: backoff.retries,
    after: (retries) => {
      checkRetries(retries, backoff.retries);
      totals[retries] ??= make(retries);
      return totals[retries];
    },
  };
}

/** The tables of one chain, and what they were made on. */
interface Tables {
  readonly chain: DecorrelatedChain;
  readonly grid: ExcessGrid;
  readonly tables: readonly TotalTable[];
}

function makeTables(backoff: DecorrelatedBackoff): Tables {
  const { panels } = decorrelatedChain(backoff, 1);
  const { points, size } = resolution(backoff.retries, panels);
  const chain = decorrelatedChain(backoff, points);
  const [grid, tables] = totalTables(chain, backoff.retries, size);
  return { chain, grid, tables };
}

/**
 * Points per panel (a multiple of four) and points of the grid. Short totals have kinks and need many points; in long
 * ones they are washed out. The work is panels · points · size · retries; beyond the fine tables it may grow with the
 * retries, so that long schedules do not become blind.
 */
function resolution(retries: number, panels: number): { points: number; size: number } {
  const fine = retries <= FINE_RETRIES;
  const points = fine ? (panels <= 8 ? 20 : 16) : panels <= 20 ? 8 : 4;
  const work = fine ? 1e6 : 1.5e6 + 5e4 * retries;
  const size = Math.round(work / (panels * points * Math.max(retries, FINE_RETRIES)));
  return { points, size: fine ? Math.min(3000, Math.max(500, size)) : Math.min(6000, Math.max(250, size)) };
}

function totalOf(waits: readonly DecorrelatedWait[], retries: number, tables: () => Tables): WaitDistribution {
  const last = waits[retries - 1] as DecorrelatedWait;
  let minMs = 0;
  let maxMs = 0;
  for (let k = 0; k < retries; k++) {
    minMs += (waits[k] as DecorrelatedWait).minMs;
    maxMs += (waits[k] as DecorrelatedWait).maxMs;
  }
  const inside = lazy(() => interpolated(tables(), retries));
  const cdf = (xMs: number): number => (!(xMs >= minMs) ? 0 : xMs >= maxMs ? 1 : inside()(xMs));
  return {
    minMs,
    maxMs,
    meanMs: last.totalMeanMs,
    varianceMs2: last.totalVarianceMs2,
    stddevMs: Math.sqrt(last.totalVarianceMs2),
    cdf: (xMs) => withoutNoise(cdf(xMs)),
    quantile: (share) => invertCdf(cdf, minMs, maxMs, share),
  };
}

/** The cdf between the points of a table: straight lines, made to rise, and the jumps. */
function interpolated({ chain, grid, tables }: Tables, retries: number): (xMs: number) => number {
  const { continuous, jumps } = tables[retries - 1] as TotalTable;
  const rising = continuous.slice();
  for (let i = 1; i < rising.length; i++) rising[i] = Math.max(rising[i] as number, rising[i - 1] as number);
  const { points, scale, step } = grid;
  return (xMs) => {
    const excess = xMs - retries * chain.floor;
    const cell = Math.max(0, Math.min(points.length - 2, Math.floor(Math.log1p(excess / scale) / step)));
    const left = points[cell] as number;
    const part = Math.min(1, Math.max(0, (excess - left) / ((points[cell + 1] as number) - left)));
    let chance = (rising[cell] as number) * (1 - part) + (rising[cell + 1] as number) * part;
    for (let i = 0; i < jumps.length; i++) {
      if (xMs >= (retries - i) * chain.floor + i * chain.cap) chance += jumps[i] as number;
    }
    return chance;
  };
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
