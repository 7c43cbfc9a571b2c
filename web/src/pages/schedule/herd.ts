import { rawDelayMs } from '../../../../src/core/backoff/backoff.js';
import { compile, type Rules } from '../../../../src/core/backoff/compile.js';
import type { TotalWaits } from '../../../../src/core/distributions/wait-distribution.js';
import { uniformWaits } from '../../../../src/core/schedule/uniform-waits.js';

/**
 * How a fleet comes back whose clients all failed in the same instant and go on failing: which share of it retries within
 * the same instant, with jitter and without any.
 */
export interface Herd {
  /** How long an instant is: a tenth of the first wait that is not 0, as a round number. */
  readonly instantMs: number;
  /** Retries shown; later ones only spread further. */
  readonly waves: number;
  readonly endMs: number;
  /** Without jitter all of it retries at these times, and at no other. */
  readonly spikesAtMs: readonly number[];
  readonly spread: Spread;
  /** Whether `spread` is by the policy's own jitter; else that has no effect, and full jitter is shown in its place. */
  readonly own: boolean;
}

export interface Spread {
  /** Share of the fleet that retries within the instant around each time. */
  readonly points: readonly { readonly tMs: number; readonly share: number }[];
  /** The largest share of all waves together, and of each by itself. */
  readonly peakShare: number;
  readonly peakOfWave: readonly number[];
}

const MOST_WAVES = 10;
const POINTS = 240;
/** Room to the right, so that the last spike does not look like the edge. */
const ROOM = 1.02;

/** Null without retries, and when every wait is 0, which leaves nothing to draw over time. */
export function herdOf(rules: Rules, totals: TotalWaits, latencyMs: number): Herd | null {
  const waves = Math.min(totals.retries, MOST_WAVES);
  const waits = plainWaits(rules, waves);
  const instantMs = instantOf(waits);
  if (instantMs === null) return null;
  let atMs = 0;
  const spikesAtMs = waits.map((waitMs) => (atMs += waitMs + latencyMs));
  const all = totals.after(waves);
  const own = all.maxMs > all.minMs;
  const shown = own ? totals : uniformWaits(compile({ ...rules.policy, jitter: 'full' })).totals;
  const endMs = Math.max(atMs, lastMs(shown, waves, latencyMs)) * ROOM + instantMs;
  return { instantMs, waves, endMs, spikesAtMs, own, spread: spreadOf(shown, { waves, latencyMs, endMs, instantMs }) };
}

interface Fleet {
  readonly waves: number;
  readonly latencyMs: number;
  readonly endMs: number;
  readonly instantMs: number;
}

function spreadOf(totals: TotalWaits, fleet: Fleet): Spread {
  const { waves, latencyMs, instantMs } = fleet;
  const starts = startsOf(totals, fleet);
  const sums = new Float64Array(starts.length);
  const peakOfWave = Array.from({ length: waves }, (_, index) => {
    const { cdf, minMs, maxMs } = totals.after(index + 1);
    let peak = 0;
    for (const [at, fromMs] of starts.entries()) {
      const startMs = fromMs - (index + 1) * latencyMs;
      if (startMs + instantMs < minMs || startMs > maxMs) continue;
      const share = cdf(startMs + instantMs) - cdf(startMs);
      peak = Math.max(peak, share);
      sums[at] = (sums[at] as number) + share;
    }
    return peak;
  });
  const points = starts.map((fromMs, at) => ({ tMs: fromMs + instantMs / 2, share: sums[at] as number }));
  return { points, peakShare: Math.max(...sums), peakOfWave };
}

/** What each retry waits without jitter. */
function plainWaits({ policy }: Rules, waves: number): number[] {
  const plain = compile({ ...policy, jitter: 'none' });
  return Array.from({ length: waves }, (_, index) => Math.max(plain.minMs, rawDelayMs(plain, index + 1)));
}

/** Rounded down to 1, 2 or 5 times a power of ten. */
function instantOf(waits: readonly number[]): number | null {
  const first = waits.find((waitMs) => waitMs > 0);
  if (first === undefined) return null;
  const tenth = first / 10;
  const power = 10 ** Math.floor(Math.log10(tenth) + 1e-9);
  return power * (tenth >= 5 * power ? 5 : tenth >= 2 * power ? 2 : 1);
}

/** Long tails are cut where almost all of the last wave has come. */
function lastMs(totals: TotalWaits, waves: number, latencyMs: number): number {
  const total = totals.after(waves);
  const almostAllMs = total.quantile(0.995);
  return (total.maxMs <= 2 * almostAllMs ? total.maxMs : almostAllMs) + waves * latencyMs;
}

/** Times to look at: evenly spread, and where each wave begins and ends, since a narrow one would be missed. */
function startsOf(totals: TotalWaits, { waves, latencyMs, endMs, instantMs }: Fleet): number[] {
  const starts = Array.from({ length: POINTS + 1 }, (_, index) => (endMs * index) / POINTS - instantMs / 2);
  for (let wave = 1; wave <= waves; wave++) {
    const { minMs, maxMs } = totals.after(wave);
    for (const edge of [minMs, maxMs]) {
      const atMs = edge + wave * latencyMs;
      starts.push(atMs - instantMs, atMs - instantMs / 2, atMs);
    }
  }
  return starts.filter((atMs) => atMs <= endMs).sort((a, b) => a - b);
}
