/** A cell, as programs read it. */
export type Cell = string | number | boolean | null;

/** RFC 4180, with `\n` line ends. Values in full precision; null is an empty cell. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return `${rows.map((row) => row.map(csvCell).join(',')).join('\n')}\n`;
}

/** A Markdown table; the first column is text, the others are figures. */
export function markdownText([heading = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = heading.map((_, column) => (column === 0 ? '---' : '---:'));
  return `${[heading, rule, ...rows].map(line).join('\n')}\n`;
}

function csvCell(value: Cell): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
