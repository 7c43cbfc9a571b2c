/** The cost of one attempt in one dimension: as stated, or else `unstated`. */
export function costOf(costs: readonly number[] | null, place: number, unstated = 1): number {
  const stated = costs === null ? undefined : costs[place];
  return stated === undefined || stated < 0 ? unstated : stated;
}
