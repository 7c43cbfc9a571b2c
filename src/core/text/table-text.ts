/** A cell, as programs read it. */
export type Cell = string | number | boolean | null;

/** RFC 4180, with `\n` line ends. Values in full precision; null is an empty cell. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return `${rows.map((row) => row.map(csvCell).join(',')).join('\n')}\n`;
}

/** A Markdown table with its heading first. Figures stand right; by default all but the first column are such. */
export function markdownText(
  [heading = [], ...rows]: readonly (readonly string[])[],
  isFigure: (column: number) => boolean = (column) => column > 0,
): string {
  const lineOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = heading.map((_, column) => (isFigure(column) ? '---:' : '---'));
  return `${[heading, rule, ...rows].map(lineOf).join('\n')}\n`;
}

function csvCell(value: Cell): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
