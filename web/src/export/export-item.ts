import { svgText } from './svg-text.js';

/** One thing a page can hand over: a text to copy, or a file. Its content is made when it is asked for. */
export type ExportItem = CopiedItem | FileItem;

export interface CopiedItem {
  readonly id: string;
  readonly label: string;
  readonly file?: undefined;
  content(): string;
}

export interface FileItem {
  readonly id: string;
  readonly label: string;
  readonly file: { readonly name: string; readonly type: string };
  /** Where it is a picture. */
  readonly picture?: { readonly title: string; readonly format: 'SVG' | 'PNG' };
  content(): string | Promise<Blob>;
}

/** The pictures that are shown, each as files. What is drawn as dots has no SVG. */
export function chartItems(page: string): FileItem[] {
  return [...document.querySelectorAll<HTMLElement>('main figure.chart')].flatMap((figure, index) => {
    const svg = figure.querySelector('svg');
    const canvases = [...figure.querySelectorAll('canvas')];
    if (svg === null && canvases.length === 0) return [];
    const title = figure.querySelector('h2')?.textContent ?? `chart ${index + 1}`;
    const item = (format: 'SVG' | 'PNG', type: string, content: FileItem['content']): FileItem => ({
      id: `${format}-${index}`,
      label: `“${title}” as ${format}`,
      file: { name: `holdoff-${page}-${index + 1}.${format.toLowerCase()}`, type },
      picture: { title, format },
      content,
    });
    const png = item('PNG', 'image/png', async () => {
      const { pngOf, pngOfCanvases } = await import('./png.js');
      return svg === null ? pngOfCanvases(canvases) : pngOf(svg);
    });
    return svg === null ? [png] : [item('SVG', 'image/svg+xml', () => svgText(svg)), png];
  });
}
