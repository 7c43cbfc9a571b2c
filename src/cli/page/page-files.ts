import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** One file of the page, as it is sent. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Whether its name changes with its content, so that a copy is good for ever. */
  readonly isHashed: boolean;
  /** Whether it is to be kept and not to be shown: from here its own scripts would be refused. */
  readonly isDownload: boolean;
}

/** The page as one file that opens from disk. */
export const ONE_FILE = 'holdoff.html';

/** By the path that is asked for. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** Every file of the built page, read once: what is not among them is not there, whatever path is asked for. */
export function readPageFiles(folder: string): PageFiles {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${file.slice(join(folder, sep).length).split(sep).join('/')}`;
    files.set(path, {
      type,
      bytes: readFileSync(file),
      isHashed: path.startsWith('/assets/'),
      isDownload: path === `/${ONE_FILE}`,
    });
  }
  const start = files.get('/index.html');
  if (start !== undefined) files.set('/', start);
  return files;
}
