import type { JSX } from 'preact';
import type { Sentence } from '../../../src/core/text/sentence.js';
import { unbroken } from './unbroken.js';

/** What a result says in words, a point each. */
export function Sentences({ sentences }: { sentences: readonly Sentence[] }): JSX.Element {
  return (
    <ul class="sentences">
      {sentences.map(({ id, text }) => (
        <li key={id}>{unbroken(text)}</li>
      ))}
    </ul>
  );
}

export function isWarning({ id }: Pick<Sentence, 'id'>): boolean {
  return id.startsWith('warning-');
}
