import { fileURLToPath } from 'node:url';
import { InputError } from '../../core/errors.js';
import type { FlagValues } from '../../core/policy/flag.js';
import type { Answer, Command } from '../command.js';
import { UsageError } from '../failure.js';
import { type PageFiles, readPageFiles } from '../page/page-files.js';
import { type PageServer, servePage } from '../page/server.js';

const DEFAULT_PORT = 8429;

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

function readPort(text: FlagValues[string]): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InputError({ field: '--port', value: text, allowed: 'a whole number from 0 to 65535' });
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
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new UsageError('port', `--port: ${port} ${reason}`, 'give another, or --port 0 for any that is free');
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: another program listens there, perhaps another holdoff web',
  EACCES: 'may not be used by this user: ports below 1024 are often reserved',
};
