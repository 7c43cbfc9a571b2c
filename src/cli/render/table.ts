import { widthOfText } from '../../core/text/wrap.js';

/** One column: what it is called, how it reads for people, and its value for programs. */
export interface Column<Row> {
  /** Name for programs; the same as in the JSON. */
  readonly key: string;
  /** Heading for people. */
  readonly title: string;
  readonly align?: 'left' | 'right';
  text(row: Row): string;
  value(row: Row): string | number | boolean | null;
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

/** RFC 4180, with `\n` line ends. Values in full precision; null is an empty cell. */
export function csvTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ key }) => key), ...rows.map((row) => columns.map((column) => column.value(row)))];
  return `${lines.map((line) => line.map(csvCell).join(',')).join('\n')}\n`;
}

/** A Markdown table with the people's figures. */
export function markdownTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lineOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = columns.map(({ align }) => (align === 'left' ? '---' : '---:'));
  const lines = [
    columns.map(({ title }) => title),
    rule,
    ...rows.map((row) => columns.map((column) => column.text(row))),
  ];
  return `${lines.map(lineOf).join('\n')}\n`;
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - widthOfText(text)));
  return align === 'left' ? text + space : space + text;
}

function csvCell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
