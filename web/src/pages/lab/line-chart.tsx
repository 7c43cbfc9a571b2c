import { computed, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { capacityPerSecond } from '../../../../src/simulator/index.js';
import { XAxis, YAxis } from '../../charts/axes.js';
import { Chart, type Plot } from '../../charts/chart.js';
import { linearScale, type Scale } from '../../charts/scale.js';
import { numberTicks, timeTicks } from '../../charts/ticks.js';
import { PointedLine, pointAt, pointedMs, shownValue, TimeTitle } from './pointed.js';
import type { LineName } from './run/lines.js';
import { frame, reports, running, status, steppedIn } from './runner.js';
import { axisMs, shownLines, tops } from './shown-lines.js';

interface LineChartProps {
  readonly name: LineName;
  readonly title: string;
  /** Behind a number, such as "/s". */
  readonly unit: string;
}

/** One quantity over time, both sides on the same axes: A as an area, B as a line. */
export function LineChart({ name, title, unit }: LineChartProps): JSX.Element {
  const sides = running.value?.sides ?? [];
  const names = sides.map((side) => side.name);
  const hasFaults = sides.some(({ scenario }) => scenario.faults.length > 0);
  return (
    <Chart
      title={title}
      description={useDescription(name, unit, names)}
      height={10.5}
      gutter={3.25}
      class="lab-lines"
      onPoint={pointAt}
      legend={
        <p>
          {names.map((each, side) => (
            <span key={side}>
              <span class={`lab-key ${side === 0 ? 'a' : 'b'}`} aria-hidden="true" /> {each}{' '}
              <Shown name={name} side={side} unit={unit} />
            </span>
          ))}
          {hasFaults ? (
            <span>
              <span class="lab-key fault" aria-hidden="true" /> broken
            </span>
          ) : null}
        </p>
      }
      draw={(plot) => <Drawing plot={plot} name={name} />}
    />
  );
}

/** The highest so far, which may be beyond the scale; where the pointer is, what it was then. */
function Shown({ name, side, unit }: { name: LineName; side: number; unit: string }): JSX.Element {
  const what = useComputed(() => (pointedMs.value === null ? 'up to' : 'here'));
  const text = useComputed(() => {
    const value = shownValue(name, side);
    return value === null ? '–' : `${formatNumber(value)}${unit}`;
  });
  return (
    <>
      {what} <b>{text}</b>
    </>
  );
}

function Drawing({ plot, name }: { plot: Plot; name: LineName }): JSX.Element {
  const endMs = axisMs.value;
  const top = tops[name].value;
  const { left, right, bottom, rem } = plot;
  const x = linearScale(0, endMs, left, right);
  const y = linearScale(0, top, bottom, plot.top);
  const [area, line] = useMemo(
    () =>
      [0, 1].map((side) =>
        computed(() => stepPath(shownLines.value[side]?.[name] ?? [], binOf(side), x, y, side === 0)),
      ),
    [plot.width, rem, endMs, top, name],
  );
  const count = Math.max(2, Math.floor((right - left) / (4.5 * rem)));
  return (
    <>
      <Faults x={x} plot={plot} />
      <YAxis plot={plot} scale={y} ticks={numberTicks(top, 4)} />
      {/* Bound to their signals: a new picture changes two attributes and nothing else. */}
      <path class="lab-area" d={area} />
      <path class="lab-line" d={line} />
      {name === 'useful' ? <Capacity y={y} plot={plot} /> : null}
      <XAxis
        plot={plot}
        scale={x}
        ticks={timeTicks(endMs, count).filter(({ value }) => value < 0.97 * endMs)}
        title={<TimeTitle binMs={binOf(0)} />}
      />
      <SteppedInMarks x={x} plot={plot} />
      <PointedLine x={x} plot={plot} />
    </>
  );

  function binOf(side: number): number {
    return shownLines.value[side]?.binMs ?? 1;
  }
}

/** What the service can do, where that is the same on both sides: useful work is to be measured by it. */
function Capacity({ y, plot }: { y: Scale; plot: Plot }): JSX.Element | null {
  const [perSecond, ...others] = (running.value?.sides ?? []).map(({ scenario }) =>
    capacityPerSecond(scenario.service),
  );
  if (perSecond === undefined || perSecond === null || others.some((other) => other !== perSecond)) return null;
  if (perSecond > y.to) return null;
  // Beneath the line where there is no room above it.
  const textY = y(perSecond) - plot.top > plot.rem * 0.5 ? y(perSecond) - 4 : y(perSecond) + plot.rem * 0.9;
  return (
    <g class="guide">
      <line x1={plot.left} x2={plot.right} y1={y(perSecond)} y2={y(perSecond)} />
      <text x={plot.right} y={textY} text-anchor="end">
        can do {formatNumber(perSecond)}/s
      </text>
    </g>
  );
}

/** When something was broken. */
function Faults({ x, plot }: { x: Scale; plot: Plot }): JSX.Element {
  const faults = running.value?.sides[0]?.scenario.faults ?? [];
  const mendedAt = steppedIn.value.find(({ kind }) => kind === 'end-faults')?.atMs ?? Infinity;
  return (
    <>
      {faults.map(({ fromMs, toMs }, index) => {
        const [from, to] = [Math.min(fromMs, x.to), Math.min(toMs, Math.max(mendedAt, fromMs), x.to)];
        return (
          <rect
            key={index}
            class="lab-fault"
            x={x(from)}
            y={plot.top}
            width={Math.max(0, x(to) - x(from))}
            height={plot.bottom - plot.top}
          />
        );
      })}
    </>
  );
}

function SteppedInMarks({ x, plot }: { x: Scale; plot: Plot }): JSX.Element {
  return (
    <g class="mark">
      {steppedIn.value.map(({ atMs }, index) =>
        atMs > x.to ? null : (
          <g key={index}>
            <line x1={x(atMs)} x2={x(atMs)} y1={plot.top} y2={plot.bottom} />
            <text x={x(atMs) + 4} y={plot.top + plot.rem * 0.6}>
              {index + 1}
            </text>
          </g>
        ),
      )}
    </g>
  );
}

/** Values hold for their bin, so the line goes in steps; what is beyond the scale is cut at its top. */
function stepPath(values: readonly number[], binMs: number, x: Scale, y: Scale, isArea: boolean): string {
  if (values.length === 0) return '';
  const tenth = (pixels: number): number => Math.round(pixels * 10) / 10;
  let path = isArea ? `M${x(0)} ${y(0)}` : `M${x(0)} ${tenth(y(Math.min(values[0] as number, y.to)))}`;
  let endMs = 0;
  for (const [bin, value] of values.entries()) {
    if (bin * binMs >= x.to) break;
    endMs = Math.min((bin + 1) * binMs, x.to);
    path += `V${tenth(y(Math.min(value, y.to)))}H${tenth(x(endMs))}`;
  }
  return isArea ? `${path}V${y(0)}Z` : path;
}

/** In words; made anew when the run rests, not with every picture. */
function useDescription(name: LineName, unit: string, names: readonly string[]): string {
  // Read so that it is made again at the end, when the run is stopped, and when somebody steps in.
  status.value;
  reports.value;
  steppedIn.value;
  const now = frame.peek();
  if (now === null) return 'Nothing has been run yet.';
  const parts = now.sides.map(({ lines }, side) => {
    const values = lines[name];
    const last = values.at(-1) ?? 0;
    return `${names[side]}: at most ${formatNumber(Math.max(0, ...values))}${unit}, at the end ${formatNumber(last)}${unit}`;
  });
  return `Over ${formatNumber(now.clockMs / 1000)} s. ${parts.join('. ')}.`;
}
