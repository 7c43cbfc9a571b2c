// Which part of the run the pictures show, on which scales.

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { usualTop } from '../../../../src/simulator/index.js';
import type { LineName, Lines } from './run/lines.js';
import { beginning, frame } from './runner.js';

/** Only the beginning, more closely. Where there is none to see more closely, all of it is shown. */
export const isClose = signal(false);

const LINE_NAMES: readonly LineName[] = ['load', 'useful', 'inVain', 'waiting'];

/** Where the axis of time ends. */
export const axisMs = computed(() => (isClose.value ? beginning.value?.axisMs : undefined) ?? frame.value?.axisMs ?? 1);

/** A line for each side. */
export const shownLines = computed((): readonly Lines[] => {
  const kept = isClose.value ? beginning.value : null;
  return kept?.lines ?? frame.value?.sides.map(({ lines }) => lines) ?? [];
});

/** Where the vertical axis of each picture ends: one scale for both sides, and what is usual fits, not every spike. */
export const tops = Object.fromEntries(
  LINE_NAMES.map((name) => [
    name,
    computed(() => {
      const usual = shownLines.value.map((lines) => usualTop(lines[name]));
      return roundUp(Math.max(0, ...usual) * 1.1);
    }),
  ]),
) as Readonly<Record<LineName, ReadonlySignal<number>>>;

const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** In few steps, so that an axis is not drawn anew with every picture. */
function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND.find((step) => step * power >= value * 0.999) ?? 10) * power;
}
