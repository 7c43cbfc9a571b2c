import { type CallModel, resolvedByDeadlineShare, resolvedShare, resolvedTimeQuantileMs } from './time-to-success.js';

/** By tMs the call has succeeded with chance `share`. */
export interface CurvePoint {
  readonly tMs: number;
  readonly share: number;
}

/** Joined by straight lines, the points miss the curve by about this share of its height at most. */
const FLATNESS = 0.003;
/** Attempts that are less likely to be reached than this have no corner of their own. */
const RARE = 1e-4;
/** More corners than this could not be told apart in a plot. */
const MOST_CORNERS = 120;
const MOST_HALVINGS = 8;

/**
 * The chance to have succeeded by t, as points to be joined by straight lines: few where the curve is straight, many
 * where it bends. A jump (an end that is certain, as without jitter) is two points at the same instant.
 * Runs from 0 to `untilMs`; by default to where 99.9 % of the calls that ever succeed have done so.
 * Instants and shares never fall; each share has the error of {@link resolvedByDeadlineShare}.
 */
export function resolvedCurve(call: CallModel, untilMs?: number): CurvePoint[] {
  const end = untilMs ?? resolvedTimeQuantileMs(call, 0.999) ?? call.latencyMs;
  const flat = FLATNESS * resolvedShare(call);
  const points: CurvePoint[] = [{ tMs: 0, share: 0 }];
  for (const { tMs, jump } of cornersOf(call, end)) {
    const share = resolvedByDeadlineShare(call, tMs);
    const before = { tMs, share: share - jump };
    bend(call, points.at(-1) as CurvePoint, before, flat, MOST_HALVINGS, points);
    if (tMs > 0) points.push(before);
    if (jump > 0) points.push({ tMs, share });
  }
  return rising(points);
}

/** Where an attempt can first or last end, and how much of the curve jumps there. */
interface Corner {
  readonly tMs: number;
  readonly jump: number;
}

function cornersOf(call: CallModel, end: number): Corner[] {
  const { successShare, latencyMs, maxAttempts, totals } = call;
  const corners: Corner[] = [{ tMs: end, jump: 0 }];
  let reached = 1;
  for (let attempt = 1; attempt <= maxAttempts && reached > RARE; attempt++) {
    const total = totals.after(attempt - 1);
    const first = attempt * latencyMs + total.minMs;
    const last = attempt * latencyMs + total.maxMs;
    if (first > end) break;
    if (first < last) corners.push({ tMs: first, jump: 0 });
    if (last <= end) {
      const sudden = first === last ? 1 : 1 - total.cdf(total.maxMs * (1 - 1e-9));
      corners.push({ tMs: last, jump: sudden > 1e-6 ? reached * successShare * sudden : 0 });
    }
    reached *= 1 - successShare;
  }
  corners.sort((a, b) => a.tMs - b.tMs);
  const merged: Corner[] = [];
  for (const corner of corners) {
    const last = merged.at(-1);
    if (last === undefined || corner.tMs > last.tMs * (1 + 1e-11)) merged.push(corner);
    else merged[merged.length - 1] = { tMs: corner.tMs, jump: last.jump + corner.jump };
  }
  const stride = Math.ceil(merged.length / MOST_CORNERS);
  return merged.filter((_, i) => (merged.length - 1 - i) % stride === 0);
}

/** Adds the points between two others that a straight line would miss. */
function bend(
  call: CallModel,
  from: CurvePoint,
  to: CurvePoint,
  flat: number,
  halvings: number,
  points: CurvePoint[],
): void {
  // The curve never falls: where it hardly rises, nothing can be missed.
  if (halvings === 0 || !(to.share - from.share > flat)) return;
  const tMs = from.tMs + (to.tMs - from.tMs) / 2;
  if (tMs <= from.tMs || tMs >= to.tMs) return;
  const middle = { tMs, share: resolvedByDeadlineShare(call, tMs) };
  const straight = Math.abs(middle.share - (from.share + to.share) / 2) <= flat;
  // An S is straight in its middle, so the first two halvings are always looked into.
  if (straight && halvings <= MOST_HALVINGS - 2) return;
  bend(call, from, middle, flat, halvings - 1, points);
  points.push(middle);
  bend(call, middle, to, flat, halvings - 1, points);
}

function rising(points: readonly CurvePoint[]): CurvePoint[] {
  let least = 0;
  return points.map(({ tMs, share }) => {
    least = Math.max(least, share);
    return { tMs, share: least };
  });
}
