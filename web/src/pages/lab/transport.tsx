import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { Select } from './chooser.js';
import { canRun, isChanged, runAsked, runOn, runToEnd, stepOn } from './run-asked.js';
import { frame, playMs, setPlayMs, status, stop } from './runner.js';

const PLAY_TIMES: readonly (readonly [string, string])[] = [
  ['5000', '5 s'],
  ['10000', '10 s'],
  ['30000', '30 s'],
  ['120000', '2 min'],
];

/** Run, stop, step; how fast; and where the run stands. */
export function Transport(): JSX.Element {
  const isMoving = status.value === 'playing' || status.value === 'finishing';
  const isOver = status.value === 'done' && !isChanged.value;
  const clock = useComputed(() => formatWait(frame.value?.clockMs ?? 0));
  return (
    <fieldset class="lab-row lab-transport" aria-label="The run">
      <button
        type="button"
        class="button primary"
        disabled={!isMoving && !canRun.value}
        onClick={() => (isMoving ? stop() : runOn())}
      >
        {isMoving ? 'Stop' : status.value === 'stopped' && !isChanged.value ? 'Continue' : isOver ? 'Run again' : 'Run'}
      </button>
      <button type="button" class="button" disabled={isMoving || !canRun.value} onClick={stepOn}>
        Step
      </button>
      <button
        type="button"
        class="button"
        disabled={status.value === 'finishing' || isOver || !canRun.value}
        onClick={runToEnd}
      >
        To the end
      </button>
      <button type="button" class="button" disabled={!canRun.value} onClick={runAsked}>
        From the start
      </button>
      <Select
        label="plays in"
        value={String(playMs.value)}
        options={PLAY_TIMES}
        onChoose={(ms) => setPlayMs(Number(ms))}
      />
      <span class="lab-clock">
        <span class="unseen">virtual time: </span>
        {clock}
      </span>
      <span class="lab-changed" role="status">
        {isChanged.value ? 'Something has changed: Run shows it.' : ''}
      </span>
    </fieldset>
  );
}
