import { printable } from '../../core/text/printable.js';
import { UsageError } from '../failure.js';
import type { Io } from '../io.js';

/**
 * Writes what `--out FILE` asks for, and returns what the file is called in messages. `hint` says what happens without
 * the flag. Throws `UsageError` when the file cannot be written.
 */
export async function saveOut(
  io: Io,
  path: string,
  text: string,
  { hint, isExecutable = false }: { readonly hint: string; readonly isExecutable?: boolean },
): Promise<string> {
  if (path === '' || path === '-') {
    throw new UsageError('invalid-input', `--out: "${path}" is not allowed; give a file`, hint);
  }
  try {
    await io.save(path, text, isExecutable);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = REASONS[code ?? ''] ?? printable(message, 200);
    throw new UsageError('unwritable-file', `--out: ${printable(path)} cannot be written: ${why}`);
  }
  return printable(path);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission to',
  EPERM: 'you have no permission to',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
};
