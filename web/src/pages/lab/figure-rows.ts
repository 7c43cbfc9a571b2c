import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { canRecover, type FigureName, type Figures, type Scenario } from '../../../../src/simulator/index.js';

/** A figure of the table: its title, what it means, and how it is written. */
export interface FigureRow {
  readonly name: FigureName;
  readonly title: string;
  readonly about: string;
  format(value: number | null): string;
}

const rows = (peakWindowMs: number): readonly FigureRow[] => [
  { name: 'calls', title: 'calls', about: 'that have begun', format: formatNumber },
  { name: 'succeeded', title: 'ended well', about: 'calls', format: formatNumber },
  { name: 'failed', title: 'given up', about: 'calls', format: formatNumber },
  { name: 'attempts', title: 'attempts', about: 'that reached the service', format: formatNumber },
  { name: 'amplification', title: 'attempts per call', about: 'the amplification', format: formatNumber },
  { name: 'wastedShare', title: 'in vain', about: 'attempts that were of no use', format: formatShareOnly },
  {
    name: 'peakPerSecond',
    title: 'peak',
    about: `attempts per second, in the busiest ${peakWindowMs === 1000 ? 'second' : formatWait(peakWindowMs)}`,
    format: formatNumber,
  },
  {
    name: 'busiestTenthShare',
    title: 'in the busiest tenth',
    about: 'of the time; an even load has 10 %',
    format: formatShareOnly,
  },
  { name: 'latencyP50Ms', title: 'p50', about: 'half of the calls that end well take no longer', format: formatWait },
  { name: 'latencyP99Ms', title: 'p99', about: '99 of 100 take no longer', format: formatWait },
  { name: 'completionMs', title: 'last end', about: 'when the last call was over', format: formatWait },
  {
    name: 'recoveredAfterMs',
    title: 'well again',
    about: 'after the fault; – if it is not',
    format: formatWait,
  },
];

/** Whether there was something to recover from is a matter of the scenario, and so is what counts as a peak. */
export function figureRows(scenarios: readonly Scenario[]): readonly FigureRow[] {
  const all = rows(scenarios[0]?.peakWindowMs ?? 1000);
  return scenarios.some(canRecover) ? all : all.filter(({ name }) => name !== 'recoveredAfterMs');
}

export function textRows(
  rows: readonly FigureRow[],
  names: readonly string[],
  figures: readonly Figures[],
): string[][] {
  return [
    ['figure', ...names],
    ...rows.map(({ name, title, format }) => [title, ...figures.map((own) => format(own[name]))]),
  ];
}

function formatShareOnly(share: number | null): string {
  return formatShare(share);
}
