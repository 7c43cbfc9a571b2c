import { formatWait } from '../../core/text/format-time.js';
import { widthOfText } from '../../core/text/wrap.js';
import type { View } from './view.js';

/** One wait as a band: where it may lie, its mean, and one draw. */
export interface Band {
  readonly label: string;
  readonly minMs: number;
  readonly meanMs: number;
  readonly maxMs: number;
  readonly sampleMs: number;
}

/** Waits as bands on one scale from 0, under a line that says what the marks are. Empty when there is nothing to see. */
export function renderBands(bands: readonly Band[], view: View): string {
  const longestMs = Math.max(0, ...bands.map(({ maxMs }) => maxMs));
  if (longestMs === 0) return '';
  const gutter = Math.max(...bands.map(({ label }) => widthOfText(label))) + 1;
  const width = Math.min(view.width, WIDEST) - gutter;
  const at = (ms: number): number => Math.min(width - 1, Math.floor((ms / longestMs) * width));
  const lines = bands.map((band) => `${band.label.padStart(gutter - 1)} ${drawBand(band, at)}`);
  const end = formatWait(longestMs);
  const scale = `0 s${' '.repeat(Math.max(1, width - 3 - widthOfText(end)))}${end}`;
  return [legendOf(bands), ...lines, view.style.faint(' '.repeat(gutter) + scale)].join('\n');
}

const WIDEST = 100;

function legendOf(bands: readonly Band[]): string {
  const isDrawn = bands.some(({ minMs, maxMs }) => minMs < maxMs);
  return isDrawn ? 'waits:  ─ possible  ┃ mean  ● this sample' : 'waits:  ┃ always';
}

function drawBand({ minMs, meanMs, maxMs, sampleMs }: Band, at: (ms: number) => number): string {
  const cells: string[] = Array.from({ length: at(maxMs) + 1 }, (_, column) => (column < at(minMs) ? ' ' : '─'));
  cells[at(meanMs)] = '┃';
  if (minMs < maxMs) cells[at(sampleMs)] = '●';
  return cells.join('');
}
