// What the documents say of encodings, dialects, presets and fields is what the code says.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { ENCODINGS } from '../src/core/headers/encodings/encodings.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const check = (folder: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(folder, 'scripts/write-docs.mjs'), ...args], { encoding: 'utf8' });

/** The documents, with what makes them, where they may be spoilt. */
const copy = mkdtempSync(join(tmpdir(), 'holdoff-docs-'));
for (const name of ['docs', 'scripts', 'package.json']) cpSync(join(root, name), join(copy, name), { recursive: true });
for (const name of ['dist', 'node_modules']) symlinkSync(join(root, name), join(copy, name));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('the generated parts are up to date; if not, run node scripts/write-docs.mjs', () => {
  const { status, stdout, stderr } = check(root, '--check');
  expect(stdout + stderr).toBe('');
  expect(status).toBe(0);
});

it('each encoding is there with its trap', () => {
  const text = readFileSync(join(root, 'docs/headers.md'), 'utf8');
  for (const { number, trap } of ENCODINGS) {
    expect(text).toMatch(new RegExp(`^\\| ${number} \\| `, 'm'));
    expect(text).toContain(trap);
  }
});

it('a document that says something else is named, and written anew on demand', () => {
  const path = join(copy, 'docs/headers.md');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('`7.66`', '`7.67`'));
  const { status, stdout } = check(copy, '--check', 'docs/headers.md');
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: 'docs/headers.md: says something else than the code; run node scripts/write-docs.mjs\n',
  });
  expect(check(copy, 'docs/headers.md').status).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('a document without the marks is refused with what is missing', () => {
  const path = join(copy, 'docs/policy.md');
  writeFileSync(path, readFileSync(path, 'utf8').replace('<!-- end of fields -->', ''));
  expect(check(copy, '--check', 'docs/policy.md').stderr).toContain('docs/policy.md has no place for "fields"');
});

it('a comparison with a test that has another name now is refused', () => {
  const [, file = ''] = /\[(src\/[\w./-]+)\]/.exec(readFileSync(join(copy, 'docs/comparison.md'), 'utf8')) ?? [];
  expect(check(copy, '--check', 'docs/comparison.md').stderr).toContain(`there is no ${file}`);
  mkdirSync(join(copy, file, '..'), { recursive: true });
  writeFileSync(join(copy, file), "it('has another name', () => {});\n");
  expect(check(copy, '--check', 'docs/comparison.md').stderr).toContain(`${file} has no test "`);
});
