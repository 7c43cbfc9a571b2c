import type { JSX } from 'preact';
import { unbroken } from './unbroken.js';

/** One step of how the figures come about: what is done, and the same with the user's numbers. */
export interface Step {
  readonly title: string;
  readonly about: string;
  readonly worked: readonly string[];
}

/** The steps of a derivation, one after the other. */
export function StepList({ steps }: { steps: readonly Step[] }): JSX.Element {
  return (
    <ol>
      {steps.map(({ title, about, worked }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{unbroken(about)}</p>
          {worked.map((line) => (
            <p key={line} class="worked">
              <code>{unbroken(line)}</code>
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
