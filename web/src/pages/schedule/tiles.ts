import type { ScheduleReport } from '../../../../src/core/schedule/report.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import type { Tile } from '../../ui/tiles.js';
import type { ScheduleView } from './view.js';

/** The figures of a schedule, with those of the second policy beneath. */
export function scheduleTiles(view: ScheduleView): Tile[] {
  const { a, b } = view;
  const own = figures(a.report);
  const others = b === null ? null : figures(b.report);
  const notes: Record<string, string> = {
    'this sample': `seed ${a.report.sample.seed}`,
    'expected total': a.report.total.stddevMs === 0 ? '' : `σ ${formatWait(a.report.total.stddevMs)}`,
    range: a.report.total.minMs === a.report.total.maxMs ? 'always the same' : 'of the total',
    worst: 'every wait its longest',
    p95: '95 % wait no longer',
    'resolved by deadline': deadlineNote(view),
    attempts: retriesNote(a.report.attempts),
  };
  return Object.entries(own).map(([label, value]) => ({ label, value, note: notes[label], other: others?.[label] }));
}

function figures({ attempts, total, sample, resolvedByDeadlineShare: share }: ScheduleReport): Record<string, string> {
  return {
    'this sample': formatWait(sample.totalMs),
    'expected total': formatWait(total.meanMs),
    range: rangeText(total.minMs, total.maxMs),
    worst: formatWait(total.maxMs),
    p95: formatWait(total.p95Ms),
    'resolved by deadline': share === undefined ? '–' : formatShare(share),
    attempts: formatNumber(attempts),
  };
}

/** `0 – 31.0 s`: the unit is said once where it is the same. */
function rangeText(minMs: number, maxMs: number): string {
  if (minMs === maxMs) return formatWait(maxMs);
  const [least = '', unit] = formatWait(minMs).split(' ');
  const most = formatWait(maxMs);
  return `${most.endsWith(` ${unit}`) ? least : minMs === 0 ? '0' : formatWait(minMs)} – ${most}`;
}

function deadlineNote({ a, input }: ScheduleView): string {
  const { deadlineMs } = input.load;
  if (deadlineMs === null) return 'no deadline given';
  return a.report.resolvedByDeadlineShare === undefined
    ? 'needs success and latency'
    : `within ${formatWait(deadlineMs)}`;
}

function retriesNote(attempts: number): string {
  if (attempts === 1) return 'no retries';
  return attempts === 2 ? '1 retry + 1' : `${formatNumber(attempts - 1)} retries + 1`;
}
