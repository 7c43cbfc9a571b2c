import type { JSX } from 'preact';
import type { ScheduleRow } from '../../../../src/core/schedule/report.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { XAxis, YAxis } from '../../charts/axes.js';
import { Chart, type Plot } from '../../charts/chart.js';
import { Key } from '../../charts/key.js';
import { areaPath, linePath, type Place } from '../../charts/path.js';
import { linearScale, type Scale } from '../../charts/scale.js';
import { ordinalTicks, timeTicks } from '../../charts/ticks.js';
import { pointedRetry } from './live.js';
import { SeedControl } from './seed-control.js';
import type { ScheduleView } from './view.js';

/** What each retry may wait, waits on average, and waited in the one sample. */
export function BandChart({ view }: { view: ScheduleView }): JSX.Element {
  const rows = view.a.report.retries;
  const others = view.b?.report.retries ?? null;
  return (
    <Chart
      title="What each retry waits"
      description={describe(rows)}
      gutter={3.75}
      legend={<Legend rows={rows} hasOther={others !== null} />}
      onPoint={(x, plot) => {
        pointedRetry.value = x === null ? null : retryAt(x, plot, countOf(rows, others));
      }}
      draw={(plot) => <Drawing plot={plot} rows={rows} others={others} capMs={view.input.policy.backoff.capMs} />}
    />
  );
}

function Legend({ rows, hasOther }: { rows: readonly ScheduleRow[]; hasOther: boolean }): JSX.Element {
  const row = rows.find(({ retry }) => retry === pointedRetry.value);
  if (row !== undefined) {
    return (
      <p>
        Retry {row.retry}: {row.minMs === row.maxMs ? '' : `${formatWait(row.minMs)} to `}
        {formatWait(row.maxMs)}, mean {formatWait(row.meanMs)}, this sample {formatWait(row.sampleMs)}
      </p>
    );
  }
  return (
    <p>
      <Key mark="band">possible</Key>
      <Key mark="mean">mean</Key>
      <Key mark="dot">sample</Key>
      {hasOther ? <Key mark="other">B</Key> : null}
      <SeedControl />
    </p>
  );
}

interface DrawingProps {
  readonly plot: Plot;
  readonly rows: readonly ScheduleRow[];
  readonly others: readonly ScheduleRow[] | null;
  readonly capMs: number | null;
}

/** Narrower than this, bars become a band. In pixels for each retry. */
const NARROW = 9;

function Drawing({ plot, rows, others, capMs }: DrawingProps): JSX.Element {
  const count = countOf(rows, others);
  const longest = Math.max(1, ...[...rows, ...(others ?? [])].map(({ maxMs }) => maxMs));
  const slot = (plot.right - plot.left) / count;
  const x = linearScale(0.5, count + 0.5, plot.left, plot.right);
  const y = linearScale(0, longest * 1.06, plot.bottom, plot.top);
  const isCapShown = capMs !== null && capMs > 0 && capMs <= longest * 1.06;
  const pointed = pointedRetry.value;
  const Marks = slot < NARROW ? Band : Bars;
  return (
    <>
      <YAxis plot={plot} scale={y} ticks={timeTicks(longest * 1.06, 5)} />
      {pointed === null || pointed > count ? null : (
        <rect class="pointed" x={x(pointed) - slot / 2} y={plot.top} width={slot} height={plot.bottom - plot.top} />
      )}
      {isCapShown ? (
        <g class="guide">
          <line x1={plot.left} x2={plot.right} y1={y(capMs)} y2={y(capMs)} />
          <text x={plot.left + plot.rem * 0.5} y={y(capMs) - plot.rem * 0.35}>
            cap {formatWait(capMs)}
          </text>
        </g>
      ) : null}
      {others === null ? null : <Marks className="b" rows={others} x={x} y={y} plot={plot} shift={0.5} slot={slot} />}
      <Marks className="a" rows={rows} x={x} y={y} plot={plot} shift={others === null ? 0 : -0.5} slot={slot} />
      <XAxis
        plot={plot}
        scale={x}
        ticks={ordinalTicks(count, Math.floor(count * slot) / (2.2 * plot.rem))}
        title="retry"
      />
    </>
  );
}

interface MarksProps {
  readonly className: string;
  readonly rows: readonly ScheduleRow[];
  readonly x: Scale;
  readonly y: Scale;
  readonly plot: Plot;
  /** In widths of a bar, to stand beside the other policy's. */
  readonly shift: number;
  readonly slot: number;
}

function Bars({ className, rows, x, y, plot, shift, slot }: MarksProps): JSX.Element {
  const width = Math.min(slot * (shift === 0 ? 0.56 : 0.36), plot.rem * 2.75);
  return (
    <g class={className}>
      {rows.map(({ retry, minMs, meanMs, maxMs, sampleMs }) => {
        const middle = x(retry) + shift * (width + 2);
        const [left, right] = [middle - width / 2, middle + width / 2];
        const height = Math.max(1, y(minMs) - y(maxMs));
        return (
          <g key={retry}>
            <rect class="band" x={left} y={y(maxMs)} width={width} height={height} rx={2} />
            <line class="mean" x1={left} x2={right} y1={y(meanMs)} y2={y(meanMs)} />
            <circle class="dot" cx={middle} cy={y(sampleMs)} r={plot.rem * 0.22} />
          </g>
        );
      })}
    </g>
  );
}

function Band({ className, rows, x, y, plot, slot }: MarksProps): JSX.Element {
  const places = (value: (row: ScheduleRow) => number): Place[] => rows.map((row) => [x(row.retry), y(value(row))]);
  const isRoomy = slot > 3;
  return (
    <g class={className}>
      <path
        class="band"
        d={areaPath(
          places(({ maxMs }) => maxMs),
          places(({ minMs }) => minMs),
        )}
      />
      <path class="mean" d={linePath(places(({ meanMs }) => meanMs))} />
      {isRoomy && className === 'a'
        ? rows.map(({ retry, sampleMs }) => (
            <circle key={retry} class="dot" cx={x(retry)} cy={y(sampleMs)} r={plot.rem * 0.14} />
          ))
        : null}
    </g>
  );
}

function countOf(rows: readonly ScheduleRow[], others: readonly ScheduleRow[] | null): number {
  return Math.max(rows.length, others?.length ?? 0);
}

function retryAt(x: number, { left, right }: Plot, count: number): number | null {
  if (x < left || x > right) return null;
  return Math.min(count, Math.floor(((x - left) / (right - left)) * count) + 1);
}

function describe(rows: readonly ScheduleRow[]): string {
  const shown = rows.length > 12 ? [...rows.slice(0, 8), ...rows.slice(-2)] : rows;
  return shown
    .map(({ retry, minMs, meanMs, maxMs }) => {
      if (minMs === maxMs) return `Retry ${retry} waits ${formatWait(maxMs)}.`;
      return `Retry ${retry} waits ${formatWait(minMs)} to ${formatWait(maxMs)}, ${formatWait(meanMs)} on average.`;
    })
    .join(' ');
}
