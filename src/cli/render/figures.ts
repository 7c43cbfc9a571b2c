import { widthOfText, wrap } from '../../core/text/wrap.js';
import type { View } from './view.js';

/** One figure for people: what it is, and its value with the unit. */
export interface Figure {
  readonly label: string;
  readonly text: string;
}

/** Figures beneath each other, their values in one column. */
export function renderFigures(figures: readonly Figure[], view: View): string {
  const indent = Math.max(...figures.map(({ label }) => widthOfText(label))) + 2;
  return figures
    .map(({ label, text }) => {
      const wrapped = wrap(text, view.width, ' '.repeat(indent));
      return view.style.faint(label) + ' '.repeat(indent - widthOfText(label)) + wrapped.slice(indent);
    })
    .join('\n');
}
