import { fileURLToPath } from 'node:url';
import type { FlagValues } from '../../core/policy/flag.js';
import type { Answer, Command } from '../command.js';
import { UsageError } from '../failure.js';
import { DEFAULT_PORT, portFailure, readPort } from '../input/port.js';
import { type PageFiles, readPageFiles } from '../page/page-files.js';
import { type PageServer, servePage } from '../page/server.js';

export const web: Command = {
  name: 'web',
  summary: 'The same answers as a page in the browser, served on this computer only.',
  examples: [
    { line: 'holdoff web', about: `the page at http://127.0.0.1:${DEFAULT_PORT}/, until Ctrl-C` },
    { line: 'holdoff web --port 0', about: 'on any port that is free' },
  ],
  groups: [
    {
      title: 'Where',
      flags: [
        {
          name: 'port',
          value: 'PORT',
          about: 'Port on 127.0.0.1; 0 for any that is free.',
          default: String(DEFAULT_PORT),
        },
      ],
    },
  ],
  run,
};

/** The server goes on when the answer has been printed; Ctrl-C ends it, as it ends any program. */
async function run(flags: FlagValues): Promise<Answer> {
  const port = readPort(flags.port);
  const { address } = await listen(builtPage(), port);
  const sentence = `The page is at ${address}`;
  return {
    json: { address },
    sentence,
    explained: [
      { field: 'port', flag: '--port', value: String(port), source: flags.port === undefined ? 'default' : 'flag' },
    ],
    warnings: [],
    text: ({ style }) => `${style.strong(sentence)}\nIt stays on this computer. Ctrl-C ends it.\n`,
    csv: () => `address\n${address}\n`,
    markdown: () => `<${address}>\n`,
  };
}

/** The page lies beside the command, in the package and after a build alike. */
function builtPage(): PageFiles {
  const folder = fileURLToPath(new URL('../web/', import.meta.url));
  try {
    return readPageFiles(folder);
  } catch {
    throw new UsageError('no-page', `there is no page in ${folder}`, 'build it: npm run build');
  }
}

async function listen(files: PageFiles, port: number): Promise<PageServer> {
  try {
    return await servePage(files, port);
  } catch (error) {
    throw portFailure(error, port);
  }
}
