// Programs as child processes beside the server of the tests, which has to answer while they run.

import { spawn } from 'node:child_process';
import { expect } from 'vitest';

export interface ProgramEnd {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end, with more variables in its environment where some are given. */
export async function endOf(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ProgramEnd> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  const code = await new Promise<number | null>((ended, failed) => {
    child.on('error', failed);
    child.on('close', ended);
  });
  return { code, out, err };
}

/** What a program prints. It must end well and complain of nothing. */
export async function runProgram(file: string, args: readonly string[]): Promise<string> {
  const ended = await endOf(file, args);
  expect(ended).toMatchObject({ code: 0, err: '' });
  return ended.out;
}
