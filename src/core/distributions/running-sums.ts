/**
 * The sums of the first 0, 1, 2, … values, each rounded about once: Neumaier (1974), Kahan's compensation that also
 * survives a large late term. Error: a unit in the last place of the sum plus n² · 1e-32 · Σ|x|.
 */
export function runningSums(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
    sums[i + 1] = sum + lost;
  }
  return sums;
}
