import type { JSX } from 'preact';
import type { Loss, MeanChange } from '../../../../src/codegen/formats/index.js';
import { unbroken } from '../../ui/unbroken.js';

/** What policy and system do not say alike, a sentence each; the change in the waits first, since it is what one feels. */
export function Losses(props: {
  readonly title: string;
  readonly losses: readonly Loss[];
  readonly change: MeanChange | null;
}): JSX.Element {
  const { title, losses, change } = props;
  if (losses.length === 0 && change === null) return <p class="losses">Nothing is lost.</p>;
  return (
    <div class="losses">
      <h3>{title}</h3>
      <p>{change === null ? 'Every mean wait stays what it is.' : unbroken(change.sentence)}</p>
      <ul class="sentences">
        {losses.map(({ sentence }) => (
          <li key={sentence}>{unbroken(sentence)}</li>
        ))}
      </ul>
    </div>
  );
}
