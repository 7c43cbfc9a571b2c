import type { JSX } from 'preact';

interface Step {
  readonly title: string;
  readonly about: string;
  readonly worked: readonly string[];
}

/** How the figures are computed, folded away until it is asked for. */
export function Derivation({ formula, steps }: { formula?: string; steps: readonly Step[] }): JSX.Element {
  return (
    <div class="derivation">
      {formula === undefined ? null : (
        <p class="formula">
          <code>{formula}</code>
        </p>
      )}
      <details>
        <summary>How this is computed, with your numbers</summary>
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
      </details>
    </div>
  );
}
