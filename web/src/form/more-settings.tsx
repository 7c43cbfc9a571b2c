import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { isPolicyKey } from '../state/draft.js';
import { draft } from '../state/store.js';
import { lazy } from '../ui/lazy.js';

/** Fields of the policy that are shown above all by themselves. */
export const MAIN_KEYS: readonly string[] = ['base', 'multiplier', 'cap', 'attempts', 'jitter', 'deadline'];

const AllSettings = lazy(async () => (await import('./all-settings.js')).AllSettings);

/** The rest of the policy, folded away; what of it has been changed is counted. */
export function MoreSettings(): JSX.Element {
  const isOpen = useSignal(false);
  const count = useComputed(() => Object.keys(draft.value.values).filter(isFolded).length).value;
  return (
    <details
      class="more"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>More settings{count === 0 ? '' : ` (${count} changed)`}</summary>
      {isOpen.value ? <AllSettings /> : null}
    </details>
  );
}

function isFolded(key: string): boolean {
  return isPolicyKey(key) && !MAIN_KEYS.includes(key);
}
