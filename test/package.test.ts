// The package as its users get it: packed, installed into an empty project, then judged, imported, required, compiled
// against and run, on every line of Node that can be had.

import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedServer, startScriptedServer } from './conformance/scripted-server.js';
import { compileConsumers } from './release/consumers.js';
import { createEmptyProject, doors, type EmptyProject, manifest, npm, root } from './release/empty-project.js';
import { nodesToTry } from './release/nodes.js';
import { judgeTypes } from './release/types-judge.js';

let project: EmptyProject;
let server: ScriptedServer;

beforeAll(async () => {
  project = createEmptyProject();
  server = await startScriptedServer();
});

afterAll(async () => {
  project.remove();
  await server.close();
});

describe('what is packed', () => {
  it('has what people need and nothing of ours', () => {
    const needed = ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'dist/cli/main.js', 'dist/web/index.html'];
    expect(project.packed).toEqual(expect.arrayContaining(needed));
    const expected =
      /^(dist\/.*\.(js|d\.ts|md)|dist\/web\/.*\.(html|css|svg|webmanifest|png)|docs\/.*|[A-Z]+\.md|LICENSE|package\.json)$/;
    expect(project.packed.filter((path) => !expected.test(path))).toEqual([]);
    expect(project.packed.filter((path) => /\.test\.|(^|\/)fixtures\/|tsbuildinfo/.test(path))).toEqual([]);
  });

  it.each([
    ['cli', ['commander', 'yaml']],
    ['web', ['preact', '@preact/signals', 'highlight.js', 'yaml']],
  ])('names what %s bundles, with its licence', (part, names) => {
    const licences = readFileSync(join(project.installed, `dist/${part}/bundled-licenses.md`), 'utf8');
    for (const name of names)
      expect(licences).toMatch(new RegExp(`^## ${name} - ${manifest.devDependencies[name]} \\(`, 'm'));
  });

  it('has no module whose source is gone', () => {
    const modules = project.packed.filter((path) => /^dist\/(?!cli\/|web\/).*\.js$/.test(path));
    expect(modules.length).toBeGreaterThan(0);
    const sourceOf = (path: string) => path.replace(/^dist/, 'src').replace(/\.js$/, '.ts');
    expect(modules.filter((path) => !existsSync(join(root, sourceOf(path))))).toEqual([]);
  });

  it('has every file that exports and bin name', () => {
    const targets = [...targetsOf(manifest.exports), ...targetsOf(manifest.bin)].map((path) => path.replace('./', ''));
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((path) => !project.packed.includes(path))).toEqual([]);
  });

  it('passes publint without a remark', async () => {
    const { messages, pkg } = await publint({ pkgDir: project.installed, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('passes attw: every door resolves to types that are true of its code', async () => {
    const { judged, remarks } = await judgeTypes(readFileSync(project.tarball));
    expect(judged.map((door) => door.replace('.', 'holdoff'))).toEqual(expect.arrayContaining([...doors]));
    expect(remarks).toEqual([]);
  });
});

describe('installed into an empty project', () => {
  it('is one package', () => {
    const folder = join(project.folder, 'node_modules');
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual(['holdoff']);
    expect(manifest.dependencies).toBeUndefined();
  });

  it('has types that stand on their own, however modules are resolved', () => {
    const found = compileConsumers(project.folder, doors);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((way) => [way, []])));
  });

  it('has a command by its name', () => {
    expect(readFileSync(project.main, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    if (process.platform !== 'win32') expect(statSync(project.main).mode & 0o111).toBe(0o111);
    const said = npm(['exec', '--offline', '--', 'holdoff', '--version'], project.folder);
    expect(said.trim()).toBe(manifest.version);
  });
});

describe.each(nodesToTry())('on Node $version', ({ version, executable }) => {
  const node = async (...args: string[]) =>
    (await promisify(execFile)(executable, args, { cwd: project.folder })).stdout;

  it('every door gives require and import the same names; the fetch and a generated program run', async () => {
    const program = `retry-${version}.mjs`;
    const made = await node(project.main, 'generate', 'javascript', '--base', '1ms', '--out', program, '--quiet');
    expect(made).toContain('fetchWithRetry');
    const script = join(project.folder, `try-${version}.mjs`);
    writeFileSync(script, TRY);
    const follow = () => server.follow([{ status: 503 }, { status: 200 }]);
    const [ofFetch, ofProgram] = [follow(), follow()];
    const out = await node('--no-warnings', script, `./${program}`, ofFetch.url, ofProgram.url, ...doors);
    const { names, statuses } = JSON.parse(out);
    for (const door of doors) {
      const { required, imported } = names[door];
      expect(imported, door).not.toEqual([]);
      expect(required, door).toEqual(imported);
    }
    expect(statuses).toEqual([200, 200]);
    expect([ofFetch, ofProgram].map(({ asked }) => asked.length)).toEqual([2, 2]);
  });

  it('the command computes, and serves the page', async () => {
    const { total } = JSON.parse(await node(project.main, 'schedule', '--retries', '5', '--json'));
    expect(total).toMatchObject({ meanMs: 15_500, maxMs: 31_000 });
    const child = spawn(executable, [project.main, 'web', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const said = await new Promise<string>((resolve, reject) => {
        child.once('error', reject);
        child.stdout.once('data', (bytes) => resolve(String(bytes)));
      });
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0] ?? '';
      const page = await (await fetch(address)).text();
      const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
      expect((await fetch(new URL(script, address))).headers.get('content-type')).toContain('text/javascript');
    } finally {
      child.kill();
    }
  });
});

/** Requires before it imports: a module that waits at its top could only be imported. */
const TRY = `
import { createRequire } from 'node:module';
const [program, ofFetch, ofProgram, ...doors] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const namesOf = (it) => Object.keys(it).filter((name) => name !== '__esModule' && name !== 'module.exports').sort();
const names = {};
for (const door of doors) names[door] = { required: namesOf(require(door)) };
for (const door of doors) names[door].imported = namesOf(await import(door));
const { createFetch } = require('holdoff');
const { fetchWithRetry } = await import(program);
const answers = [await createFetch({ backoff: { baseMs: 1 } })(ofFetch), await fetchWithRetry(ofProgram)];
console.log(JSON.stringify({ names, statuses: answers.map(({ status }) => status) }));
`;

function targetsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(targetsOf) : [];
}
