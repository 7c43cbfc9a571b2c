/**
 * A scale that shows the usual: the value that 95 % of those above 0 do not exceed. What is higher is drawn as high, or
 * one spike would press all the rest flat.
 */
export function usualTop(values: readonly number[]): number {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0;
}
