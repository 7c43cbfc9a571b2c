import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

/** How the figures are computed, folded away until it is asked for; until then the steps are not even made. */
export function Derivation({ formula, children }: { formula?: string; children: ComponentChildren }): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <div class="derivation">
      {formula === undefined ? null : (
        <p class="formula">
          <code>{formula}</code>
        </p>
      )}
      <details
        onToggle={(event) => {
          isOpen.value = event.currentTarget.open;
        }}
      >
        <summary>How this is computed, with your numbers</summary>
        {isOpen.value ? children : null}
      </details>
    </div>
  );
}
