import { spawn } from 'node:child_process';
import { expect } from 'vitest';

/** Runs a program beside the server of the tests, and returns what it prints. It must end well and complain of nothing. */
export async function runProgram(file: string, args: readonly string[]): Promise<string> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  const status = await new Promise<number | null>((ended, failed) => {
    child.on('error', failed);
    child.on('close', ended);
  });
  expect({ status, err, out }).toMatchObject({ status: 0, err: '' });
  return out;
}
