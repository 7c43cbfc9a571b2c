import type { JSX } from 'preact';
import { notices } from '../state/store.js';

/** What a link said that could not be used. */
export function Notices(): JSX.Element | null {
  const told = notices.value;
  if (told.length === 0) return null;
  return (
    <div class="notices" role="status">
      <ul>
        {told.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <button
        type="button"
        class="link"
        onClick={() => {
          notices.value = [];
        }}
      >
        Dismiss
      </button>
    </div>
  );
}
