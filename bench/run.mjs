// `npm run bench [name…]`: measures what the library costs, beside the same work without it. Builds first if nothing is
// built yet. Every file `bench/*.bench.mjs` is one bench; without a name all are run that measure computing, in under a
// minute. Flags after a single name are for that bench.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../scripts/ensure-installed.mjs';
import { root, runNode } from '../scripts/run.mjs';

const folder = new URL('.', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''))
  .sort();

/** Benches that take long or need servers of their own: only when they are named. */
const inRealTime = ['clients', 'emulator', 'gateway', 'lab', 'learning', 'redis'];

const given = process.argv.slice(2);
const flagsFrom = given.findIndex((argument) => argument.startsWith('-'));
const wanted = flagsFrom === -1 ? given : given.slice(0, flagsFrom);
const flags = given.slice(wanted.length);
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`there is no bench "${unknown}"; give one or more of ${names.join(', ')}, or none for all`);
  process.exit(2);
}

if (flags.length > 0 && wanted.length !== 1) {
  console.error(`${flags[0]} stands for one bench: name just that one before it`);
  process.exit(2);
}

ensureInstalled();
const isBuilt = ['dist/runtime/index.js', 'dist/simulator/index.js', 'dist/cli/main.js'].every((file) =>
  existsSync(join(root, file)),
);
if (!isBuilt) {
  const code = runNode('scripts/build.mjs');
  if (code !== 0) process.exit(code);
}

console.log(`Node ${process.versions.node}; medians of 7 interleaved rounds unless said, spread as lowest…highest`);
const startedMs = performance.now();
let failed = false;
for (const name of wanted.length > 0 ? wanted : names.filter((it) => !inRealTime.includes(it))) {
  const { bench, usage = null } = await import(new URL(`${name}.bench.mjs`, folder).href);
  if (flags.length > 0 && usage === null) {
    console.error(`the bench "${name}" takes no flags`);
    process.exit(2);
  }
  try {
    await bench(flags);
  } catch (error) {
    failed = true;
    console.error(`\n${name}: ${error instanceof Error ? error.stack : error}`);
  }
}
console.log(`\ntook ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
process.exitCode = failed ? 1 : 0;
