import { computed } from '@preact/signals';
import { begin, goOn, running, status } from './runner.js';
import { asked, askedKey } from './state.js';

/** Whether what is asked is something else than what is run. */
export const isChanged = computed(() => {
  const wanted = asked.value;
  const shown = running.value;
  if (wanted === null || shown === null || wanted.sides.length === 0) return false;
  return JSON.stringify([shown.seed, shown.sides]) !== askedKey.value;
});

export const canRun = computed(() => (asked.value?.sides.length ?? 0) > 0);

/** Runs what is asked from the start. */
export function runAsked(): void {
  const wanted = asked.peek();
  if (wanted !== null) begin(wanted);
}

/** Goes on where the run was stopped, and begins it where there is nothing to go on with. */
export function runOn(): void {
  if (status.peek() === 'stopped' && !isChanged.peek()) goOn();
  else runAsked();
}

/** A hundredth of the run further; what is asked has to begin first where nothing is under way. */
export function stepOn(): void {
  const wanted = asked.peek();
  if (status.peek() === 'stopped' && !isChanged.peek()) goOn({ kind: 'step' });
  else if (wanted !== null) begin(wanted, { kind: 'step' });
}

export function runToEnd(): void {
  const wanted = asked.peek();
  const isUnderWay = status.peek() === 'stopped' || status.peek() === 'playing';
  if (isUnderWay && !isChanged.peek()) goOn({ kind: 'finish' });
  else if (wanted !== null) begin(wanted, { kind: 'finish' });
}
