// A quota that is filled by leases from a store that many processes share, instead of by time.

/** Units that are reserved for this process, to be used between two instants. */
export interface Lease {
  amount: number;
  readonly notBefore: number;
  /** What is not used by then goes back to the store. */
  readonly expiresAt: number;
}

export interface Leases {
  /** In the order in which they came. */
  readonly held: Lease[];
  /** Units used beyond what was leased; negative for what was leased and not used. The store is to be told. */
  owed: number;
  /** What the store had left when it last answered, and when that was. Infinity before: then it may hold all. */
  left: number;
  leftAt: number;
  /** A quota with a long window is spent for all processes until this instant; −Infinity while it is not. */
  spentUntil: number;
}

/** Nobody knows when the store will give more; whoever brings it has the engine look again. */
export const UNTIL_LEASED_MS = 3_600_000;

export function createLeases(): Leases {
  return { held: [], owed: 0, left: Infinity, leftAt: 0, spentUntil: -Infinity };
}

/** When `cost` units can be taken: an instant ≤ now if at once. Differences up to `slack` do not matter. */
export function leasedAt(leases: Leases, cost: number, slack: number, now: number): number {
  let missing = cost;
  let at = now;
  for (const lease of leases.held) {
    if (missing <= slack) break;
    if (lease.expiresAt <= now) continue;
    missing -= lease.amount;
    at = Math.max(at, lease.notBefore);
  }
  return missing <= slack ? at : now + UNTIL_LEASED_MS;
}

/** The most that there can be by now: what is held, and what the store may have, for all anybody here knows. */
export function mostLeasable(leases: Leases, size: number, perMs: number, now: number): number {
  const refilled = Math.max(0, now - leases.leftAt) * perMs;
  return leasedUnits(leases) + Math.min(size, leases.left - leases.owed + refilled);
}

/** Uses up leases, the oldest first. What they do not cover is owed. */
export function takeLeased(leases: Leases, cost: number, now: number): void {
  dropExpired(leases, now);
  const { held } = leases;
  let rest = cost;
  while (rest > 0 && held.length > 0) {
    const lease = held[0] as Lease;
    const used = Math.min(rest, lease.amount);
    lease.amount -= used;
    rest -= used;
    if (lease.amount <= 0) held.shift();
  }
  leases.owed += rest;
}

/** Gives back what was not used in time. */
export function dropExpired(leases: Leases, now: number): void {
  const { held } = leases;
  while (held.length > 0 && (held[0] as Lease).expiresAt <= now) leases.owed -= (held.shift() as Lease).amount;
}

/** All units that are held, those for later included. */
export function leasedUnits(leases: Leases): number {
  let units = 0;
  for (const { amount } of leases.held) units += amount;
  return units;
}
