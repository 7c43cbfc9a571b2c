// Imports point down only, the pure layers have neither clock nor dice, and files stay small.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkSource, mayImport } from './layers/check.js';

const src = fileURLToPath(new URL('../src', import.meta.url));
const page = fileURLToPath(new URL('../web/src', import.meta.url));
const files = [...sourcesUnder(src, ''), ...sourcesUnder(page, 'web/src/')];

describe('our sources', () => {
  it('import only what their layer may, and are pure where they must be', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap(({ path, text }) => checkSource(path, text))).toEqual([]);
  });

  it.each(['core', 'simulator', 'codegen'].filter((layer) => files.some(({ path }) => path.startsWith(`${layer}/`))))(
    'in %s are compiled without DOM and Node types',
    (layer) => {
      const settings = (path: string) => JSON.parse(readFileSync(join(src, path), 'utf8')).compilerOptions;
      const options = { ...settings('../tsconfig.base.json'), ...settings(`${layer}/tsconfig.json`) };
      expect({ lib: options.lib, types: options.types }).toEqual({ lib: ['ES2023'], types: [] });
    },
  );

  it('have at most 350 lines each and a median of at most 80', () => {
    const sizes = files.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
    sizes.sort((a, b) => b.lines - a.lines);
    const median = sizes[Math.floor(sizes.length / 2)]?.lines ?? 0;
    const largest = sizes.slice(0, 10).map(({ path, lines }) => `${lines} ${path}`);
    const numbers = `median ${median} lines over ${sizes.length} files; the largest: ${largest.join(', ')}`;
    expect(
      sizes.filter(({ lines }) => lines > 350).map(({ path }) => path),
      numbers,
    ).toEqual([]);
    expect(median, numbers).toBeLessThanOrEqual(80);
  });
});

describe('the check itself', () => {
  const refused: [path: string, text: string, complaint: RegExp][] = [
    ['core/a.ts', "import { x } from '../runtime/index.js';", /core may import no other layer/],
    ['core/a.ts', "export * from '../simulator/index.js';", /core may import no other layer/],
    ['core/a.ts', "type T = import('../runtime/index.js').T;", /core may import no other layer/],
    ['core/a.ts', "import type { T } from '../runtime/index.js';", /core may import no other layer/],
    ['simulator/a.ts', "import '../runtime/index.js';", /simulator may import core/],
    ['runtime/deep/a.ts', "const x = await import('../../testing/index.js');", /runtime may import core/],
    ['emulator/a.ts', "import '../codegen/index.js';", /emulator may import core/],
    ['redis/a.ts', "import '../testing/index.js';", /redis may import runtime, core/],
    ['cli/a.ts', "import '../../web/src/link.js';", /outside src/],
    ['cli/a.ts', "await import('./commands/' + name);", /computed/],
    ['core/a.ts', "import { readFileSync } from 'node:fs';", /imports node:fs/],
    ['emulator/faults.ts', "import { createServer } from 'node:http';", /imports node:http/],
    ['core/a.ts', "import { readFileSync } from 'fs';", /the package fs/],
    ['runtime/a.ts', "import pRetry from 'p-retry';", /the package p-retry/],
    ['core/a.ts', "import { Command } from 'commander';", /the package commander/],
    ['core/a.ts', "import { x } from './a.test.js';", /belongs to tests/],
    ['core/a.ts', '/// <reference types="node" />', /reference types/],
    ['utils/a.ts', '', /no known layer/],
    ['a.ts', '', /no known layer/],
    ['core/a.ts', 'const t = Date.now();', /reads the clock/],
    ['core/a.ts', "const t = Date['now']();", /reads the clock/],
    ['core/a.ts', 'const t = new Date();', /reads the clock/],
    ['core/a.ts', 'const t = new Date;', /reads the clock/],
    ['core/a.ts', 'const t = Date();', /reads the clock/],
    ['core/a.ts', 'const clock = { Date };', /reads the clock/],
    ['simulator/a.ts', 'const u = Math.random();', /Math\.random/],
    ['simulator/a.ts', 'const { random } = Math;', /other than as Math\.name/],
    ['simulator/a.ts', 'const t = performance.now();', /uses performance/],
    ['core/a.ts', 'call(performance);', /uses performance/],
    ['core/a.ts', "const t = globalThis['performance'];", /uses globalThis/],
  ];
  it.each(refused)('refuses in %s: %s', (path, text, complaint) => {
    expect(checkSource(path, text).join('\n')).toMatch(complaint);
  });

  const accepted: [path: string, text: string][] = [
    ['core/deep/a.ts', "import { x } from '../b.js'; export { y } from './c.js';"],
    ['core/a.ts', "// Date.now() and import 'node:fs'\nconst text = 'Math.random() new Date()';"],
    ['core/a.ts', 'const t = new Date(0).getTime() + Date.UTC(2026, 0) + Math.min(1, 2); const d = (x: Date) => x;'],
    ['core/a.ts', 'const report = { performance: 1 }; report.performance; interface R { performance: number }'],
    ['runtime/a.ts', 'const t = Date.now() + performance.now() + Math.random();'],
    ['gateway/a.ts', "import '../redis/index.js'; import 'node:http';"],
    ['emulator/server.ts', "import 'node:http'; import '../core/index.js';"],
    ['cli/a.ts', "import 'commander'; import 'node:fs'; await import('../gateway/index.js');"],
  ];
  it.each(accepted)('accepts in %s: %s', (path, text) => {
    expect(checkSource(path, text)).toEqual([]);
  });

  it('lets no two layers import each other', () => {
    for (const [layer, below] of Object.entries(mayImport))
      for (const other of below) expect(mayImport[other], `${layer} and ${other}`).not.toContain(layer);
  });
});

/** The sources below a folder, tests and fixtures left out, by their path with `prefix` in front. */
function sourcesUnder(folder: string, prefix: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/\.test\.tsx?$|(^|\/)fixtures\//.test(path))
    .map((path) => ({ path: prefix + path, text: readFileSync(join(folder, path), 'utf8') }));
}
