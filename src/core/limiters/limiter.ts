// What every kind of limiter can do. See README.md in this folder.

/**
 * The verbs of one kind, as functions over a small mutable state. Only the state that is passed in is changed.
 *
 * `now` is in ms and whole wherever a driver can arrange it: with whole instants, amounts and costs the answers are
 * exact, not merely close. Fractions are served to within rounding. A clock that steps back gives nothing away, and no
 * wait is longer for it.
 */
export interface LimiterKind<Spec, State> {
  create(spec: Spec, now: number): State;
  /**
   * How long a request of this cost has to wait if nobody else takes anything: 0 when it fits now; whole ms, rounded up,
   * after which it will fit; Infinity when it never can; {@link NO_TIME_KNOWN}. Takes nothing.
   */
  waitMs(state: State, cost: number, now: number): number;
  /** Takes without asking, as a server must when the real use turns out to be larger. May leave a debt. */
  charge(state: State, cost: number, now: number): void;
  /**
   * Replaces what was charged at an instant by what was really used: gives back the rest, or takes what was missing.
   * What has expired in the meantime is not given back.
   */
  settle(state: State, charged: number, used: number, chargedAt: number, now: number): void;
  /** Units of the allowance that are left; fractions count, and a debt is negative. */
  remaining(state: State, now: number): number;
  /** Until the whole allowance is back: a bucket is full, a window ends. Whole ms, rounded up; 0 when nothing is used. */
  resetMs(state: State, now: number): number;
}

/** A wait that ends with somebody else's request, so that nobody can tell when. */
export const NO_TIME_KNOWN = -1;
