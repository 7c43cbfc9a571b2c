import { headersAnswer } from '../../../../src/core/headers/headers-answer.js';
import { csvText, markdownText } from '../../../../src/core/text/table-text.js';
import { chartItems, type ExportItem } from '../../export/export-item.js';
import { jsonText } from '../../export/json-text.js';
import { hereDocument } from '../../here-document.js';
import { LIMIT_COLUMNS, limitCells, limitRows } from './limits.js';
import { pasted, receivedAt, response, responseReading, sender, statusText } from './state.js';

/** What the decoder hands over; of the latest response that could be read. */
export function headersExports(): ExportItem[] {
  const { decoded } = response.peek();
  if (decoded === null) return [];
  const isRight = responseReading.peek().decoded !== null;
  const command = { id: 'command', label: 'Copy the command line', content: commandText };
  return [
    ...(isRight ? [command] : []),
    {
      id: 'markdown',
      label: 'Copy as Markdown',
      content: () => `${headersAnswer(decoded)}\n\n${markdownText(textRows(decoded.limits))}`,
    },
    {
      id: 'csv',
      label: 'Limits as CSV',
      file: file('csv', 'text/csv'),
      content: () => csvText(limitCells(decoded.limits)),
    },
    {
      id: 'json',
      label: 'Everything as JSON',
      file: file('json', 'application/json'),
      content: () => jsonText(decoded),
    },
    ...chartItems('headers'),
  ];
}

function textRows(limits: Parameters<typeof limitRows>[0]): string[][] {
  return [
    LIMIT_COLUMNS.map(([, title]) => title),
    ...limitRows(limits).map((row) => LIMIT_COLUMNS.map(([key]) => row[key])),
  ];
}

/** The same response, handed to the command as if it came at the same time. */
export function commandText(): string {
  const status = statusText.peek().trim();
  const flags = [
    ...(status === '' ? [] : ['--status', status]),
    ...(sender.peek() === '' ? [] : ['--provider', sender.peek()]),
    '--now',
    new Date(receivedAt.peek()).toISOString(),
  ];
  return `holdoff headers - ${flags.join(' ')} ${hereDocument(pasted.peek().trimEnd())}`;
}

function file(extension: string, type: string): { name: string; type: string } {
  return { name: `holdoff-headers.${extension}`, type };
}
