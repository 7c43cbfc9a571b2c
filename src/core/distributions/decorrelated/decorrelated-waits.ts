import { invertCdf } from '../invert-cdf.js';
import { certainWait, type WaitDistribution } from '../wait-distribution.js';
import { withoutNoise } from '../without-noise.js';
import { integralSeries, seriesAt } from './chebyshev-rule.js';
import {
  checkDecorrelated,
  constantDecorrelatedMs,
  type DecorrelatedBackoff,
  type DecorrelatedChain,
  decorrelatedChain,
  firstWait,
  integrate,
  nextWait,
  type Spread,
} from './decorrelated-chain.js';

/** One wait of decorrelated jitter, and the moments of the sum up to and including it. */
export interface DecorrelatedWait extends WaitDistribution {
  /** Chance that the wait sits exactly at the cap, 0…1; 0 without a cap. */
  readonly atCapShare: number;
  readonly totalMeanMs: number;
  readonly totalVarianceMs2: number;
}

/** Points per panel. */
const POINTS = 24;

/**
 * Every wait of decorrelated jitter, index 0 being the first. Mean, variance, chance at the cap, cdf and quantiles, and
 * mean and variance of the running total (the waits depend on each other): relative error ≤ 1e-10, for 1 to 1000
 * retries. Cost: about 10 µs per retry and panel (four or five panels for a cap of 32 bases).
 *
 * The jitter is Brooker's (AWS, 2015). The density f_k obeys f_{k+1}(y) = ∫ f_k(x) / (3x − base) over x ≥ max(base, y/3),
 * with an atom at the cap; the running total's moments obey the same equation. See docs/maths.md.
 */
export function decorrelatedWaits(backoff: DecorrelatedBackoff): DecorrelatedWait[] {
  checkDecorrelated(backoff);
  const constantMs = constantDecorrelatedMs(backoff);
  if (constantMs !== null) {
    return Array.from({ length: backoff.retries }, (_, i) => ({
      ...certainWait(constantMs),
      atCapShare: backoff.capMs !== null && constantMs >= backoff.capMs ? 1 : 0,
      totalMeanMs: constantMs * (i + 1),
      totalVarianceMs2: 0,
    }));
  }
  const chain = decorrelatedChain(backoff, POINTS);
  const waits: DecorrelatedWait[] = [];
  let state = firstState(chain);
  for (let retry = 1; retry <= backoff.retries; retry++) {
    if (retry > 1) state = nextState(chain, state);
    waits.push(waitOf(chain, state, backoff, retry));
  }
  return waits;
}

/** Where the chain is, joined with the centred total T = Σ (s_j − E s_j) so far. */
interface State {
  /** The distribution of the wait. */
  readonly mass: Spread;
  /** E[T; s = y]. Centred sums, so that no variance is the small difference of two large numbers. */
  readonly first: Spread;
  /** E[T²; s = y]. */
  readonly second: Spread;
  readonly meanMs: number;
  readonly totalMeanMs: number;
}

function firstState(chain: DecorrelatedChain): State {
  const mass = firstWait(chain);
  const meanMs = integrate(chain, mass, (x) => x);
  return {
    mass,
    meanMs,
    totalMeanMs: meanMs,
    first: weighted(chain, (x) => x - meanMs, mass),
    second: weighted(chain, (x) => (x - meanMs) ** 2, mass),
  };
}

function nextState(chain: DecorrelatedChain, state: State): State {
  const mass = nextWait(chain, state.mass);
  const meanMs = integrate(chain, mass, (x) => x);
  const first = nextWait(chain, state.first);
  const second = nextWait(chain, state.second);
  const apart = (x: number): number => x - meanMs;
  return {
    mass,
    meanMs,
    totalMeanMs: state.totalMeanMs + meanMs,
    first: weighted(chain, () => 1, first, apart, mass),
    second: weighted(
      chain,
      () => 1,
      second,
      (x) => 2 * apart(x),
      first,
      (x) => apart(x) ** 2,
      mass,
    ),
  };
}

type Weight = (waitMs: number) => number;

/** Σ weight(y) · spread(y), of up to three spreads. */
function weighted(
  chain: DecorrelatedChain,
  weightA: Weight,
  a: Spread,
  weightB?: Weight,
  b?: Spread,
  weightC?: Weight,
  c?: Spread,
): Spread {
  const at = (x: number, valueA: number, valueB: number | undefined, valueC: number | undefined): number =>
    weightA(x) * valueA +
    (weightB === undefined ? 0 : weightB(x) * (valueB as number)) +
    (weightC === undefined ? 0 : weightC(x) * (valueC as number));
  return {
    density: chain.nodes.map((x, i) => at(x, a.density[i] as number, b?.density[i], c?.density[i])),
    floor: at(chain.floor, a.floor, b?.floor, c?.floor),
    cap: at(chain.cap, a.cap, b?.cap, c?.cap),
  };
}

function waitOf(chain: DecorrelatedChain, state: State, backoff: DecorrelatedBackoff, retry: number): DecorrelatedWait {
  const { mass, meanMs, totalMeanMs } = state;
  const varianceMs2 = integrate(chain, mass, (x) => (x - meanMs) ** 2);
  const minMs = chain.floor;
  const maxMs = longestWaitMs(chain, retry);
  let cdf: ((xMs: number) => number) | null = null;
  const inside = (xMs: number): number => {
    if (!(xMs >= minMs)) return 0;
    if (xMs >= maxMs) return 1;
    cdf ??= spreadCdf(chain, mass);
    return cdf(xMs);
  };
  return {
    minMs,
    maxMs,
    meanMs,
    varianceMs2,
    stddevMs: Math.sqrt(varianceMs2),
    cdf: (xMs) => withoutNoise(inside(xMs)),
    quantile: (share) => invertCdf(inside, minMs, maxMs, share),
    atCapShare: backoff.capMs !== null && chain.cap === backoff.capMs ? mass.cap : 0,
    totalMeanMs,
    totalVarianceMs2: integrate(chain, state.second, () => 1),
  };
}

/** The longest wait of retry k: 3^k · base, as far as floor and cap let it. */
function longestWaitMs({ base, floor, cap }: DecorrelatedChain, retry: number): number {
  let longest = base;
  for (let k = 0; k < retry && longest < cap; k++) longest = Math.max(floor, 3 * longest);
  return Math.min(cap, longest);
}

/** The chance of a wait ≤ x: panels below it in full, its own by the integral of its polynomial. */
function spreadCdf(chain: DecorrelatedChain, mass: Spread): (xMs: number) => number {
  const { edges, panels, points } = chain;
  const series: Float64Array[] = [];
  const before = new Float64Array(panels + 1);
  before[0] = mass.floor;
  for (let p = 0; p < panels; p++) {
    const half = ((edges[p + 1] as number) - (edges[p] as number)) / 2;
    const panel = integralSeries(mass.density.subarray(p * points, (p + 1) * points)).map((a) => a * half);
    series.push(panel);
    before[p + 1] = (before[p] as number) + seriesAt(panel, 1);
  }
  return (xMs) => {
    if (xMs >= chain.cap) return 1;
    let p = 0;
    while (p + 1 < panels && (edges[p + 1] as number) <= xMs) p++;
    const low = edges[p] as number;
    const place = (2 * (xMs - low)) / ((edges[p + 1] as number) - low) - 1;
    const probability = (before[p] as number) + seriesAt(series[p] as Float64Array, place);
    return probability;
  };
}
