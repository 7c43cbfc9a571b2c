import type { JSX } from 'preact';
import type { PlanReport } from '../../../../src/core/capacity/report.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { XAxis, YAxis } from '../../charts/axes.js';
import { Chart, type Plot } from '../../charts/chart.js';
import { Key } from '../../charts/key.js';
import { areaPath, linePath, type Place } from '../../charts/path.js';
import { linearScale, type Scale } from '../../charts/scale.js';
import { numberTicks, timeTicks } from '../../charts/ticks.js';
import { type DrainLine, drainLines } from './drain-lines.js';
import type { PlanView } from './view.js';

/** What becomes of the backlog over time; nothing where there is none. */
export function DrainChart({ view }: { view: PlanView }): JSX.Element | null {
  const { report } = view.a;
  if (report.drain.status === 'empty') return null;
  const lines = drainLines(report, view.b?.report ?? null);
  const { drain } = report;
  const what =
    drain.status === 'clears'
      ? `${formatNumber(drain.netPerMinute)} fewer a minute: ${formatNumber(drain.resolvedPerMinute)} resolve, ${formatNumber(report.load.arrivalsPerMinute)} arrive`
      : `${formatNumber(drain.resolvedPerMinute)} resolve a minute, ${formatNumber(report.load.arrivalsPerMinute)} arrive; it stands still at ${formatNumber(drain.maxArrivalsPerMinute ?? 0)}`;
  return (
    <Chart
      title="The backlog over time"
      description={describe(report)}
      gutter={4}
      legend={
        <p>
          <span>{what}</span>
          {lines.range === null ? null : <Key mark="band">95 % interval</Key>}
          {lines.b === null ? null : <Key mark="other">B</Key>}
        </p>
      }
      draw={(plot) => <Drawing plot={plot} {...lines} />}
    />
  );
}

function Drawing({ plot, a, b, range, endMs, most }: { plot: Plot } & ReturnType<typeof drainLines>): JSX.Element {
  const x = linearScale(0, endMs, plot.left, plot.right);
  const y = linearScale(0, most, plot.bottom, plot.top);
  const places = (line: DrainLine): Place[] => line.map(([ms, count]): Place => [x(ms), y(count)]);
  const line = places(a);
  const emptyMs = a.find(([, count]) => count === 0)?.[0];
  const count = Math.floor((plot.right - plot.left) / (5 * plot.rem));
  return (
    <>
      <YAxis plot={plot} scale={y} ticks={numberTicks(most, 4)} />
      <XAxis plot={plot} scale={x} ticks={timeTicks(endMs, count)} title="from now" />
      {range === null ? (
        <path
          class="area"
          d={areaPath(
            line,
            line.map(([at]): Place => [at, plot.bottom]),
          )}
        />
      ) : (
        <path class="area strong" d={areaPath(places(range.high), places(range.low))} />
      )}
      {b === null ? null : <path class="line b" d={linePath(places(b))} />}
      <path class="line a" d={linePath(line)} />
      {emptyMs === undefined ? null : <Emptied plot={plot} x={x} emptyMs={emptyMs} />}
    </>
  );
}

function Emptied({ plot, x, emptyMs }: { plot: Plot; x: Scale; emptyMs: number }): JSX.Element {
  // Left of it is the line: without room to its right, the dot has to do.
  const hasRoom = plot.right - x(emptyMs) > plot.rem * 9.5;
  return (
    <g class="point">
      <circle cx={x(emptyMs)} cy={plot.bottom} r={plot.rem * 0.25} />
      {hasRoom ? (
        <text x={x(emptyMs) + plot.rem * 0.5} y={plot.bottom - plot.rem * 0.75}>
          empty after {formatWait(emptyMs)}
        </text>
      ) : null}
    </g>
  );
}

function describe({ drain, load }: PlanReport): string {
  const start = `The backlog is ${formatNumber(load.backlog)} now`;
  if (drain.status === 'clears') {
    return `${start}, falls by ${formatNumber(drain.netPerMinute)} a minute and is empty after ${formatWait(drain.ms ?? null)}.`;
  }
  return `${start} and grows by ${formatNumber(drain.shortfallPerMinute ?? 0)} a minute.`;
}
