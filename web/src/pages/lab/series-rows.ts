import type { Cell } from '../../../../src/core/text/table-text.js';
import type { Report, SeriesReport } from '../../../../src/simulator/index.js';

const COLUMNS: readonly Exclude<keyof SeriesReport, 'binMs'>[] = [
  'callsPerSecond',
  'offeredPerSecond',
  'usefulPerSecond',
  'refusedPerSecond',
  'wastedPerSecond',
  'inFlight',
  'queued',
  'callsInProgress',
];

/** Every line of every side, a row per bin of time, as the command prints them with `--csv`. */
export function seriesRows(names: readonly string[], reports: readonly Report[]): Cell[][] {
  const rows = reports.flatMap(({ series }, side) =>
    series.offeredPerSecond.map((_, bin): Cell[] => [
      names[side] ?? '',
      bin * series.binMs,
      ...COLUMNS.map((key) => series[key][bin] ?? null),
    ]),
  );
  return [['variant', 'fromMs', ...COLUMNS], ...rows];
}
