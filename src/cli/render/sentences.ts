import type { Sentence } from '../../core/text/sentence.js';
import { wrap } from '../../core/text/wrap.js';
import type { View } from './view.js';

/** What a result says in words, one point each; warnings stand out. */
export function renderSentences(sentences: readonly Sentence[], view: View): string {
  return sentences
    .map(({ id, text }) => {
      const point = wrap(text, view.width, '· ', '  ');
      return id.startsWith('warning') ? view.style.warning(point) : point;
    })
    .join('\n');
}
