import { csvText, markdownText } from '../../../../src/core/text/table-text.js';
import { scheduleCommand } from '../../command-line.js';
import { chartItems, type ExportItem } from '../../export/export-item.js';
import { jsonText } from '../../export/json-text.js';
import { draft, isStale } from '../../state/store.js';
import { csvRows, textRows } from './columns.js';
import { scheduleLive } from './live.js';
import { scheduleTiles } from './tiles.js';

/** What the schedule hands over; of the last inputs that were right. */
export function scheduleExports(): ExportItem[] {
  const view = scheduleLive.peek().value;
  if (view === null) return [];
  const { report } = view.a;
  const command: ExportItem[] = isStale.peek()
    ? []
    : [
        {
          id: 'command',
          label: 'Copy the command line',
          content: () => scheduleCommand(draft.peek(), view.input.load.limits),
        },
      ];
  return [
    ...command,
    { id: 'markdown', label: 'Copy as Markdown', content: markdown },
    {
      id: 'csv',
      label: 'Table as CSV',
      file: file('csv', 'text/csv'),
      content: () => csvText(csvRows(report.retries)),
    },
    {
      id: 'json',
      label: 'Everything as JSON',
      file: file('json', 'application/json'),
      content: () => jsonText(report),
    },
    ...chartItems('schedule'),
  ];

  function markdown(): string {
    const figures = scheduleTiles({ ...(view as NonNullable<typeof view>), b: null }).map(({ label, value }) => [
      label,
      value,
    ]);
    return `${markdownText(textRows(report.retries))}\n${markdownText([['figure', 'value'], ...figures])}`;
  }
}

function file(extension: string, type: string): { name: string; type: string } {
  return { name: `holdoff-schedule.${extension}`, type };
}
