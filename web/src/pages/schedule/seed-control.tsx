import type { JSX } from 'preact';
import { nextSeed } from '../../form/nudge.js';
import { issues, setText, textOf } from '../../state/store.js';

/** The seed of the sample: seen, typed, or the next one. */
export function SeedControl(): JSX.Element {
  const text = textOf('seed');
  const issue = issues.value.get('seed');
  return (
    <span class="seed">
      <label for="seed">seed</label>
      <input
        id="seed"
        type="text"
        inputmode="numeric"
        autocomplete="off"
        value={text}
        aria-invalid={issue !== undefined}
        title={issue}
        onInput={(event) => setText('seed', event.currentTarget.value)}
      />
      <button type="button" class="link" onClick={() => setText('seed', nextSeed(text))}>
        Re-roll
      </button>
    </span>
  );
}
