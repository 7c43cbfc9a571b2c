// The command `holdoff`, and the only file of it that touches the process.

import { createReadStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { EXIT } from './failure.js';
import type { Io } from './io.js';
import { outputOf } from './process-output.js';
import { run } from './run.js';

// Where nobody can be told, the exit code still tells.
const err = outputOf(process.stderr, () => {});
let answerIsLost = false;
const out = outputOf(process.stdout, (reason) => {
  answerIsLost = true;
  err.write(`holdoff: standard output cannot be written: ${reason}\n`);
  exitWith(Number(process.exitCode ?? EXIT.ok));
});

const io: Io = {
  out,
  err,
  env: process.env,
  platform: process.platform,
  stdinIsTerminal: isatty(0),
  open: (path) => (path === '-' ? process.stdin : createReadStream(path)),
  save: (path, text, isExecutable) => writeFile(path, text, { mode: isExecutable ? 0o777 : 0o666 }),
  now: () => Date.now(),
  version: () => JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
  onInterrupt: (listener) => {
    const onSignal = (): void => {
      // Whatever is still done, the end is one by Ctrl-C. Another one ends it at once.
      process.exitCode = EXIT.interrupted;
      listener();
    };
    process.once('SIGINT', onSignal);
    return () => process.off('SIGINT', onSignal);
  },
  onTerminate: (listener) => {
    process.once('SIGTERM', listener);
    return () => process.off('SIGTERM', listener);
  },
};

// Ctrl-C is left to Node unless a command asks for it: it ends the process even in the middle of a computation, and shells report that as 130.
exitWith(await run(process.argv.slice(2), io));

/** The exit code is set rather than forced, so that what has been written is flushed. */
function exitWith(code: number): void {
  process.exitCode = code === EXIT.ok && answerIsLost ? EXIT.failure : code;
}
