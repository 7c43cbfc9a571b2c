// What the documents show is what the commands print, and what they link to exists. Each document is followed from top to
// bottom in an empty folder that has holdoff installed: see shown-steps.ts.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { matches, trimLines } from './expected-output.js';
import { type CommandStep, stepsOf } from './shown-steps.js';
import { freePort } from './support/free-port.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const folders = mkdtempSync(join(tmpdir(), 'holdoff-shown-'));
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) {
    if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit');
  }
  rmSync(folders, { recursive: true, force: true });
});
const install = installed();
/** The port that the documents name may be in use on this computer. */
const PORT = '8429';
const port = String(await freePort());
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

describe.each(documents)('%s', (name) => {
  const text = readFileSync(join(root, name), 'utf8');

  it('links to files and headings that exist', () => {
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = '', heading] = target.split('#');
      const file = path === '' ? join(root, name) : join(root, dirname(name), path);
      expect(existsSync(file), `${target} leads to ${relative(root, file)}`).toBe(true);
      if (heading !== undefined) expect(headingsOf(readFileSync(file, 'utf8')), target).toContain(heading);
    }
  });

  const steps = stepsOf(text);
  if (steps.length === 0) return;
  const folder = mkdtempSync(join(folders, 'a-'));
  symlinkSync(join(install, 'node_modules'), join(folder, 'node_modules'));
  it.each(steps.map((step) => ({ step, title: step.kind === 'file' ? `saves ${step.name}` : step.command })))(
    '$title',
    async ({ step }) => {
      if (step.kind === 'file') return writeFileSync(join(folder, step.name), onFreePort(step.content));
      const printed = step.isInBackground ? await begun(step, folder) : done(step, folder);
      const output = onFreePort(step.output);
      if (!matches(output, printed)) expect(trimLines(printed)).toBe(trimLines(output));
    },
  );
});

it('some document shows the command at work', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('```console\n$ holdoff ');
});

/** A folder as `npm install holdoff` leaves it, the command included. */
function installed(): string {
  const folder = join(folders, 'installed');
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/holdoff'));
  const script = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/cli/main.js')}' "$@"\n`;
  writeFileSync(join(bin, 'holdoff'), script, { mode: 0o755 });
  return folder;
}

function settings(folder: string) {
  const { FORCE_COLOR: _, ...env } = process.env;
  const PATH = `${join(install, 'node_modules/.bin')}:${dirname(process.execPath)}:${env.PATH}`;
  return { cwd: folder, env: { ...env, PATH, NO_COLOR: '1', COLUMNS: '80' } };
}

/** What a command prints that has to end well. */
function done({ command }: CommandStep, folder: string): string {
  const child = spawnSync('sh', ['-c', onFreePort(command)], {
    ...settings(folder),
    encoding: 'utf8',
    timeout: 100_000,
  });
  expect(child.status, child.stderr).toBe(0);
  return child.stdout;
}

/** What a command that goes on has printed when that is what was shown, or when it ended. */
async function begun({ command, output }: CommandStep, folder: string): Promise<string> {
  const child = spawn('sh', ['-c', `exec ${onFreePort(command)}`], {
    ...settings(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let printed = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (matches(onFreePort(output), printed)) break;
  }
  child.stdout.resume();
  return printed;
}

function onFreePort(text: string): string {
  return text.replaceAll(PORT, port);
}

/** Anchors as code hosts make them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
