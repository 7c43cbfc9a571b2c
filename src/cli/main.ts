// The command `holdoff`, and the only file of it that touches the process.

import { createReadStream, readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Io, Output } from './io.js';
import { run } from './run.js';

function outputOf(stream: NodeJS.WriteStream): Output {
  // A reader that has seen enough (`holdoff … | head`) closes the pipe: that is no fault of anyone.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return {
    write: (text) => stream.write(text),
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
  };
}

const io: Io = {
  out: outputOf(process.stdout),
  err: outputOf(process.stderr),
  env: process.env,
  platform: process.platform,
  stdinIsTerminal: isatty(0),
  open: (path) => (path === '-' ? process.stdin : createReadStream(path)),
  now: () => Date.now(),
  version: () => JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
};

// Ctrl-C is left to Node: it ends the process even in the middle of a computation, and shells report that as 130.
// The exit code is set rather than forced, so that what has been written is flushed.
process.exitCode = await run(process.argv.slice(2), io);
