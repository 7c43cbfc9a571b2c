// What the tables of the documents are made with.

/** A Markdown table. A column is a heading and a function from a row to a text. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(columns.map(([heading]) => heading)),
    `|${columns.map(() => ' --- |').join('')}`,
    ...rows.map((row) => line(columns.map(([, text]) => text(row)))),
  ].join('\n');
}

/** As code, whatever is in it. */
export function code(text) {
  const fence = text.includes('`') ? '``' : '`';
  return text === '' ? '' : `${fence}${text}${fence}`;
}

function cell(text) {
  return String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
}
