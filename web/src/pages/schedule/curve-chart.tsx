import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { CurvePoint } from '../../../../src/core/distributions/resolved-curve.js';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { XAxis, YAxis } from '../../charts/axes.js';
import { Chart, type Plot } from '../../charts/chart.js';
import { Key } from '../../charts/key.js';
import { areaPath, linePath, type Place } from '../../charts/path.js';
import { linearScale } from '../../charts/scale.js';
import { SHARE_TICKS, timeTicks } from '../../charts/ticks.js';
import { DeadlineHandle } from './deadline-handle.js';
import type { ScheduleView } from './view.js';

/** The share of calls that have succeeded by a time; without a load, the share of runs that have waited no longer. */
export function CurveChart({ view }: { view: ScheduleView }): JSX.Element {
  const { a, b, curveKind, input } = view;
  const { deadlineMs } = input.load;
  // While the deadline is dragged the axis holds still, or the handle would run away from the pointer.
  const frozenEnd = useSignal<number | null>(null);
  const endMs = frozenEnd.value ?? view.endMs;
  const isResolved = curveKind === 'resolved';
  const shown = useRef(view.endMs);
  shown.current = endMs;
  return (
    <Chart
      title={isResolved ? 'Resolved by time' : 'How long all the waits take together'}
      description={describe(view)}
      gutter={3.25}
      legend={
        <p>
          <span>{isResolved ? 'share of calls that have succeeded' : 'share of runs that have waited no longer'}</span>
          {b === null ? null : <Key mark="other">B</Key>}
        </p>
      }
      draw={(plot) => <Drawing plot={plot} a={a.curve} b={b?.curve ?? null} endMs={endMs} view={view} />}
      overlay={(plot) => (
        <DeadlineHandle
          plot={plot}
          endMs={endMs}
          deadlineMs={deadlineMs}
          share={isResolved ? (a.report.resolvedByDeadlineShare ?? null) : null}
          onHold={(isHeld) => {
            frozenEnd.value = isHeld ? shown.current : null;
          }}
        />
      )}
    />
  );
}

interface DrawingProps {
  readonly plot: Plot;
  readonly a: readonly CurvePoint[];
  readonly b: readonly CurvePoint[] | null;
  readonly endMs: number;
  readonly view: ScheduleView;
}

function Drawing({ plot, a, b, endMs, view }: DrawingProps): JSX.Element {
  const x = linearScale(0, endMs, plot.left, plot.right);
  const y = linearScale(0, 1, plot.bottom, plot.top);
  const places = (points: readonly CurvePoint[]): Place[] => {
    const inside = points.filter(({ tMs }) => tMs <= endMs).map(({ tMs, share }): Place => [x(tMs), y(share)]);
    return [...inside, [plot.right, inside.at(-1)?.[1] ?? plot.bottom]];
  };
  const line = places(a);
  const ever = view.curveKind === 'resolved' ? view.a.everShare : null;
  const ground = line.map(([at]): Place => [at, plot.bottom]);
  const count = Math.floor((plot.right - plot.left) / (4 * plot.rem));
  return (
    <>
      <YAxis plot={plot} scale={y} ticks={SHARE_TICKS} />
      <XAxis
        plot={plot}
        scale={x}
        ticks={timeTicks(endMs, count)}
        title={view.curveKind === 'resolved' ? 'since the call began' : 'waits together'}
      />
      {ever === null || ever > 0.995 ? null : (
        <g class="guide">
          <line x1={plot.left} x2={plot.right} y1={y(ever)} y2={y(ever)} />
          <text x={plot.left + plot.rem * 0.5} y={y(ever) - plot.rem * 0.35}>
            {formatShare(ever)} ever
          </text>
        </g>
      )}
      <path class="area" d={areaPath(line, ground)} />
      {b === null ? null : <path class="line b" d={linePath(places(b))} />}
      <path class="line a" d={linePath(line)} />
    </>
  );
}

function describe({ a, curveKind, endMs }: ScheduleView): string {
  const shares = [0.5, 0.9, 0.99].flatMap((share) => {
    const point = a.curve.find((each) => each.share >= share);
    return point === undefined ? [] : [`${formatShare(share)} by ${formatWait(point.tMs)}`];
  });
  const what =
    curveKind === 'resolved' ? 'Share of calls that have succeeded' : 'Share of runs that have waited no longer';
  const ever = a.everShare === null ? '' : ` In the end ${formatShare(a.everShare)} succeed.`;
  return `${what}, from 0 to ${formatWait(endMs)}: ${shares.join(', ')}.${ever}`;
}
