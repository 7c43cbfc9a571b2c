import { checkRetries } from '../wait-distribution.js';
import { type ChebyshevRule, chebyshevRule } from './chebyshev-rule.js';

/** Decorrelated jitter in plain numbers, all finite and ≥ 0. */
export interface DecorrelatedBackoff {
  readonly baseMs: number;
  /** null: none; the waits then saturate at the largest safe integer. */
  readonly capMs: number | null;
  /** Floor of every wait. Default 0. */
  readonly minMs?: number;
  readonly retries: number;
}

/** Throws a RangeError that names the field, unless all numbers are in range. */
export function checkDecorrelated({ baseMs, capMs, minMs = 0, retries }: DecorrelatedBackoff): void {
  for (const [field, value] of Object.entries({ baseMs, capMs: capMs ?? 0, minMs })) {
    if (value >= 0 && value <= LONGEST_WAIT_MS) continue;
    throw new RangeError(`${field}: ${value} is not allowed; give 0 to ${LONGEST_WAIT_MS} ms`);
  }
  checkRetries(retries, MOST_RETRIES);
}

const MOST_RETRIES = 1_000_000;
/** What a wait without a cap saturates at. */
const LONGEST_WAIT_MS = Number.MAX_SAFE_INTEGER;
/** A smaller base is no base: its reciprocal would overflow. */
const SMALLEST_BASE_MS = 1e-200;

/**
 * The waits as a Markov chain: s_k = max(floor, min(cap, U(base, 3·s_{k−1}))) from s₀ = base. From its first step it
 * lives on [floor, cap] with a density in between and a chance of sitting at either end.
 *
 * The range is cut into panels wherever a density can break: at floor·3^i, first·3^i (first = 3·base, where the first
 * draw ends) and cap/3^i. Those sets are closed under division by three, so a third of a panel is a panel, and every
 * density is analytic on each of them: polynomials through Chebyshev points converge like 3^−n.
 */
export interface DecorrelatedChain {
  readonly base: number;
  readonly floor: number;
  readonly cap: number;
  /** Rising, from floor to cap. */
  readonly edges: Float64Array;
  readonly panels: number;
  readonly rule: ChebyshevRule;
  /** Points per panel. */
  readonly points: number;
  /** All points, panel by panel. */
  readonly nodes: Float64Array;
  /** The panel that is a third of this one, or −1 where a third of it lies at or below the floor. */
  readonly third: Int32Array;
  /** First panel at or above cap/3, from where the next wait can reach the cap. */
  readonly reaching: number;
}

/** A constant, when the jitter leaves no choice: no base and no floor, or a cap that cuts every draw. Else null. */
export function constantDecorrelatedMs({ baseMs, capMs, minMs = 0 }: DecorrelatedBackoff): number | null {
  const cap = capMs ?? LONGEST_WAIT_MS;
  if (Math.max(baseMs, minMs) * (1 + SAME) >= cap) return Math.max(minMs, cap);
  if (baseMs < SMALLEST_BASE_MS && minMs < SMALLEST_BASE_MS) return Math.max(baseMs, minMs);
  return null;
}

/** Lays out the panels for jitter that is not constant. `points` per panel: 24 gives 1e-12. */
export function decorrelatedChain(backoff: DecorrelatedBackoff, points: number): DecorrelatedChain {
  const base = backoff.baseMs < SMALLEST_BASE_MS ? 0 : backoff.baseMs;
  const floor = Math.max(base, backoff.minMs ?? 0);
  const first = 3 * base;
  // A cap that cannot be reached is as good as one at the end of the reach, and that one needs no breaks of its own.
  let reach = Math.max(floor, first);
  const limit = backoff.capMs ?? LONGEST_WAIT_MS;
  for (let k = 1; k < backoff.retries && reach < limit; k++) reach *= 3;
  const cap = Math.min(limit, reach > floor ? reach : 3 * floor);

  const breaks = [floor, cap];
  for (let x = floor * 3; x < cap; x *= 3) breaks.push(x);
  for (let x = cap / 3; x > floor; x /= 3) breaks.push(x);
  if (first > floor) for (let x = first; x < cap; x *= 3) breaks.push(x);
  const edges = Float64Array.from(withoutDoubles(breaks.sort((a, b) => a - b)));

  const rule = chebyshevRule(points);
  const panels = edges.length - 1;
  const nodes = new Float64Array(panels * points);
  const third = new Int32Array(panels).fill(-1);
  let reaching = 0;
  for (let p = 0; p < panels; p++) {
    const low = edges[p] as number;
    const half = ((edges[p + 1] as number) - low) / 2;
    for (let i = 0; i < points; i++) nodes[p * points + i] = low + half * (1 + (rule.nodes[i] as number));
    if (same(low, 3 * floor) || low > 3 * floor) third[p] = edges.findIndex((edge) => same(3 * edge, low));
    if (!same(low, cap / 3) && low < cap / 3) reaching = p + 1;
  }
  return { base, floor, cap, edges, panels, rule, points, nodes, third, reaching };
}

/** A measure on the chain's range: its density at the nodes, and what sits at the floor and at the cap. */
export interface Spread {
  readonly density: Float64Array;
  floor: number;
  cap: number;
}

function emptySpread(chain: DecorrelatedChain): Spread {
  return { density: new Float64Array(chain.nodes.length), floor: 0, cap: 0 };
}

/** The distribution of the first wait. */
export function firstWait(chain: DecorrelatedChain): Spread {
  const { base, floor, cap, edges, panels, points } = chain;
  const spread = emptySpread(chain);
  if (3 * base <= floor) {
    spread.floor = 1;
    return spread;
  }
  const width = 2 * base;
  spread.floor = (floor - base) / width;
  spread.cap = Math.max(0, 3 * base - cap) / width;
  for (let p = 0; p < panels; p++) {
    const inside = (edges[p + 1] as number) <= 3 * base * (1 + SAME);
    if (inside) spread.density.fill(1 / width, p * points, (p + 1) * points);
  }
  return spread;
}

/**
 * One retry on: f′(y) = ∫ f(x) / (3x − base) over x ≥ y/3, what sits at the ends included. Linear in the spread, which
 * need not be a probability: moments and joint figures travel the same way. Relative error about 1e-14 per step.
 */
export function nextWait(chain: DecorrelatedChain, from: Spread): Spread {
  const { base, floor, cap, edges, panels, points, nodes, third, reaching, rule } = chain;
  const { density } = from;
  // tail(z) = ∫ f(x) / (3x − base) over x ≥ z, the cap included.
  const tail = new Float64Array(nodes.length);
  const rate = new Float64Array(points);
  let atEdge = from.cap / (3 * cap - base);
  let toCap = (from.cap * 2 * cap) / (3 * cap - base);
  for (let p = panels - 1; p >= 0; p--) {
    const start = p * points;
    const half = ((edges[p + 1] as number) - (edges[p] as number)) / 2;
    let whole = 0;
    let reached = 0;
    for (let j = 0; j < points; j++) {
      const x = nodes[start + j] as number;
      const r = (half * (density[start + j] as number)) / (3 * x - base);
      rate[j] = r;
      whole += (rule.weights[j] as number) * r;
      reached += (rule.weights[j] as number) * r * (3 * x - cap);
    }
    for (let i = 0; i < points; i++) {
      let sum = atEdge;
      for (let j = 0; j < points; j++) sum += (rule.above[i * points + j] as number) * (rate[j] as number);
      tail[start + i] = sum;
    }
    atEdge += whole;
    if (p >= reaching) toCap += reached;
  }
  const all = atEdge + from.floor / (3 * floor - base);
  const to = emptySpread(chain);
  for (let p = 0; p < panels; p++) {
    const source = third[p] as number;
    if (source < 0) to.density.fill(all, p * points, (p + 1) * points);
    else to.density.set(tail.subarray(source * points, (source + 1) * points), p * points);
  }
  to.floor = (floor - base) * all;
  to.cap = toCap + (from.floor * Math.max(0, 3 * floor - cap)) / (3 * floor - base);
  return to;
}

/** ∫ of a weight over the spread: its total with weight 1, its mean with the identity. */
export function integrate(chain: DecorrelatedChain, spread: Spread, weight: (waitMs: number) => number): number {
  const { floor, cap, edges, panels, points, nodes, rule } = chain;
  let total = spread.floor * weight(floor) + spread.cap * weight(cap);
  for (let p = 0; p < panels; p++) {
    let sum = 0;
    for (let j = 0; j < points; j++) {
      const at = p * points + j;
      sum += (rule.weights[j] as number) * (spread.density[at] as number) * weight(nodes[at] as number);
    }
    total += (sum * ((edges[p + 1] as number) - (edges[p] as number))) / 2;
  }
  return total;
}

const SAME = 1e-12;

function same(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME * Math.max(a, b);
}

function withoutDoubles(rising: readonly number[]): number[] {
  const kept: number[] = [];
  for (const x of rising) {
    const last = kept.at(-1);
    if (last === undefined || !same(last, x)) kept.push(x);
  }
  // The cap is a promise: the last edge is the cap itself, not a neighbour it was merged with.
  kept[kept.length - 1] = rising.at(-1) as number;
  return kept;
}
