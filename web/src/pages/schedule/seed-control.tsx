import type { JSX } from 'preact';
import { issues, setText, textOf } from '../../state/store.js';

const MOST = 2 ** 32 - 1;

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

/** Re-roll is the next seed, so that it can be rolled back by typing the one before. */
function nextSeed(text: string): string {
  const seed = /^\d+$/.test(text) ? Number(text) : 0;
  return String(seed >= MOST ? 0 : seed + 1);
}
