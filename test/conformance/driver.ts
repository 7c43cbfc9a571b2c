// Talks to the driver of a target: one line for each task, one line back.

import { spawn } from 'node:child_process';
import type { Ended } from './scenarios.js';

/** The fields of a task after its id; README.md of targets/ says what they mean. */
export type Task = readonly string[];

/** Runs tasks in one process, which must end by itself, and returns what it said of each. */
export async function drive(command: readonly string[], tasks: readonly Task[]): Promise<string[][]> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const killer = setTimeout(() => child.kill('SIGKILL'), LONGEST_RUN_MS);
  let said = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (complaints += text));
  child.stdin.end(tasks.map((task, id) => `${[id, ...task].join('\t')}\n`).join(''));
  const [code, signal] = await new Promise<[number | null, string | null]>((ended, failed) => {
    child.on('error', failed);
    child.on('close', (...how) => ended(how));
  });
  clearTimeout(killer);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code ?? signal}\n${complaints}`);
  const rows = new Map(
    said
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'))
      .map(([id, ...fields]) => [Number(id), fields]),
  );
  return tasks.map((task, id) => rows.get(id) ?? [`nothing was said of ${task.join(' ')}`]);
}

/** A driver that hangs is ended, so that the test says so. */
const LONGEST_RUN_MS = 200_000;

export function endedOf([outcome = '', status = '', body = '', waits = '']: readonly string[]): Ended {
  return { outcome, status: status === '-' ? null : Number(status), body, waitsMs: numbersOf(waits) };
}

export function numbersOf(text: string): number[] {
  return text === '' ? [] : text.split(',').map(Number);
}
