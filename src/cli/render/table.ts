import { type Cell, csvText, markdownText } from '../../core/text/table-text.js';
import { widthOfText } from '../../core/text/wrap.js';

/** One column: what it is called, how it reads for people, and its value for programs. */
export interface Column<Row> {
  /** Name for programs; the same as in the JSON. */
  readonly key: string;
  /** Heading for people. */
  readonly title: string;
  readonly align?: 'left' | 'right';
  text(row: Row): string;
  value(row: Row): Cell;
}

/** Columns of text under headings, two spaces apart. Numbers stand right, so that their digits line up. */
export function textTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map((column) => column.text(row)));
  const titles = columns.map(({ title }) => title);
  const widths = titles.map((title, at) =>
    Math.max(...[title, ...cells.map((line) => line[at] ?? '')].map(widthOfText)),
  );
  const lineOf = (line: readonly string[]): string =>
    line
      .map((cell, at) => pad(cell, widths[at] ?? 0, columns[at]?.align ?? 'right'))
      .join('  ')
      .trimEnd();
  return [titles, ...cells].map(lineOf).join('\n');
}

/** The width that {@link textTable} would take. */
export function widthOfTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): number {
  return Math.max(...textTable(columns, rows).split('\n').map(widthOfText));
}

/** The values in full, under the names that programs know. */
export function csvTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return csvText([columns.map(({ key }) => key), ...rows.map((row) => columns.map((column) => column.value(row)))]);
}

/** A Markdown table with the people's figures. */
export function markdownTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map((column) => column.text(row)));
  return markdownText([columns.map(({ title }) => title), ...cells], (at) => columns[at]?.align !== 'left');
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - widthOfText(text)));
  return align === 'left' ? text + space : space + text;
}
