import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { loadField, policyField } from '../state/fields.js';
import { baselineText, draft, issues, setText, textOf } from '../state/store.js';
import { labelOf } from './labels.js';
import { nudge } from './nudge.js';
import { suffixOf } from './suffix.js';

/** Half-typed values are wrong for a moment; a message that comes and goes with every key helps nobody. */
const QUIET_MS = 700;

/** One field of the form by its key: text as typed, its unit behind it, and what is wrong with it beneath. */
export function Field({ name, label = labelOf(name) }: { name: string; label?: string }): JSX.Element {
  const typing = useTyping();
  const text = useText(name);
  return (
    <Row name={name} label={label} isQuiet={typing.isQuiet}>
      {(ids) => (
        <span class="control">
          <input
            {...ids}
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            placeholder={loadField(name) === undefined ? '' : 'not given'}
            value={text}
            onInput={(event) => {
              typing.begin();
              setText(name, event.currentTarget.value);
            }}
            onBlur={typing.end}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              const next = nudge(name, text, event.key === 'ArrowUp');
              if (next === null) return;
              event.preventDefault();
              setText(name, next);
            }}
          />
          <span class="suffix" aria-hidden="true">
            {suffixOf(name, text)}
          </span>
        </span>
      )}
    </Row>
  );
}

/** A field whose values are few: a native list. */
export function Choice({ name, options }: { name: string; options: readonly (readonly [string, string])[] }) {
  const text = useText(name);
  const isKnown = options.some(([value]) => value === text);
  return (
    <Row name={name} label={labelOf(name)} isQuiet={false}>
      {(ids) => (
        <select {...ids} value={text} onChange={(event) => setText(name, event.currentTarget.value)}>
          {isKnown ? null : <option value={text}>{text === '' ? '–' : text}</option>}
          {options.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}

/** Several entries, one a line. */
export function Lines({ name, example }: { name: string; example: string }): JSX.Element {
  const typing = useTyping();
  const text = useText(name);
  return (
    <Row name={name} label={labelOf(name)} isQuiet={typing.isQuiet} isTall>
      {(ids) => (
        <textarea
          {...ids}
          rows={Math.max(2, text.split('\n').length)}
          spellcheck={false}
          placeholder={example}
          value={text}
          onInput={(event) => {
            typing.begin();
            setText(name, event.currentTarget.value);
          }}
          onBlur={typing.end}
        />
      )}
    </Row>
  );
}

interface ControlIds {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface RowProps {
  readonly name: string;
  readonly label: string;
  readonly isQuiet: boolean;
  readonly isTall?: boolean;
  children(ids: ControlIds): ComponentChildren;
}

/** Label, control and message of one field, tied together for those who cannot see that they are. */
export function Row({ name, label, isQuiet, isTall = false, children }: RowProps): JSX.Element {
  const id = useId();
  const issue = useComputed(() => issues.value.get(name)).value;
  const told = isQuiet ? undefined : issue;
  const about = policyField(name)?.field.about ?? loadField(name)?.about ?? '';
  const isChanged = useComputed(() => loadField(name) === undefined && draft.value.values[name] !== undefined).value;
  const ids = { id, name, 'aria-invalid': told !== undefined, 'aria-describedby': `${id}-about ${id}-issue` };
  return (
    <div class={`field${isTall ? ' tall' : ''}${isChanged ? ' changed' : ''}`}>
      <label for={id} title={about}>
        {label}
      </label>
      {children(ids)}
      <span id={`${id}-about`} class="unseen">
        {about}
        {isChanged && baselineText(name) !== '' ? ` Changed from ${baselineText(name)}.` : ''}
      </span>
      <p id={`${id}-issue`} class="issue">
        {told}
      </p>
    </div>
  );
}

/** The text of a field. Only the field whose text has changed is drawn anew. */
export function useText(name: string): string {
  return useComputed(() => textOf(name)).value;
}

function useTyping() {
  const isTyping = useSignal(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const end = (): void => {
    clearTimeout(timer.current);
    isTyping.value = false;
  };
  const begin = (): void => {
    clearTimeout(timer.current);
    isTyping.value = true;
    timer.current = setTimeout(end, QUIET_MS);
  };
  return { isQuiet: isTyping.value, begin, end };
}
