import { formatOf } from '../../../../src/codegen/formats/index.js';
import { configCommand, generateCommand } from '../../command-line.js';
import type { ExportItem } from '../../export/export-item.js';
import { draft, isStale } from '../../state/store.js';
import { code, typedName, typedUrl } from './generated.js';
import { configLive } from './live.js';

/** What the page hands over; of the last inputs that were right. */
export function codeExports(): ExportItem[] {
  const reading = code.peek();
  const config = configLive.peek().value;
  if (reading === null || config === null) return [];
  const { generated, nameIssue, urlIssue } = reading;
  const { title, file } = formatOf(config.format);
  const commands: ExportItem[] = [
    {
      id: 'generate',
      label: `Copy the command line, ${generated.title}`,
      content: () => {
        const name = nameIssue === null ? typedName.peek().trim() : '';
        const url = urlIssue === null ? typedUrl.peek().trim() : '';
        return generateCommand(draft.peek(), generated.target, { name, url });
      },
    },
    {
      id: 'export',
      label: `Copy the command line, ${title}`,
      content: () => configCommand(draft.peek(), config.format),
    },
  ];
  return [
    ...(isStale.peek() ? [] : commands),
    {
      id: 'code',
      label: `Code as ${generated.fileName}`,
      file: { name: generated.fileName, type: 'text/plain' },
      content: () => generated.code,
    },
    {
      id: 'config',
      label: `Config as ${file}`,
      file: { name: file, type: 'text/plain' },
      content: () => config.text,
    },
  ];
}
