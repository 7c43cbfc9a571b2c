// The README of a folder is a map: it names files that are there, and a folder with many files has one.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const MOST_WITHOUT_MAP = 8;

const folders = ['src', 'test', 'web/src'].flatMap((name) => [join(root, name), ...foldersBelow(join(root, name))]);
const maps = folders.map((folder) => join(folder, 'README.md')).filter((file) => existsSync(file));

it.each(maps.map((file) => relative(root, file)))('%s names nothing that is not there', (name) => {
  const file = join(root, name);
  const places = [root, ...mapped(dirname(file))];
  const isThere = (path: string) => places.some((place) => existsSync(join(place, path)));
  expect(namesIn(file).filter((path) => !isThere(path))).toEqual([]);
});

it.each(['vitest.config.ts', 'scripts/test.mjs'])('%s lists no test that is gone', (name) => {
  const listed = [...readFileSync(join(root, name), 'utf8').matchAll(/'((?:src|test|web)\/[^'*]+\.test\.ts)'/g)];
  expect(listed.length).toBeGreaterThan(5);
  expect(listed.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('a folder of src with many sources has a map, or stands in that of a folder above', () => {
  const large = folders.filter(
    (folder) => folder.startsWith(join(root, 'src')) && sourcesOf(folder) > MOST_WITHOUT_MAP,
  );
  expect(large.length).toBeGreaterThan(10);
  const lost = large.filter((folder) => !existsSync(join(folder, 'README.md')) && !isInMapAbove(folder));
  expect(lost.map((folder) => `${relative(root, folder)} has no README.md`)).toEqual([]);
});

/** Paths between backticks, of those that could be meant as a file or folder: `a.ts`, `commands/index.ts`, `limits/`. */
function namesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/`([\w./-]+(?:\.(?:tsx?|mjs)|\/))`/g)].map(([, path = '']) => path);
}

/** Where a map may name things: its folder, and those beside and below it. */
function mapped(folder: string): string[] {
  return [folder, dirname(folder), ...foldersBelow(folder)];
}

function isInMapAbove(folder: string): boolean {
  for (let above = dirname(folder); above !== root && above !== dirname(root); above = dirname(above)) {
    const map = join(above, 'README.md');
    if (existsSync(map)) return namesIn(map).some((path) => join(above, path) === join(folder, '/'));
  }
  return false;
}

function sourcesOf(folder: string): number {
  return readdirSync(folder).filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)).length;
}

function foldersBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'peers')
    .flatMap(({ name }) => [join(folder, name), ...foldersBelow(join(folder, name))]);
}
