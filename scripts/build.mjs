// `npm run build`: everything the package ships. The library is emitted by tsc, one file per source; the command is
// bundled with what it needs, so that the package has no run-time dependencies and starts by reading few files.
// `--clean` throws away earlier output first; it is needed only to rule out a doubt.

import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';
import { root, runTool, step } from './run.mjs';

const shebang = '#!/usr/bin/env node\n';

/** Builds all that the package ships, and ends the process when a part of it fails. Each part is told: all take a minute. */
export async function buildAll() {
  await step('build the library', compileLibrary);
  await step('build the command', bundleCommand);
  await step('build the page', buildPage);
}

function clean() {
  for (const folder of ['dist', '.tsbuild']) rmSync(join(root, folder), { recursive: true, force: true });
}

/** Emits every layer of src/. The tests' project is left out: a mistake in a test must not stop `npm start`. */
function compileLibrary() {
  const projects = readJson('tsconfig.json').references.map(({ path }) => path);
  const layers = projects.filter((path) => path.startsWith('src/'));
  const code = runTool('tsc', ['-b', ...layers]);
  return code !== 0 ? code : matchOutputToSources(layers);
}

/** Bundles src/cli into dist/cli. Lazily imported commands stay files of their own. */
async function bundleCommand() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'src/cli/main.ts',
      outDir: 'dist/cli',
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node20',
      minify: false,
      license: { fileName: 'bundled-licenses.md' },
      // No hashes and one flat folder: names stay readable in stack traces, and paths relative to a file stay true.
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  });
  const main = join(root, 'dist/cli/main.js');
  const code = readFileSync(main, 'utf8');
  if (!code.startsWith(shebang)) writeFileSync(main, shebang + code);
  chmodSync(main, 0o755);
}

/** Builds the page into dist/web, from where the command serves it. */
async function buildPage() {
  const { build } = await import('vite');
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
}

/**
 * tsc never deletes the output of a source that is gone, and trusts its notes when output was deleted by hand.
 * Both would ship a wrong package, so the first is removed here and the second rebuilt.
 */
function matchOutputToSources(layers) {
  const emitting = layers.filter((layer) => !readJson(`${layer}/tsconfig.json`).compilerOptions.emitDeclarationOnly);
  let missing = false;
  for (const layer of emitting) {
    const sources = new Set(
      filesUnder(layer, (path) => /\.ts$/.test(path) && !/\.test\.ts$|(^|[\\/])fixtures[\\/]/.test(path)).map(stem),
    );
    const folder = layer.replace(/^src/, 'dist');
    const outputs = existsSync(join(root, folder)) ? filesUnder(folder, () => true) : [];
    for (const output of outputs) if (!sources.has(stem(output))) rmSync(join(root, folder, output));
    const emitted = new Set(outputs);
    for (const source of sources) if (!emitted.has(`${source}.js`) || !emitted.has(`${source}.d.ts`)) missing = true;
  }
  return missing ? runTool('tsc', ['-b', '--force', ...layers]) : 0;
}

const stem = (path) => path.replace(/(\.d)?\.[jt]s$/, '');

function filesUnder(folder, keep) {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const base = join(root, folder);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(base.length + 1))
    .filter(keep);
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  if (process.argv.includes('--clean')) clean();
  await buildAll();
}
