/** Interpolation and integration on [−1, 1] from the values at the roots of a Chebyshev polynomial. */
export interface ChebyshevRule {
  /** The roots of T_n, rising. */
  readonly nodes: Float64Array;
  /** Σ weights[j] · f(nodes[j]) = ∫ f over [−1, 1] for polynomials below degree n (Fejér's first rule). */
  readonly weights: Float64Array;
  /** Row i, n entries: Σ above[i·n + j] · f(nodes[j]) = ∫ f from nodes[i] to 1. */
  readonly above: Float64Array;
  /** Row i: the same from −1 to nodes[i]. */
  readonly below: Float64Array;
}

const kept = new Map<number, ChebyshevRule>();

/** The rule with n nodes, made once per n in n³ steps. Exact for polynomials below degree n, to rounding. */
export function chebyshevRule(n: number): ChebyshevRule {
  let rule = kept.get(n);
  if (rule === undefined) {
    rule = makeRule(n);
    kept.set(n, rule);
  }
  return rule;
}

function makeRule(n: number): ChebyshevRule {
  const nodes = Float64Array.from({ length: n }, (_, j) => -Math.cos(angleOf(j, n)));
  const weights = new Float64Array(n);
  const below = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    const toEnd = antiderivative(k, 1);
    const toNode = nodes.map((x) => antiderivative(k, x));
    for (let j = 0; j < n; j++) {
      // The j-th Lagrange polynomial is Σ (2/n) T_k(x_j) T_k(x), the first term halved.
      const coefficient = (k === 0 ? 1 / n : 2 / n) * Math.cos(k * (Math.PI - angleOf(j, n)));
      weights[j] = (weights[j] as number) + coefficient * toEnd;
      for (let i = 0; i < n; i++) {
        below[i * n + j] = (below[i * n + j] as number) + coefficient * (toNode[i] as number);
      }
    }
  }
  const above = below.map((part, at) => (weights[at % n] as number) - part);
  return { nodes, weights, above, below };
}

function angleOf(j: number, n: number): number {
  return (Math.PI * (j + 0.5)) / n;
}

/** ∫ T_k from −1 to x. */
function antiderivative(k: number, x: number): number {
  if (k === 0) return x + 1;
  if (k === 1) return (x * x - 1) / 2;
  const angle = Math.acos(x);
  const at = (order: number): number => Math.cos(order * angle) / (2 * order);
  const sign = k % 2 === 0 ? -1 : 1;
  return at(k + 1) - at(k - 1) - (sign / (2 * (k + 1)) - sign / (2 * (k - 1)));
}

/**
 * Chebyshev coefficients of the integral from −1 of the polynomial with these values at the nodes: n + 1 of them.
 * Costs n² steps. Error: a few units in the last place of the largest value.
 */
export function integralSeries(values: Float64Array): Float64Array {
  const n = values.length;
  const series = new Float64Array(n + 2);
  const coefficients = new Float64Array(n + 2);
  for (let k = 0; k < n; k++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += (values[j] as number) * Math.cos(k * (Math.PI - angleOf(j, n)));
    coefficients[k] = ((k === 0 ? 1 : 2) / n) * sum;
  }
  let atStart = 0;
  for (let k = 1; k <= n; k++) {
    const before = (k === 1 ? 2 : 1) * (coefficients[k - 1] as number);
    series[k] = (before - (coefficients[k + 1] as number)) / (2 * k);
    atStart += k % 2 === 0 ? (series[k] as number) : -(series[k] as number);
  }
  series[0] = -atStart;
  return series.subarray(0, n + 1);
}

/** Σ series[k] · T_k(x) by Clenshaw's recurrence, −1 ≤ x ≤ 1. */
export function seriesAt(series: Float64Array, x: number): number {
  let next = 0;
  let afterNext = 0;
  for (let k = series.length - 1; k > 0; k--) {
    const here = (series[k] as number) + 2 * x * next - afterNext;
    afterNext = next;
    next = here;
  }
  return (series[0] as number) + x * next - afterNext;
}
