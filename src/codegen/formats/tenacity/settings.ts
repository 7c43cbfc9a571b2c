import { meanCutAt } from '../growth.js';

/** Arguments of retry. */
export interface TenacitySettings {
  /** The first one included; Infinity where nothing stops it. */
  readonly attempts: number;
  /** stop_before_delay or stop_after_delay; null for none. */
  readonly totalMs: number | null;
  /** What is waited is the sum of these. */
  readonly waits: readonly TenacityWait[];
  /** What retry= says; null for every exception. */
  readonly condition: string | null;
}

/** One strategy, times in ms. Of a chain the last one repeats. */
export type TenacityWait =
  | { readonly kind: 'uniform'; readonly minMs: number; readonly maxMs: number }
  | (Exponential & { readonly kind: 'exponential' | 'random-exponential' })
  | (Exponential & { readonly kind: 'exponential-jitter'; readonly jitterMs: number })
  | { readonly kind: 'incrementing'; readonly startMs: number; readonly stepMs: number; readonly maxMs: number | null }
  | { readonly kind: 'chain'; readonly waits: readonly TenacityWait[] };

export interface Exponential {
  readonly baseMs: number;
  readonly factor: number;
  readonly maxMs: number | null;
  readonly minMs: number;
}

/** How one wait is drawn: evenly from low to high, then cut at `cutMs` where there is a cut, and lifted to `floorMs`. */
export interface Draw {
  readonly lowMs: number;
  readonly highMs: number;
  readonly cutMs: number | null;
  readonly floorMs: number;
}

/** The draw of one strategy before one retry, as tenacity/wait.py has it. */
export function drawOf(wait: TenacityWait, retry: number): Draw {
  const even = (lowMs: number, highMs: number): Draw => ({ lowMs, highMs, cutMs: null, floorMs: 0 });
  if (wait.kind === 'uniform') return even(wait.minMs, wait.maxMs);
  if (wait.kind === 'chain') return drawOf(wait.waits[Math.min(retry, wait.waits.length) - 1] as TenacityWait, retry);
  if (wait.kind === 'incrementing') {
    const ms = Math.max(0, Math.min(wait.startMs + wait.stepMs * (retry - 1), wait.maxMs ?? Infinity));
    return even(ms, ms);
  }
  const raisedMs = Math.min(Number.MAX_SAFE_INTEGER, wait.baseMs * wait.factor ** Math.min(retry - 1, 1000));
  if (wait.kind === 'exponential-jitter') {
    return { lowMs: raisedMs, highMs: raisedMs + wait.jitterMs, cutMs: wait.maxMs, floorMs: wait.minMs };
  }
  const ms = Math.max(wait.minMs, Math.min(raisedMs, wait.maxMs ?? Infinity));
  return even(wait.kind === 'exponential' ? ms : wait.minMs, ms);
}

/** The mean of max(floor, min(U(low, high), cut)): exact. */
export function meanOf({ lowMs, highMs, cutMs, floorMs }: Draw): number {
  const cut = cutMs ?? Number.MAX_SAFE_INTEGER;
  const mean = meanCutAt(cut, lowMs, highMs);
  if (floorMs <= lowMs) return Math.max(floorMs, mean);
  // E max(f, X) = f + E X − E min(X, f), of the wait that is cut.
  return floorMs >= cut ? floorMs : floorMs + mean - meanCutAt(floorMs, lowMs, highMs);
}
