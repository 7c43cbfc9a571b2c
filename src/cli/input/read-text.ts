import { printable } from '../../core/text/printable.js';
import { UsageError } from '../failure.js';
import type { Io } from '../io.js';

/** How an input is called in messages. */
export function nameOfInput(path: string): string {
  return path === '-' ? 'standard input' : printable(path);
}

/**
 * The text of a file, or of standard input for `-`. `flag` is the one that named it.
 * Throws `UsageError` when it cannot be read, is no UTF-8 text or has more than `maxBytes`; and when a person sits at
 * standard input, since waiting for them to type a file would look like hanging.
 */
export async function readText(io: Io, path: string, flag: string, maxBytes: number): Promise<string> {
  if (path === '')
    throw new UsageError('invalid-input', `${flag}: "" is not allowed; give a file, or - for standard input`);
  if (path === '-' && io.stdinIsTerminal) {
    const hint = `pipe the text in, or name a file: ${flag} FILE`;
    throw new UsageError('nothing-piped', `${flag} -: nothing is piped to standard input`, hint);
  }
  const name = nameOfInput(path);
  const bytes = await readBytes(io, path, `${flag}: ${name}`, maxBytes);
  try {
    // Takes a byte order mark away by itself.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const hint = 'save it as UTF-8; Windows PowerShell redirects as UTF-16 unless told otherwise';
    throw new UsageError('unreadable-file', `${flag}: ${name} is not UTF-8 text`, hint);
  }
}

async function readBytes(io: Io, path: string, what: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of io.open(path)) {
      size += chunk.byteLength;
      // Stops reading there: a device or a pipe may have no end.
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new UsageError('unreadable-file', `${what} cannot be read: ${reasonOf(error)}`);
  }
  if (size > maxBytes) {
    throw new UsageError('too-long', `${what} has more than ${maxBytes / 1024 / 1024} MB; is it the right file?`);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'you have no permission to read it',
  EPERM: 'you have no permission to read it',
  EISDIR: 'it is a folder',
};

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return REASONS[code ?? ''] ?? printable(message ?? String(error), 200);
}
