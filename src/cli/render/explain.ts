import type { ExplainedValue } from '../command.js';
import type { Column } from './table.js';
import { textTable } from './table.js';
import type { View } from './view.js';

const COLUMNS: readonly Column<ExplainedValue>[] = [
  { key: 'field', title: 'field', align: 'left', text: ({ field }) => field, value: ({ field }) => field },
  { key: 'flag', title: 'flag', align: 'left', text: ({ flag }) => flag ?? '', value: ({ flag }) => flag },
  { key: 'value', title: 'value', align: 'left', text: ({ value }) => value, value: ({ value }) => value },
  { key: 'source', title: 'from', align: 'left', text: ({ source }) => source, value: ({ source }) => source },
];

/** The values in effect and where each came from; what is no default stands out. */
export function renderExplained(values: readonly ExplainedValue[], view: View): string {
  const [heading = '', ...rows] = textTable(COLUMNS, values).split('\n');
  const lines = rows.map((row, at) => (values[at]?.source === 'default' ? view.style.faint(row) : row));
  return `${[view.style.strong(heading), ...lines].join('\n')}\n`;
}
