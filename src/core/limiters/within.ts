/** Whether no more than `amount` is used, but for what sums of fractions are off by: 0.1 three times is 0.3. */
export function isWithin(used: number, amount: number): boolean {
  return used - amount <= Math.abs(amount) * 1e-12;
}
