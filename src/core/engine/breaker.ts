import type { Breaker } from '../policy/policy.js';

/** Closed while `openUntil` is −Infinity; open until that instant; then half-open, with a few trials at a time. */
export interface BreakerState {
  failures: number;
  openUntil: number;
  trials: number;
}

export function createBreaker(breaker: Breaker | null): BreakerState | null {
  return breaker === null ? null : { failures: 0, openUntil: -Infinity, trials: 0 };
}

/** Whether a request may pass now; a half-open breaker lends it one of its trials. */
export function passBreaker(breaker: Breaker, state: BreakerState, now: number): 'closed' | 'trial' | 'open' {
  if (state.openUntil === -Infinity) return 'closed';
  if (now < state.openUntil || state.trials >= breaker.halfOpenPermits) return 'open';
  state.trials++;
  return 'trial';
}

/** Whether a new request would be refused now, without taking a trial. */
export function isOpen(breaker: Breaker, state: BreakerState, now: number): boolean {
  return state.openUntil !== -Infinity && (now < state.openUntil || state.trials >= breaker.halfOpenPermits);
}

/** Notes how a request that passed has ended. Any failed trial opens the breaker again and restarts its time. */
export function noteResult(breaker: Breaker, state: BreakerState, trial: boolean, failed: boolean, now: number): void {
  if (trial) state.trials--;
  if (failed) {
    state.failures++;
    if (trial || (state.openUntil === -Infinity && state.failures >= breaker.threshold)) {
      state.openUntil = now + breaker.resetMs;
    }
  } else if (trial || state.openUntil === -Infinity) {
    // A late success of a request sent before the breaker opened says nothing of now.
    state.failures = 0;
    state.openUntil = -Infinity;
  }
}

/** Gives a trial back unused, when its call was aborted. */
export function returnTrial(state: BreakerState): void {
  state.trials--;
}
