import type { ScheduleRow } from '../../../../src/core/schedule/report.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatTableMs } from '../../../../src/core/text/format-time.js';
import type { Cell } from '../../../../src/core/text/table-text.js';

/** A column of times: its key in the report, and what people call it. */
export interface TimeColumn {
  readonly key: 'rawMs' | 'minMs' | 'meanMs' | 'stddevMs' | 'maxMs' | 'sampleMs' | 'cumulativeMeanMs';
  readonly title: string;
  /** Left out where there is little room. */
  readonly isSpare: boolean;
}

const RAW: TimeColumn = { key: 'rawMs', title: 'raw', isSpare: true };
const LEAST: TimeColumn = { key: 'minMs', title: 'least', isSpare: false };
const MEAN: TimeColumn = { key: 'meanMs', title: 'mean', isSpare: false };
const SPREAD: TimeColumn = { key: 'stddevMs', title: 'σ', isSpare: true };
const OTHERS: readonly TimeColumn[] = [
  { key: 'maxMs', title: 'most', isSpare: false },
  { key: 'sampleMs', title: 'this sample', isSpare: true },
  { key: 'cumulativeMeanMs', title: 'mean so far', isSpare: false },
];

/** Decorrelated waits have no raw delay. Their spread takes its place, since no formula in one line gives it. */
export function timeColumns(rows: readonly ScheduleRow[]): readonly TimeColumn[] {
  const hasRaw = rows.some(({ rawMs }) => rawMs !== null);
  return hasRaw ? [RAW, LEAST, MEAN, ...OTHERS] : [LEAST, MEAN, SPREAD, ...OTHERS];
}

/** Decorrelated waits only may sit at the cap, so the chance of it is told. */
export function capBadge({ capped, atCapShare }: ScheduleRow): string {
  if (!capped) return '';
  return atCapShare === undefined ? 'cap' : `cap ${formatShare(atCapShare)}`;
}

const CSV_KEYS = [
  ...['retry', 'rawMs', 'minMs', 'meanMs', 'maxMs', 'stddevMs'],
  ...['cumulativeMeanMs', 'capped', 'atCapShare', 'sampleMs'],
] as (keyof ScheduleRow)[];

/** The rows as the command prints them with `--csv`. */
export function csvRows(rows: readonly ScheduleRow[]): Cell[][] {
  return [CSV_KEYS, ...rows.map((row) => CSV_KEYS.map((key) => row[key] ?? null))];
}

/** The rows as the table shows them. */
export function textRows(rows: readonly ScheduleRow[]): string[][] {
  const columns = timeColumns(rows);
  const heading = ['retry', ...columns.map(({ title }) => title), 'cap'];
  const cells = rows.map((row) => [
    formatNumber(row.retry),
    ...columns.map(({ key }) => formatTableMs(row[key])),
    capBadge(row),
  ]);
  return [heading, ...cells];
}
