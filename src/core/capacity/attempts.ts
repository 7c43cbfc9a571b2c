/** What one request costs its caller and the dependency, when each attempt succeeds with the same chance. */
export interface RequestCost {
  /** Mean number of attempts, 1…maxAttempts. */
  readonly attemptsPerRequest: number;
  /** Chance that all attempts fail. */
  readonly exhaustedShare: number;
  /** Mean wait, whether the request ends well or not. */
  readonly expectedWaitMs: number;
}

/**
 * Attempts are independent: retry k happens when the first k attempts fail, with chance (1 − s)^k.
 * So attempts per request are Σ (1 − s)^k over k = 0…maxAttempts − 1, which is (1 − (1 − s)^m) / s but has no s to divide by,
 * and the expected wait is Σ meanWait_k · (1 − s)^k. Terms are positive, so nothing cancels: relative error ≤ 1000 roundings.
 * `meanWaitsMs` are those of the retries in order, one less than the attempts. Success 0 gives maxAttempts and the total mean.
 */
export function requestCost(successShare: number, meanWaitsMs: readonly number[]): RequestCost {
  const failShare = 1 - successShare;
  let reachedShare = 1;
  let attemptsPerRequest = 1;
  let expectedWaitMs = 0;
  for (const meanMs of meanWaitsMs) {
    reachedShare *= failShare;
    attemptsPerRequest += reachedShare;
    expectedWaitMs += reachedShare * meanMs;
  }
  return { attemptsPerRequest, exhaustedShare: reachedShare * failShare, expectedWaitMs };
}
