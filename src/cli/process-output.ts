import { printable } from '../core/text/printable.js';
import type { Output } from './io.js';

/** The part of a stream of the process that is needed. */
export interface ProcessStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * A stream of the process as an {@link Output} that never throws. `failed` is told once, with a reason for people, when
 * what was written is lost. A reader that has seen enough (`holdoff … | head`) closes the pipe: that is no fault of anyone.
 */
export function outputOf(stream: ProcessStream, failed: (reason: string) => void): Output {
  let hasFailed = false;
  const onError = (error: NodeJS.ErrnoException): void => {
    if (hasFailed || error.code === 'EPIPE') return;
    hasFailed = true;
    failed(REASONS[error.code ?? ''] ?? printable(error.message, 200));
  };
  stream.on('error', onError);
  return {
    write: (text) => {
      try {
        stream.write(text);
      } catch (error) {
        // Files are written at once, and some versions of Node throw there and then.
        onError(error as NodeJS.ErrnoException);
      }
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  EIO: 'the device reports a fault',
};
