import type { Loss } from '../../codegen/formats/index.js';
import { type Column, csvTable, markdownTable } from './table.js';

const COLUMNS: readonly Column<Loss>[] = [
  column('field', 'field', ({ field }) => field),
  column('kind', 'what happens', ({ kind }) => kind),
  column('policy', 'the policy', ({ policy }) => policy),
  column('system', 'the system', ({ system }) => system),
];

/** The losses for programs. */
export function lossCsv(losses: readonly Loss[]): string {
  return csvTable(COLUMNS, losses);
}

/** A config or policy with its losses. */
export function lossMarkdown(text: string, losses: readonly Loss[]): string {
  const code = `\`\`\`\n${text.trimEnd()}\n\`\`\`\n`;
  return losses.length === 0 ? code : `${code}\n${markdownTable(COLUMNS, losses)}`;
}

function column(key: string, title: string, read: (loss: Loss) => string): Column<Loss> {
  return { key, title, align: 'left', text: read, value: read };
}
