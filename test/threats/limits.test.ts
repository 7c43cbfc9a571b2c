// How much is read, and whom a server lets in that was put on an address that others reach.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Io } from '../../src/cli/io.js';
import { run } from '../../src/cli/run.js';

const MIB = 1024 * 1024;

it.each([
  ['schedule --policy -', '--policy', 1],
  ['plan --policy -', '--policy', 1],
  ['import grpc -', 'FILE', 1],
  ['emulate openai --script -', '--script', 1],
  ['headers -', 'FILE', 4],
  ['headers --body -', '--body', 4],
])('%s gives up an input without end', async (line, name, mebibytes) => {
  let err = '';
  let read = 0;
  const nowhere = { write: () => {}, isTerminal: false, columns: undefined };
  const io: Io = {
    out: nowhere,
    err: { ...nowhere, write: (text) => (err += text) },
    env: {},
    platform: 'linux',
    stdinIsTerminal: false,
    async *open() {
      for (;;) {
        read += 65_536;
        yield new Uint8Array(65_536).fill(32);
      }
    },
    save: () => Promise.reject(new Error('nothing is to be saved')),
    now: () => 0,
    version: () => '1.2.3',
  };
  expect(await run(line.split(' '), io)).toBe(2);
  expect(err).toContain(`${name}: standard input has more than ${mebibytes} MB`);
  expect(read).toBeLessThanOrEqual(mebibytes * MIB + 65_536);
});

it.each([
  ['emulate', ['emulate', 'openai']],
  ['gateway', ['gateway', '--upstream', 'http://127.0.0.1:1']],
])('%s says that others can reach it, where they can', async (_, args) => {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, ...args, '--host', '0.0.0.0', '--port', '0']);
  try {
    const said = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stderr.on('data', (bytes) => {
        text += bytes;
        if (text.includes('\n')) resolve(text);
      });
      child.once('close', () => reject(new Error(text)));
    });
    expect(said).toMatch(/note: others can reach http:\/\/0\.0\.0\.0:\d+/);
  } finally {
    child.kill('SIGKILL');
  }
});
