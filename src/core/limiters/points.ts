// Limits that weigh requests instead of counting them. Any kind of limiter will do; what differs is the cost.

/** What an operation costs, by its name. */
export interface PointTable {
  readonly [operation: string]: number;
}

/**
 * GitHub's secondary limits: "most GET, HEAD, and OPTIONS requests" 1 point, "most POST, PATCH, PUT, or DELETE requests"
 * 5, a GraphQL request without mutations 1, with mutations 5 (docs.github.com, "Rate limits for the REST API").
 */
export const GITHUB_POINTS: PointTable = {
  GET: 1,
  HEAD: 1,
  OPTIONS: 1,
  POST: 5,
  PATCH: 5,
  PUT: 5,
  DELETE: 5,
  query: 1,
  mutation: 5,
};

/** The points of an operation. One that the table does not know costs as much as the dearest, so that no name is a way round. */
export function pointsOf(table: PointTable, operation: string): number {
  if (Object.hasOwn(table, operation)) return table[operation] as number;
  return Math.max(...Object.values(table));
}
