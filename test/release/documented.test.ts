// Every public name says what it is. docs/reference is made of it, and refuses a name without.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { doors, manifest, root } from './empty-project.js';

interface PublicName {
  readonly name: string;
  readonly doc: string;
  readonly isType: boolean;
  readonly declarations: readonly string[];
}
const { publicNames }: { publicNames(files: readonly string[]): PublicName[][] } = await import(
  new URL('../../scripts/docs/public-names.mjs', import.meta.url).href
);
const undocumented = (names: readonly PublicName[] = []) =>
  names.filter(({ doc }) => doc === '').map(({ name }) => name);

it('every name of every door has a docstring, and its place in docs/reference', () => {
  const files = doors.map((door) => join(root, manifest.exports[door.replace('holdoff', '.')].types));
  for (const [at, names] of publicNames(files).entries()) {
    const door = doors[at] as string;
    expect(names.length, door).toBeGreaterThan(0);
    expect(undocumented(names), door).toEqual([]);
    const page = readFileSync(join(root, `docs/reference/${door.replace('holdoff/', '')}.md`), 'utf8');
    expect(names.filter(({ name }) => !page.includes(`\n### ${name}\n`)).map(({ name }) => name)).toEqual([]);
  }
});

it('of a class there is all but what is private', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdoff-names-'));
  try {
    const door = join(folder, 'door.d.ts');
    writeFileSync(
      door,
      '/** A. */\nexport declare class A {\n    /** B. */\n    private b;\n    /** C. */\n    c: 1;\n}\n',
    );
    const [names] = publicNames([door]);
    expect(names?.[0]?.declarations).toEqual(['class A {\n  /** C. */\n  c: 1;\n}']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a name without a docstring is found, wherever it was declared', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdoff-names-'));
  try {
    writeFileSync(join(folder, 'other.d.ts'), '/** Told. */\nexport declare const a: 1;\nexport interface B {}\n');
    const door = join(folder, 'door.d.ts');
    writeFileSync(door, "export { a, type B as C } from './other.js';\nexport declare function d(): void;\n");
    const [names] = publicNames([door]);
    expect(names?.map(({ name, isType }) => [name, isType])).toEqual([
      ['C', true],
      ['a', false],
      ['d', false],
    ]);
    expect(undocumented(names)).toEqual(['C', 'd']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
