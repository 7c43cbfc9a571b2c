// Every file in examples/ runs and prints what its closing comment says:
//
//   // Output:
//   // waits 15.5 s on average
//   // … stands for anything: within a line as part of it, alone on a line for any number of lines
//
// Examples import the package by its public name, so what they show is what people can type.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { matches, trimLines } from './expected-output.js';

const folder = fileURLToPath(new URL('../examples/', import.meta.url));
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'README.md') : [];

describe('examples', () => {
  it('exist', () => expect(names).not.toEqual([]));

  it.each(names)('%s runs and prints what it says', (name) => {
    expect(name, 'only files that Node can run are examples').toMatch(/\.m?js$/);
    const expected = expectedOutput(readFileSync(join(folder, name), 'utf8'));
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
    const child = spawnSync(process.execPath, [name], { cwd: folder, env, encoding: 'utf8', timeout: 100_000 });
    expect(child.status, `${child.error ?? ''}\n${child.stdout}\n${child.stderr}`).toBe(0);
    expect(child.stderr).toBe('');
    // Compared as texts when they differ, since a diff says more than a failed pattern.
    if (!matches(expected, child.stdout)) expect(trimLines(child.stdout)).toBe(trimLines(expected));
  });
});

describe('the comparison itself', () => {
  it('takes the comment that ends the file', () => {
    expect(expectedOutput('run();\n\n// Output:\n// a\n//\n//   b\n')).toBe('a\n\n  b');
  });

  it.each(['run();\n', '// Output:\nrun();\n', '// Output:\n'])('refuses an example that says nothing: %j', (text) => {
    expect(() => expectedOutput(text)).toThrow('Output:');
  });

  it.each<[expected: string, actual: string, same: boolean]>([
    ['a\nb', 'a\nb\n', true],
    ['a', 'b', false],
    ['a', 'a\nb', false],
    ['a.c', 'abc', false],
    ['took … ms', 'took 12 ms', true],
    ['took … ms', 'took 12\n3 ms', false],
    ['a\n…\nd', 'a\nb\nc\nd', true],
    ['a\n…\nd', 'a\nb\nc', false],
  ])('%j against %j: %s', (expected, actual, same) => {
    expect(matches(expected, actual)).toBe(same);
  });
});

/** The text of the comment block that ends an example. */
function expectedOutput(source: string): string {
  const block = /^\/\/ Output:\n((?:\/\/.*(?:\n|$))+)\s*$/m.exec(source)?.[1];
  if (block === undefined) throw new Error('an example ends with a comment: "// Output:", then the lines it prints');
  return trimLines(block.replaceAll(/^\/\/ ?/gm, ''));
}
