import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { inputs } from '../../state/store.js';
import type { Asked } from './asked.js';
import { Select } from './chooser.js';
import { type Remedy, remediesFor } from './remedies.js';
import { running, status, stepIn, steppedIn } from './runner.js';

const SHARES: readonly (readonly [string, string])[] = [
  ['0.75', '75 %'],
  ['0.5', '50 %'],
  ['0.25', '25 %'],
  ['0', 'nothing'],
];

/** What somebody on call could do while it happens. */
export function StepIn(): JSX.Element | null {
  const asked = running.value;
  const where = useSignal('both');
  const share = useSignal('0.5');
  const remedy = useSignal('');
  if (asked === null) return null;
  const isOpen = status.value === 'playing' || status.value === 'stopped';
  const { scenario } = asked.sides[0] as Asked['sides'][number];
  const remedies = remediesFor(scenario);
  const chosen = remedies.find(({ id }) => id === remedy.value) ?? remedies[0];
  const isTimed = scenario.load.kind === 'open' || scenario.load.kind === 'closed';
  const sides = where.value === 'both' ? asked.sides.map((_, side) => side) : [Number(where.value)];
  const within =
    asked.sides.length === 1 ? '' : where.value === 'both' ? ' in A and B' : ` in ${where.value === '0' ? 'A' : 'B'}`;
  if (scenario.faults.length === 0 && !isTimed && remedies.length === 0) return null;
  return (
    <fieldset class="lab-row" aria-label="Step in while it runs">
      <span class="lab-title">Step in</span>
      {scenario.faults.length === 0 ? null : (
        <button
          type="button"
          class="button"
          disabled={!isOpen}
          onClick={() => stepIn({ kind: 'end-faults' }, `the fault ended${within}`, sides)}
        >
          End the fault
        </button>
      )}
      {isTimed ? (
        <span class="lab-pair">
          <button
            type="button"
            class="button"
            disabled={!isOpen}
            onClick={() => {
              const title = SHARES.find(([id]) => id === share.value)?.[1] ?? '';
              stepIn({ kind: 'keep-load', share: Number(share.value) }, `${title} of the load kept${within}`, sides);
            }}
          >
            Shed load
          </button>
          <Select
            label="keep"
            value={share.value}
            options={SHARES}
            onChoose={(id) => {
              share.value = id;
            }}
          />
        </span>
      ) : null}
      {chosen === undefined ? null : (
        <span class="lab-pair">
          <button type="button" class="button" disabled={!isOpen} onClick={() => apply(chosen, asked, sides, within)}>
            Switch
          </button>
          <Select
            label="to"
            value={chosen.id}
            options={remedies.map(({ id, title }) => [id, title])}
            onChoose={(id) => {
              remedy.value = id;
            }}
          />
        </span>
      )}
      {asked.sides.length === 1 ? null : (
        <Select
          label="in"
          value={where.value}
          options={[
            ['both', 'A and B'],
            ['0', 'A alone'],
            ['1', 'B alone'],
          ]}
          onChoose={(id) => {
            where.value = id;
          }}
        />
      )}
      <SteppedInList />
    </fieldset>
  );
}

/** Each side's own policy, changed; so each is told by itself. */
function apply(remedy: Remedy, asked: Asked, sides: readonly number[], within: string): void {
  const yours = inputs.peek()?.policy;
  const changed = sides.flatMap((side) => {
    const own = asked.sides[side]?.scenario.policy;
    return own === undefined ? [] : [{ side, policy: remedy.of(own, yours ?? own) }];
  });
  const isSame = new Set(changed.map(({ policy }) => JSON.stringify(policy))).size === 1;
  const text = `switched to ${remedy.title}`;
  if (isSame && changed[0] !== undefined) stepIn({ kind: 'policy', policy: changed[0].policy }, text + within, sides);
  else {
    for (const { side, policy } of changed) {
      stepIn({ kind: 'policy', policy }, `${text} in ${side === 0 ? 'A' : 'B'}`, [side]);
    }
  }
}

function SteppedInList(): JSX.Element | null {
  if (steppedIn.value.length === 0) return null;
  return (
    <ol class="lab-stepped-in">
      {steppedIn.value.map(({ atMs, text }, index) => (
        <li key={index}>
          <b>{index + 1}</b> at {formatWait(atMs)}: {text}
        </li>
      ))}
    </ol>
  );
}
