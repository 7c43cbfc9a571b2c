import { svgText } from './svg-text.js';

/** One thing a page can hand over: a text to copy, or a file. */
export interface ExportItem {
  readonly id: string;
  readonly label: string;
  /** Name and type of the file; none for a text that is copied. */
  readonly file?: { readonly name: string; readonly type: string };
  /** Made when it is asked for. */
  content(): string;
}

/** The charts that are shown, each as a file. */
export function chartItems(page: string): ExportItem[] {
  return [...document.querySelectorAll<HTMLElement>('main figure.chart')].flatMap((figure, index) => {
    const svg = figure.querySelector('svg');
    const title = figure.querySelector('h2')?.textContent ?? `chart ${index + 1}`;
    if (svg === null) return [];
    const name = `holdoff-${page}-${index + 1}.svg`;
    const file = { name, type: 'image/svg+xml' };
    return [{ id: `svg-${index}`, label: `“${title}” as SVG`, file, content: () => svgText(svg) }];
  });
}
