import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

interface Step {
  readonly title: string;
  readonly about: string;
  readonly worked: readonly string[];
}

/** How the figures are computed, folded away until it is asked for; until then the steps are not even made. */
export function Derivation({ formula, steps }: { formula?: string; steps: () => readonly Step[] }): JSX.Element {
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
        {isOpen.value ? <Steps steps={steps()} /> : null}
      </details>
    </div>
  );
}

function Steps({ steps }: { steps: readonly Step[] }): JSX.Element {
  return (
    <ol>
      {steps.map(({ title, about, worked }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{about}</p>
          {worked.map((line) => (
            <p key={line} class="worked">
              <code>{line}</code>
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
