// The package as its users get it: packed, installed into an empty project, imported, required, type-checked and run.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The names people import, without the door to package.json. */
const doors = Object.keys(manifest.exports)
  .filter((door) => !door.endsWith('.json'))
  .map((door) => door.replace('.', 'holdoff'));
let project = '';
let installed = '';
let packed: string[] = [];

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'holdoff-package-'));
  installed = join(project, 'node_modules/holdoff');
  const [pack] = JSON.parse(npm(['pack', '--json', '--pack-destination', project], root));
  packed = pack.files.map((file: { path: string }) => file.path);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  // Offline proves that there is nothing else to fetch.
  npm(['install', '--offline', '--no-audit', '--no-fund', join(project, pack.filename)], project);
}, 120_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('what is packed', () => {
  it('has what people need and nothing of ours', () => {
    expect(packed).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/cli/main.js']));
    const expected =
      /^(dist\/.*\.(js|d\.ts|md)|dist\/web\/.*\.(html|css|svg|webmanifest|png)|docs\/.*|README\.md|CHANGELOG\.md|LICENSE|package\.json)$/;
    expect(packed.filter((path) => !expected.test(path))).toEqual([]);
    expect(packed.filter((path) => /\.test\.|(^|\/)fixtures\/|tsbuildinfo/.test(path))).toEqual([]);
  });

  it('has no module whose source is gone', () => {
    const modules = packed.filter((path) => /^dist\/(?!cli\/|web\/).*\.js$/.test(path));
    expect(modules.length).toBeGreaterThan(0);
    const sourceOf = (path: string) => path.replace(/^dist/, 'src').replace(/\.js$/, '.ts');
    expect(modules.filter((path) => !existsSync(join(root, sourceOf(path))))).toEqual([]);
  });

  it('passes publint without a remark', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('has every file that exports and bin name', () => {
    const targets = [...targetsOf(manifest.exports), ...targetsOf(manifest.bin)].map((path) => path.replace('./', ''));
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((path) => !packed.includes(path))).toEqual([]);
  });
});

describe('installed into an empty project', () => {
  it('is one package', () => {
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['holdoff']);
    expect(manifest.dependencies).toBeUndefined();
  });

  it.each(doors)('%s exports the same names to import and to require', (door) => {
    const script = `import { createRequire } from 'node:module';
      const names = (it) => Object.keys(it).filter((name) => name !== '__esModule' && name !== 'module.exports').sort();
      const required = createRequire(import.meta.url)('${door}');
      console.log(JSON.stringify([names(await import('${door}')), names(required)]));`;
    const [imported, required] = JSON.parse(node(['--no-warnings', '--input-type=module', '-e', script]));
    expect(imported).not.toEqual([]);
    expect(required).toEqual(imported);
  });

  it('has types that stand on their own', () => {
    const lines = doors.map((door, i) => `import * as door${i} from '${door}';\nexport const d${i} = door${i};\n`);
    writeFileSync(join(project, 'consumer.ts'), lines.join(''));
    const options = '--noEmit --strict --skipLibCheck false --target ES2023 --lib ES2023,DOM,DOM.Iterable'.split(' ');
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    for (const resolution of ['--module NodeNext', '--module ESNext --moduleResolution bundler'])
      node([tsc, ...options, ...resolution.split(' '), 'consumer.ts']);
  });

  it('has a command that starts and tells its version', () => {
    const main = join(installed, manifest.bin.holdoff);
    expect(readFileSync(main, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    if (process.platform !== 'win32') expect(statSync(main).mode & 0o111).toBe(0o111);
    expect(npm(['exec', '--offline', '--', 'holdoff', '--version'], project).trim()).toContain(manifest.version);
  });
});

function targetsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(targetsOf) : [];
}

function npm(args: string[], cwd: string): string {
  const self = process.env.npm_execpath;
  return self
    ? run(process.execPath, [self, ...args], cwd, false)
    : run('npm', args, cwd, process.platform === 'win32');
}

function node(args: string[]): string {
  return run(process.execPath, args, project, false);
}

/** Standard output of a command that must succeed. */
function run(command: string, args: string[], cwd: string, shell: boolean): string {
  const child = spawnSync(command, args, { cwd, shell, encoding: 'utf8' });
  const said = `${command} ${args.join(' ')}\n${child.stdout}\n${child.stderr}`;
  expect(child.status, said).toBe(0);
  return child.stdout;
}
