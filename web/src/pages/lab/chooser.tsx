import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { SCENARIOS } from '../../../../src/simulator/index.js';
import { Field, useText } from '../../form/field.js';
import { nextSeed } from '../../form/nudge.js';
import { setText } from '../../state/store.js';
import { type Asked, NONE } from './asked.js';
import { askedSides, chooseScenario, chooseSide, dropSettings } from './state.js';

/** Which scenario, which two ways of it, and the seed that both have. */
export function Chooser({ asked }: { asked: Asked }): JSX.Element {
  const { input, ways } = asked;
  const [a = '', b] = askedSides(asked);
  return (
    <div class="lab-row">
      <Select
        label="scenario"
        value={input.id as string}
        options={SCENARIOS.map(({ id, title }) => [id as string, title as string])}
        onChoose={chooseScenario}
      />
      <Select
        label="A"
        mark="a"
        value={a}
        options={ways.map(({ id, name }) => [id, name])}
        onChoose={(id) => chooseSide('side-a', id)}
      />
      <Select
        label="B"
        mark="b"
        value={b ?? NONE}
        options={[
          [NONE, 'nothing'],
          ...ways.filter(({ id }) => id !== a).map(({ id, name }): [string, string] => [id, name]),
        ]}
        onChoose={(id) => chooseSide('side-b', id)}
      />
      <Seed />
      <UndoSettings asked={asked} />
    </div>
  );
}

/** How far the settings are from the scenario's own, and the way back. In a row that is there anyway: nothing moves. */
function UndoSettings({ asked: { settings, baseline, issues } }: { asked: Asked }): JSX.Element | null {
  const changes = Object.entries(settings).filter(([key, text]) => text !== baseline[key]).length;
  if (changes === 0 && !issues.has('')) return null;
  return (
    <span class="note">
      {changes} changed{' '}
      <button type="button" class="link" onClick={dropSettings}>
        Undo<span class="unseen"> the changes to the settings</span>
      </button>
    </span>
  );
}

function Seed(): JSX.Element {
  const text = useText('seed');
  return (
    <span class="lab-pair lab-seed">
      <Field name="seed" />
      <button type="button" class="link" onClick={() => setText('seed', nextSeed(text))}>
        Re-roll
      </button>
    </span>
  );
}

export function Select(props: {
  readonly label: string;
  readonly mark?: 'a' | 'b';
  readonly value: string;
  readonly options: readonly (readonly [id: string, title: string])[];
  readonly onChoose: (id: string) => void;
}): JSX.Element {
  const { label, mark, value, options, onChoose } = props;
  const id = useId();
  return (
    <span class="lab-select">
      <label for={id}>
        {mark === undefined ? null : <span class={`lab-key ${mark}`} aria-hidden="true" />} {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </span>
  );
}
