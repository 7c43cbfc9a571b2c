// Running tools as child processes, and telling which step runs and how long it took.
// Tools are started by their file under node_modules with this same Node, so nothing depends on PATH or on a shell.

import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The tools of the project by name, as files that Node can run. */
const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/** Runs Node on a file of the project, output straight through; resolves to the exit code (1 if killed by a signal). */
export function runNode(file, args = []) {
  const child = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' });
  if (child.error) throw child.error;
  return child.status ?? 1;
}

export function runTool(name, args) {
  return runNode(tools[name], args);
}

/** Starts a tool and goes on, its output straight through; resolves to its exit code. It ends with this process at the latest. */
export function startTool(name, args) {
  const child = spawn(process.execPath, [tools[name], ...args], { cwd: root, stdio: 'inherit' });
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Runs one named step; ends the whole process with the step's code when it fails. */
export async function step(name, run) {
  console.log(`\n› ${name}`);
  const startedMs = performance.now();
  const code = (await run()) ?? 0;
  const took = `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
  if (code !== 0) {
    console.error(`✗ ${name} failed after ${took}; nothing after it was run`);
    process.exit(code);
  }
  console.log(`✓ ${name} (${took})`);
}
