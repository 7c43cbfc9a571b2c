// The instant under the pointer: marked in all pictures of the run at once, with what each side did then.

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatWait } from '../../../../src/core/text/format-time.js';
import type { Plot } from '../../charts/chart.js';
import type { Scale } from '../../charts/scale.js';
import type { LineName } from './run/lines.js';
import { axisMs, shownLines } from './shown-lines.js';

/** In ms of the run; null while the pointer is elsewhere. */
export const pointedMs = signal<number | null>(null);

/** Follows the pointer over a picture. `x` is in pixels, null when it has left. */
export function pointAt(x: number | null, { left, right }: Plot): void {
  const isWithin = x !== null && x >= left && x <= right;
  pointedMs.value = isWithin ? ((x - left) / (right - left)) * axisMs.peek() : null;
}

/** What a side did at the instant, else the most of all; null where the run has not come so far. */
export function shownValue(name: LineName, side: number): number | null {
  const lines = shownLines.value[side];
  const values = lines?.[name] ?? [];
  const at = pointedMs.value;
  if (at === null) return Math.max(0, ...values);
  return values[Math.floor(at / (lines?.binMs ?? 1))] ?? null;
}

export function PointedLine({ x, plot }: { x: Scale; plot: Plot }): JSX.Element | null {
  const at = pointedMs.value;
  if (at === null || at > x.to) return null;
  return <line class="lab-pointed" x1={x(at)} x2={x(at)} y1={plot.top} y2={plot.bottom} />;
}

/** What stands beneath the axis of time. */
export function TimeTitle({ binMs }: { binMs: number }): JSX.Element {
  const at = pointedMs.value;
  return (
    <>
      {at === null ? '' : `${formatWait(at)} `}since the start, in steps of {formatWait(binMs)}
    </>
  );
}

/** The same in a strip, which goes from edge to edge. */
export function PointedMark(): JSX.Element | null {
  const at = pointedMs.value;
  if (at === null || at > axisMs.value) return null;
  return <span class="lab-pointed-mark" style={{ insetInlineStart: `${(100 * at) / axisMs.value}%` }} />;
}
