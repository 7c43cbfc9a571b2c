import type { ScheduleRow } from '../../core/schedule/report.js';
import { formatNumber } from '../../core/text/format-number.js';
import { formatShare } from '../../core/text/format-share.js';
import { formatTableMs } from '../../core/text/format-time.js';
import { type Column, textTable, widthOfTable } from './table.js';
import type { View } from './view.js';

/** Which columns have a reading in seconds beside the milliseconds: as many as there is room for. */
type Density = 'all' | 'means' | 'none';

const DENSITIES: readonly Density[] = ['all', 'means', 'none'];

/** Beyond this many rows the middle is left out: it is read by programs, not by people. */
const MOST_ROWS = 30;
const FIRST_ROWS = 20;
const LAST_ROWS = 5;

/** The rows that people are shown, and how many are left out before the last few. */
export function shownRows<Row>(rows: readonly Row[]): { first: readonly Row[]; last: readonly Row[]; left: number } {
  if (rows.length <= MOST_ROWS) return { first: rows, last: [], left: 0 };
  return { first: rows.slice(0, FIRST_ROWS), last: rows.slice(-LAST_ROWS), left: rows.length - FIRST_ROWS - LAST_ROWS };
}

/** The table of a schedule as wide as the view allows. */
export function renderScheduleTable(rows: readonly ScheduleRow[], view: View): string {
  const { first, last, left } = shownRows(rows);
  const shown = [...first, ...last];
  const density = DENSITIES.find((each) => widthOfTable(scheduleColumns(each), shown) <= view.width) ?? 'none';
  const [heading = '', ...lines] = textTable(scheduleColumns(density), shown).split('\n');
  if (left > 0)
    lines.splice(first.length, 0, view.style.faint(`… ${formatNumber(left)} more rows; --csv has them all`));
  const unit = density === 'none' ? [view.style.faint('in milliseconds')] : [];
  return [...unit, view.style.strong(heading), ...lines].join('\n');
}

export function scheduleColumns(density: Density): Column<ScheduleRow>[] {
  const column = (key: keyof ScheduleRow, title: string, isMean = false): Column<ScheduleRow> => {
    const isLong = density === 'all' || (density === 'means' && isMean);
    return {
      key,
      title: isLong || density === 'none' ? title : `${title} (ms)`,
      text: (row) => (isLong ? formatTableMs : formatNumber)(row[key] as number | null),
      value: (row) => row[key] ?? null,
    };
  };
  return [
    { key: 'retry', title: 'retry', text: ({ retry }) => formatNumber(retry), value: ({ retry }) => retry },
    column('rawMs', 'raw'),
    { key: 'range', title: density === 'none' ? 'range' : 'range (ms)', text: rangeOf, value: rangeOf },
    column('meanMs', 'mean', true),
    column('sampleMs', 'sample'),
    column('cumulativeMeanMs', density === 'none' ? 'so far' : 'mean so far', true),
    { key: 'capped', title: '', align: 'left', text: capBadge, value: ({ capped }) => capped },
  ];
}

/** The columns for programs: each figure of the JSON by itself. */
export const SCHEDULE_CSV_COLUMNS: readonly Column<ScheduleRow>[] = (
  [
    ...['retry', 'rawMs', 'minMs', 'meanMs', 'maxMs', 'stddevMs'],
    ...['cumulativeMeanMs', 'capped', 'atCapShare', 'sampleMs'],
  ] as (keyof ScheduleRow)[]
).map((key) => ({ key, title: key, text: (row) => String(row[key] ?? ''), value: (row) => row[key] ?? null }));

function rangeOf({ minMs, maxMs }: ScheduleRow): string {
  return minMs === maxMs ? formatNumber(minMs) : `${formatNumber(minMs)} – ${formatNumber(maxMs)}`;
}

/** Decorrelated waits only may sit at the cap, so the chance of it is told. */
function capBadge({ capped, atCapShare }: ScheduleRow): string {
  if (!capped) return '';
  return atCapShare === undefined ? 'cap' : `cap ${formatShare(atCapShare)}`;
}
