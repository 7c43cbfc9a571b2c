import { formatWait } from '../../core/text/format-time.js';
import { widthOfText } from '../../core/text/wrap.js';
import type { View } from './view.js';

/** A share that grows with time, drawn as a filled area of block characters. */
export interface Curve {
  readonly title: string;
  /** The share at a time, 0…1. */
  shareAt(ms: number): number;
  /** Where the drawing ends; above 0. */
  readonly endMs: number;
  /** A time to point at, if it lies within. */
  readonly mark: { readonly atMs: number; readonly label: string } | null;
}

const ROWS = 6;
const WIDEST = 72;
const EIGHTHS = ' ▁▂▃▄▅▆▇█';
const GUTTER = '100 % ┤';

export function renderCurve({ title, shareAt, endMs, mark }: Curve, view: View): string {
  const width = Math.min(view.width, WIDEST) - GUTTER.length;
  // A column shows the share at its right end, so that the last one shows where the curve ends up.
  const eighths = Array.from({ length: width }, (_, column) =>
    Math.floor(shareAt(((column + 1) / width) * endMs) * ROWS * 8),
  );
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const floor = (ROWS - 1 - row) * 8;
    const cells = eighths.map((height) => EIGHTHS[Math.max(0, Math.min(8, height - floor))]);
    return (labelOf(row) + cells.join('')).trimEnd();
  });
  const end = formatWait(endMs);
  const axis = `${' '.repeat(GUTTER.length - 1)}└${'─'.repeat(width)}`;
  const scale = `${' '.repeat(GUTTER.length)}0 s${' '.repeat(Math.max(1, width - 3 - widthOfText(end)))}${end}`;
  return [title, ...rows, axis, ...markLine(mark, endMs, width), view.style.faint(scale)].join('\n');
}

function labelOf(row: number): string {
  if (row === 0) return GUTTER;
  return row === ROWS / 2 ? ' 50 % ┤' : '      │';
}

function markLine(mark: Curve['mark'], endMs: number, width: number): string[] {
  if (mark === null || mark.atMs > endMs) return [];
  const column = Math.min(width - 1, Math.max(0, Math.ceil((mark.atMs / endMs) * width) - 1));
  const pad = ' '.repeat(GUTTER.length);
  const after = `▲ ${mark.label}`;
  if (column + widthOfText(after) <= width) return [pad + ' '.repeat(column) + after];
  const before = `${mark.label} ▲`;
  return [pad + ' '.repeat(Math.max(0, column + 1 - widthOfText(before))) + before];
}
