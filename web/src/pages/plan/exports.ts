import { csvText, markdownText } from '../../../../src/core/text/table-text.js';
import { planCommand } from '../../command-line.js';
import { chartItems, type ExportItem } from '../../export/export-item.js';
import { jsonText } from '../../export/json-text.js';
import { draft, isStale } from '../../state/store.js';
import { csvRows, textRows } from './columns.js';
import { figureRows } from './figures.js';
import { hasLimits, planLive } from './live.js';

/** What the plan hands over; of the last inputs that were right. */
export function planExports(): ExportItem[] {
  const view = planLive.peek().value;
  if (view === null || !hasLimits.peek()) return [];
  const { report } = view.a;
  const command: ExportItem[] = isStale.peek()
    ? []
    : [{ id: 'command', label: 'Copy the command line', content: () => planCommand(draft.peek()) }];
  return [
    ...command,
    { id: 'markdown', label: 'Copy as Markdown', content: () => markdownText(textRows(figureRows(view.a))) },
    { id: 'csv', label: 'Figures as CSV', file: file('csv', 'text/csv'), content: () => csvText(csvRows(report)) },
    {
      id: 'json',
      label: 'Everything as JSON',
      file: file('json', 'application/json'),
      content: () => jsonText(report),
    },
    ...chartItems('plan'),
  ];
}

function file(extension: string, type: string): { name: string; type: string } {
  return { name: `holdoff-plan.${extension}`, type };
}
