/** The fields of wait.Backoff. */
export interface KubernetesSettings {
  readonly durationMs: number;
  /** 0 leaves the duration as it is. */
  readonly factor: number;
  /** How much of the wait may be added to it. */
  readonly jitter: number;
  /** Attempts, the first one included. */
  readonly steps: number;
  readonly capMs: number | null;
}

/**
 * How often the condition is asked. The loop asks, stops at the last step, else waits and steps on; a step whose next
 * duration is above Cap sets the steps that are left to 0, so that nothing follows its wait.
 */
export function attemptsIn({ durationMs, factor, steps, capMs }: KubernetesSettings): number {
  let nextMs = durationMs;
  for (let attempt = 1; attempt < steps; attempt++) {
    if (factor === 0) return steps;
    nextMs *= factor;
    if (capMs !== null && capMs > 0 && nextMs > capMs) return attempt;
    // Shrinking, standing still or without a cap, it never gets there.
    if (capMs === null || capMs === 0 || factor <= 1) return steps;
  }
  return Math.max(1, steps);
}
