import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import type { Plot } from '../../charts/chart.js';
import { linearScale } from '../../charts/scale.js';
import { durationText } from '../../form/duration-text.js';
import { setText } from '../../state/store.js';

interface HandleProps {
  readonly plot: Plot;
  readonly endMs: number;
  readonly deadlineMs: number | null;
  /** The share resolved by the deadline, where it is known. */
  readonly share: number | null;
  readonly onHold: (isHeld: boolean) => void;
}

/** The deadline as a line in the picture: dragged, moved by arrow keys, or set where there is none. */
export function DeadlineHandle({ plot, endMs, deadlineMs, share, onHold }: HandleProps): JSX.Element | null {
  const held = useRef(false);
  const x = linearScale(0, endMs, plot.left, plot.right);
  const stepMs = stepOf(endMs);
  const set = (ms: number): void => {
    const rounded = Math.min(Math.max(Math.round(ms / stepMs) * stepMs, stepMs), Math.floor(endMs / stepMs) * stepMs);
    setText('deadline', durationText(Number(rounded.toPrecision(12))));
  };
  if (deadlineMs === null) {
    return (
      <button type="button" class="link set-deadline" onClick={() => set(endMs / 2)}>
        Set a deadline
      </button>
    );
  }
  const isInside = deadlineMs <= endMs;
  const at = isInside ? x(deadlineMs) : plot.right;
  const isLeft = at > (plot.left + plot.right) / 2;
  const hold = (isHeld: boolean): void => {
    held.current = isHeld;
    onHold(isHeld);
  };
  return (
    <div
      class={`deadline${isInside ? '' : ' beyond'}${isLeft ? ' to-left' : ''}`}
      style={{
        insetInlineStart: `${at}px`,
        insetBlockStart: `${plot.top}px`,
        blockSize: `${plot.bottom - plot.top}px`,
      }}
      role="slider"
      tabIndex={0}
      aria-label="Deadline"
      aria-orientation="horizontal"
      aria-valuemin={stepMs}
      aria-valuemax={Math.round(endMs)}
      aria-valuenow={deadlineMs}
      aria-valuetext={
        share === null ? formatWait(deadlineMs) : `${formatWait(deadlineMs)}, ${formatShare(share)} resolved`
      }
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        hold(true);
      }}
      onPointerMove={(event) => {
        if (!held.current) return;
        const frame = event.currentTarget.parentElement?.getBoundingClientRect();
        if (frame !== undefined) set(x.invert(event.clientX - frame.left));
      }}
      onPointerUp={() => hold(false)}
      onPointerCancel={() => hold(false)}
      onKeyDown={(event) => {
        const by = KEYS[event.key];
        if (by === undefined) return;
        event.preventDefault();
        set(by === 'least' ? 0 : by === 'most' ? endMs : deadlineMs + by * stepMs);
      }}
    >
      <span class="flag">
        deadline {formatWait(deadlineMs)}
        {share === null ? null : <b>{formatShare(share)}</b>}
      </span>
    </div>
  );
}

const KEYS: Readonly<Record<string, number | 'least' | 'most' | undefined>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: 'least',
  End: 'most',
};

/** A round step, about a hundredth of the axis. */
function stepOf(endMs: number): number {
  const power = 10 ** Math.floor(Math.log10(endMs / 100));
  const lead = endMs / 100 / power;
  return power * (lead < 2 ? 1 : lead < 5 ? 2 : 5);
}
