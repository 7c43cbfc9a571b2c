import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Control } from '../../../../src/simulator/index.js';
import { isWide } from '../../app/wide.js';
import type { Asked } from './asked.js';
import { runAsked } from './run-asked.js';
import { setSetting, settingOf } from './state.js';

/** What may be changed of the scenario. Enter runs it. */
export function Settings({ asked }: { asked: Asked }): JSX.Element | null {
  const controls = asked.input.controls ?? [];
  const isOpen = isWide.value || asked.issues.size > 0;
  const other = asked.issues.get('');
  if (controls.length === 0) return null;
  return (
    <details class="lab-more" open={isOpen}>
      <summary>Settings</summary>
      <form
        class="lab-settings"
        aria-label="Settings of the scenario"
        autocomplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          runAsked();
        }}
      >
        {controls.map((control) => (
          <Setting key={control.key} control={control} issue={asked.issues.get(control.key)} />
        ))}
        {/* Enter in a field submits only where there is a button that does. */}
        <button type="submit" class="unseen" tabIndex={-1}>
          Run
        </button>
        {other === undefined ? null : (
          <p class="issue" role="alert">
            {other}
          </p>
        )}
      </form>
    </details>
  );
}

function Setting({ control, issue }: { control: Control; issue: string | undefined }): JSX.Element {
  const id = useId();
  const { key, about, kind, choices = [] } = control;
  const text = settingOf(key);
  const ids = { id, name: `set-${key}`, 'aria-invalid': issue !== undefined, 'aria-describedby': `${id}-issue` };
  return (
    <div class="field lab-setting">
      <label for={id}>{about.replace(/\.$/, '')}</label>
      {kind === 'choice' ? (
        <select {...ids} value={text} onChange={(event) => setSetting(key, event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <span class="control">
          <input
            {...ids}
            type="text"
            autocapitalize="off"
            spellcheck={false}
            value={text}
            onInput={(event) => setSetting(key, event.currentTarget.value)}
          />
          <span class="suffix" aria-hidden="true">
            {suffixOf(control, text)}
          </span>
        </span>
      )}
      <p id={`${id}-issue`} class="issue">
        {issue}
      </p>
    </div>
  );
}

/** The unit that a bare number has. */
function suffixOf({ kind }: Control, text: string): string {
  if (!/^[\d.,\s]*$/.test(text)) return '';
  return kind === 'rate' ? '/s' : kind === 'duration' ? 'ms' : '';
}
