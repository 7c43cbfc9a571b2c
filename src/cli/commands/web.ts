import { fileURLToPath } from 'node:url';
import type { FlagValues } from '../../core/policy/flag.js';
import type { Answer, Command } from '../command.js';
import { UsageError } from '../failure.js';
import { DEFAULT_PORT, portFailure, readPort } from '../input/port.js';
import type { Io } from '../io.js';
import { saveOut } from '../output/save-out.js';
import { ONE_FILE, type PageFiles, readPageFiles } from '../page/page-files.js';
import { type PageServer, servePage } from '../page/server.js';
import { type Column, csvTable } from '../render/table.js';

export const web: Command = {
  name: 'web',
  summary: 'The same answers as a page in the browser, served on this computer only.',
  examples: [
    { line: 'holdoff web', about: `the page at http://127.0.0.1:${DEFAULT_PORT}/, until Ctrl-C` },
    { line: 'holdoff web --port 0', about: 'on any port that is free' },
    { line: 'holdoff web --out holdoff.html', about: 'the whole page as one file, which opens from disk' },
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
        {
          name: 'out',
          value: 'FILE',
          about: 'Write the page as one file there, in place of what was there, and serve nothing.',
        },
      ],
    },
  ],
  run,
};

async function run(flags: FlagValues, io: Io): Promise<Answer> {
  const { out, port } = flags;
  if (typeof out !== 'string') return serve(io, port);
  if (port !== undefined) {
    throw new UsageError(
      'invalid-input',
      '--port: is not allowed beside --out',
      'a file that opens from disk needs no port',
    );
  }
  return save(io, out);
}

/** The server goes on when the answer has been printed. Ctrl-C ends it, as it ends any program; SIGTERM asks it to end. */
async function serve(io: Io, given: FlagValues[string]): Promise<Answer> {
  const port = readPort(given);
  const { address, close } = await listen(builtPage(), port);
  io.onTerminate?.(() => void close());
  const sentence = `The page is at ${address}`;
  return {
    json: { address },
    sentence,
    explained: [
      { field: 'port', flag: '--port', value: String(port), source: given === undefined ? 'default' : 'flag' },
    ],
    warnings: [],
    text: ({ style }) => `${style.strong(sentence)}\nIt stays on this computer. Ctrl-C ends it.\n`,
    csv: () => `address\n${address}\n`,
    markdown: () => `<${address}>\n`,
  };
}

async function save(io: Io, out: string): Promise<Answer> {
  const page = builtPage().get(`/${ONE_FILE}`);
  if (page === undefined) throw new UsageError('no-page', `the page was built without ${ONE_FILE}`, BUILD);
  const where = await saveOut(io, out, new TextDecoder().decode(page.bytes), {
    hint: 'without --out the page is served',
  });
  const sentence = `${where} holds the whole page: open it in a browser.`;
  return {
    json: { out, bytes: page.bytes.byteLength },
    sentence,
    explained: [{ field: 'out', flag: '--out', value: out, source: 'flag' }],
    warnings: [],
    text: () => `${sentence}\n`,
    csv: () => csvTable(OUT_COLUMNS, [out]),
    markdown: () => `${sentence}\n`,
  };
}

const OUT_COLUMNS: readonly Column<string>[] = [{ key: 'out', title: 'out', text: (out) => out, value: (out) => out }];
const BUILD = 'build it: npm run build';

/** The page lies beside the command, in the package and after a build alike. */
function builtPage(): PageFiles {
  const folder = fileURLToPath(new URL('../web/', import.meta.url));
  try {
    return readPageFiles(folder);
  } catch {
    throw new UsageError('no-page', `there is no page in ${folder}`, BUILD);
  }
}

async function listen(files: PageFiles, port: number): Promise<PageServer> {
  try {
    return await servePage(files, port);
  } catch (error) {
    throw portFailure(error, port);
  }
}
