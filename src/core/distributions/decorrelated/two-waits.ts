import type { DecorrelatedChain } from './decorrelated-chain.js';

/**
 * ∫ G(y, r − y) dy over y from the floor to z, where G(y, t) = (min(t, 3y, cap) − floor)₊ / (3y − base) is the chance
 * that the wait after one of y ms lies above the floor, below the cap and is at most t. Closed form, exact to rounding.
 *
 * The least of r − y, 3y and cap changes where y passes r/4, cap/3 and r − cap, so the integrand is 3y first, then the
 * cap, then r − y; each piece is a rational function of y.
 */
export function twoWaitsIntegral({ base, floor, cap }: DecorrelatedChain, z: number, r: number): number {
  const log = (y: number): number => Math.log(3 * y - base);
  let integral = 0;

  const rising = Math.min(z, cap / 3, r / 4);
  if (rising > floor) integral += rising - floor - ((floor - base) / 3) * (log(rising) - log(floor));

  const levelFrom = Math.max(floor, cap / 3);
  const levelTo = Math.min(z, r - cap);
  if (levelTo > levelFrom) integral += ((cap - floor) / 3) * (log(levelTo) - log(levelFrom));

  const fallingFrom = Math.max(floor, r / 4, r - cap);
  const fallingTo = Math.min(z, r - floor);
  if (fallingTo > fallingFrom) {
    integral += ((r - floor - base / 3) * (log(fallingTo) - log(fallingFrom)) - (fallingTo - fallingFrom)) / 3;
  }
  return integral;
}
