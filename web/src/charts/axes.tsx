import type { ComponentChildren, JSX } from 'preact';
import type { Plot } from './chart.js';
import type { Scale } from './scale.js';
import type { Tick } from './ticks.js';

/** The horizontal axis: labels beneath the plot, and what they count beneath those. */
export function XAxis({ plot, scale, ticks, title }: AxisProps): JSX.Element {
  const { bottom, left, right, rem } = plot;
  return (
    <g class="axis">
      <line x1={left} x2={right} y1={bottom} y2={bottom} />
      {ticks.map(({ value, label }, index) => (
        // By place: with another scale a mark moves and is told anew, which is cheaper than a new one.
        <text key={index} {...placeOf(scale(value))} y={bottom + rem * 1.05}>
          {label}
        </text>
      ))}
      <text class="title" x={right} y={bottom + rem * 2.2} text-anchor="end">
        {title}
      </text>
    </g>
  );

  /** Beneath its mark; at the edge of the picture it would be cut off. */
  function placeOf(x: number): { x: number; 'text-anchor': 'middle' | 'end' } {
    const isAtEdge = x > right - rem * 0.75;
    return isAtEdge ? { x: plot.width, 'text-anchor': 'end' } : { x, 'text-anchor': 'middle' };
  }
}

/** The vertical axis: labels left of the plot, with a line across it for each. */
export function YAxis({ plot, scale, ticks }: Omit<AxisProps, 'title'>): JSX.Element {
  const { left, right, rem } = plot;
  return (
    <g class="axis">
      {ticks.map(({ value, label }, index) => (
        <g key={index}>
          <line class="grid" x1={left} x2={right} y1={scale(value)} y2={scale(value)} />
          <text x={left - rem * 0.5} y={scale(value)} dy="0.32em" text-anchor="end">
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

interface AxisProps {
  readonly plot: Plot;
  readonly scale: Scale;
  readonly ticks: readonly Tick[];
  readonly title: ComponentChildren;
}
