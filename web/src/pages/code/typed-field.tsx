import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

/** A field of this page alone: what is typed, and what is wrong with it. It is in no link. */
export function TypedField(props: {
  readonly label: string;
  readonly typed: Signal<string>;
  readonly placeholder: string;
  readonly issue: string | null;
}): JSX.Element {
  const { label, typed, placeholder, issue } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="control">
        <input
          id={id}
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={placeholder}
          value={typed.value}
          aria-invalid={issue !== null}
          aria-describedby={`${id}-issue`}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
          }}
        />
      </span>
      <p id={`${id}-issue`} class="issue">
        {issue}
      </p>
    </div>
  );
}
