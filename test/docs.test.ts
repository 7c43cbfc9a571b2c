// What the documents show is what the command prints, and what they link to exists.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { matches, trimLines } from './expected-output.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const command = join(root, 'dist/cli/main.js');
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

  const shown = [...text.matchAll(/^```console\n\$ holdoff (.*)\n([\s\S]*?)^```$/gm)];
  it.each(shown.map(([, args = '', output = '']) => ({ args, output })))('holdoff $args', ({ args, output }) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, COLUMNS: '80' };
    const child = spawnSync(process.execPath, [command, ...args.split(' ')], { env, encoding: 'utf8' });
    expect(child.status, child.stderr).toBe(0);
    if (!matches(output, child.stdout)) expect(trimLines(child.stdout)).toBe(trimLines(output));
  });
});

it('some document shows the command at work', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('```console\n$ holdoff ');
});

/** Anchors as code hosts make them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
