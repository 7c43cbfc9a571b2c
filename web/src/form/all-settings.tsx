import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { POLICY_FIELDS, type PolicyField } from '../state/fields.js';
import { groupIsOn, switchGroup } from '../state/store.js';
import { Choice, Field, Lines, useText } from './field.js';
import { labelOf } from './labels.js';
import { MAIN_KEYS } from './more-settings.js';

/** The rest of the policy, in the order of the field table. */
const PARTS: readonly (readonly [title: string, keys: readonly string[]])[] = [
  ['Waits', keysOf((key) => ['min', 'throttled-base', 'delays'].includes(key))],
  ['Refusals (429)', keysOf((key) => key.startsWith('refusals.'))],
  ['What the server says', keysOf((key) => key.startsWith('retryAfter.') || key === 'retry-after-max')],
  ['What is retried', keysOf((key) => key.startsWith('retryOn.') || key === 'onGiveUp')],
  ['Timeouts', keysOf((key) => key.endsWith('TimeoutMs'))],
  ['In flight', keysOf((key) => key.endsWith('InFlight') || key === 'quota')],
];

const SWITCHED: readonly (readonly [title: string, group: string, kinds: readonly string[]])[] = [
  ['Retry budget', 'retryBudget', ['ratio', 'tokens']],
  ['Client-side throttling', 'throttle', ['2']],
  ['Circuit breaker', 'breaker', ['5']],
];

/** The rest of the policy, beside what is shown above all by itself. */
export function AllSettings(): JSX.Element {
  return (
    <>
      {PARTS.map(([title, keys]) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {keys.map((key) => (
            <Setting key={key} name={key} />
          ))}
        </fieldset>
      ))}
      {SWITCHED.map(([title, group, kinds]) => (
        <Switched key={group} title={title} group={group} kinds={kinds} />
      ))}
    </>
  );
}

/** A group that is off unless it is switched on. */
function Switched({ title, group, kinds }: { title: string; group: string; kinds: readonly string[] }): JSX.Element {
  const fields = POLICY_FIELDS.filter((each) => each.group === group);
  const opener = fields.find(({ opens }) => opens) as PolicyField;
  const isOn = useComputed(() => groupIsOn(group)).value;
  const kind = useText(opener.key);
  const hasKinds = kinds.length > 1;
  const shown = fields.filter(({ field, opens }) => {
    return hasKinds ? !opens && field.when?.is === kind : true;
  });
  return (
    <fieldset>
      <legend>{title}</legend>
      <div class="field">
        <label for={`switch-${group}`}>{hasKinds ? labelOf(opener.key) : 'used'}</label>
        <select
          id={`switch-${group}`}
          value={isOn ? (hasKinds ? kind : kinds[0]) : 'off'}
          onChange={(event) => {
            const next = event.currentTarget.value;
            switchGroup(group, next === 'off' ? null : next);
          }}
        >
          <option value="off">off</option>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {hasKinds ? each : 'on'}
            </option>
          ))}
        </select>
      </div>
      {isOn ? shown.map(({ key }) => <Setting key={key} name={key} />) : null}
    </fieldset>
  );
}

function Setting({ name }: { name: string }): JSX.Element {
  const field = POLICY_FIELDS.find(({ key }) => key === name)?.field;
  if (field?.kind === 'boolean') {
    return (
      <Choice
        name={name}
        options={[
          ['true', 'yes'],
          ['false', 'no'],
        ]}
      />
    );
  }
  if (field?.kind === 'choice') {
    return <Choice name={name} options={(field.choices ?? []).map((choice) => [choice, choice] as const)} />;
  }
  if (field?.kind === 'quotas') return <Lines name={name} example="requests=1000/min+50" />;
  return <Field name={name} />;
}

function keysOf(belongs: (key: string) => boolean): string[] {
  return POLICY_FIELDS.map(({ key }) => key).filter((key) => belongs(key) && !MAIN_KEYS.includes(key));
}
