import type { Rules } from '../../core/backoff/compile.js';
import type { Load } from '../../core/capacity/load.js';
import { resolvedByDeadlineShare, resolvedTimeQuantileMs } from '../../core/distributions/time-to-success.js';
import { callModel } from '../../core/schedule/by-deadline.js';
import { waitsOf } from '../../core/schedule/waits.js';
import { formatWait } from '../../core/text/format-time.js';
import type { Curve } from './curve.js';

/** A deadline further out than this many times the end of the curve would squeeze it flat. */
const FARTHEST_DEADLINE = 2;

/** How the share of resolved calls grows with time; null while success or latency is not known, and when none resolves. */
export function resolvedCurveOf(rules: Rules, load: Load): Curve | null {
  const call = callModel(rules, waitsOf(rules).totals, load);
  const almostAllMs = call === null ? null : resolvedTimeQuantileMs(call, 0.999);
  if (call === null || almostAllMs === null || almostAllMs === 0) return null;
  const { deadlineMs } = load;
  const isNear = deadlineMs !== null && deadlineMs <= FARTHEST_DEADLINE * almostAllMs;
  return {
    title: 'calls that have succeeded by then',
    shareAt: (ms) => resolvedByDeadlineShare(call, ms),
    endMs: isNear ? Math.max(almostAllMs, deadlineMs) : almostAllMs,
    mark: isNear ? { atMs: deadlineMs, label: `deadline ${formatWait(deadlineMs)}` } : null,
  };
}
