import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { asOneStep } from '../state/address.js';
import { isPolicyKey, withPreset } from '../state/draft.js';
import { draft } from '../state/store.js';

/** How far the policy is from what it started from, and the way back. In a line that is there anyway: nothing moves. */
export function UndoChanges(): JSX.Element | null {
  const changes = useComputed(() => Object.keys(draft.value.values).filter(isPolicyKey).length).value;
  if (changes === 0) return null;
  return (
    <p class="note">
      {changes} changed{' '}
      <button
        type="button"
        class="link"
        onClick={() => {
          asOneStep(() => {
            draft.value = withPreset(draft.value, draft.value.preset);
          });
        }}
      >
        Undo
      </button>
    </p>
  );
}
