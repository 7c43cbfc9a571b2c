import type { JSX } from 'preact';
import { formatNumber } from '../../../src/core/text/format-number.js';
import { Chart, type Plot } from './chart.js';
import { linearScale } from './scale.js';

/** One bar: what it is, how long, and what is said behind it. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly note: string;
  /** The one that the others are to be compared with. */
  readonly isMain: boolean;
}

/** A line across all bars. */
export interface Mark {
  readonly value: number;
  readonly label: string;
}

interface BarChartProps {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  readonly mark: Mark | null;
}

/** Room for each bar, and for the mark above them, in rem. */
const ROW = 2.75;
const ABOVE = 1.75;
/** Room for a character of the text above a bar, in rem. */
const CHARACTER = 0.44;

/** Bars much longer than the main one would leave nothing of it: they are cut, and say so by a gap. */
const MOST_TIMES = 12;

/** Few figures of one kind, compared by length. Each says its number, so there is no axis. */
export function BarChart({ title, unit, bars, mark }: BarChartProps): JSX.Element {
  const rows = bars.map(
    ({ label, value, note }) => `${label}: ${formatNumber(value)}${note === '' ? '' : ` (${note})`}`,
  );
  return (
    <Chart
      title={title}
      description={`In ${unit}: ${rows.join('; ')}.${mark === null ? '' : ` Marked: ${mark.label}.`}`}
      legend={<p>{unit}</p>}
      height={bars.length * ROW + ABOVE}
      gutter={0}
      draw={(plot) => <Drawing plot={plot} bars={bars} mark={mark} />}
    />
  );
}

function Drawing({ plot, bars, mark }: { plot: Plot; bars: readonly Bar[]; mark: Mark | null }): JSX.Element {
  const { rem, left, right } = plot;
  const top = ABOVE * rem;
  const longest = lengthOf(bars, mark);
  const x = linearScale(0, longest, left, right);
  return (
    <>
      {bars.map(({ label, value, note, isMain }, index) => {
        const y = top + index * ROW * rem;
        const end = x(Math.min(value, longest));
        return (
          <g key={label} class={isMain ? 'bar main' : 'bar'}>
            <BarText plot={plot} y={y + rem} label={label} figure={formatNumber(value)} note={note} />
            <rect x={left} y={y + rem * 1.4} width={Math.max(2, end - left)} height={rem * 0.75} rx={2} />
            {value > longest ? <path class="open" d={`M${end - 14} ${y + rem * 1.2}l-6 ${rem * 1.15}`} /> : null}
          </g>
        );
      })}
      {mark === null || mark.value > longest ? null : (
        <MarkLine plot={plot} at={x(mark.value)} label={mark.label} rows={bars.length} />
      )}
    </>
  );
}

interface BarTextProps {
  readonly plot: Plot;
  readonly y: number;
  readonly label: string;
  readonly figure: string;
  readonly note: string;
}

/** Of what does not fit into the line, the note goes first, then the end of the label; the description has all of it. */
function BarText({ plot, y, label, figure, note }: BarTextProps): JSX.Element {
  const room = Math.floor((plot.right - plot.left) / (CHARACTER * plot.rem)) - figure.length - 1;
  const most = Math.max(1, room - 1);
  const shown = label.length > room ? `${label.slice(0, most).trimEnd()}…` : label;
  return (
    <text x={plot.left} y={y}>
      {shown} <tspan class="figure">{figure}</tspan> {label.length + 1 + note.length > room ? '' : note}
    </text>
  );
}

/** The line runs over the bars only, so that it crosses no text. */
function MarkLine({ plot, at, label, rows }: { plot: Plot; at: number; label: string; rows: number }): JSX.Element {
  const { rem, left, right } = plot;
  const isLate = at > (left + right) / 2;
  const top = (index: number): number => (ABOVE + index * ROW + 1.25) * rem;
  return (
    <g class="mark">
      {Array.from({ length: rows }, (_, index) => (
        <line key={top(index)} x1={at} x2={at} y1={top(index)} y2={top(index) + rem * 1.05} />
      ))}
      <path d={`M${at - 4} ${rem * 0.85}h8l-4 6z`} />
      <text x={at + (isLate ? -0.5 : 0.5) * rem} y={rem} text-anchor={isLate ? 'end' : 'start'}>
        {label}
      </text>
    </g>
  );
}

function lengthOf(bars: readonly Bar[], mark: Mark | null): number {
  const main = Math.max(...bars.filter(({ isMain }) => isMain).map(({ value }) => value), mark?.value ?? 0);
  const most = Math.max(...bars.map(({ value }) => value), mark?.value ?? 0);
  return Math.max(Math.min(most, main * MOST_TIMES), 1e-9);
}
