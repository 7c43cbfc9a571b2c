// `npm run benchmarks`: runs the benches and writes docs/benchmarks.md, in about five minutes; with names, those benches
// alone. Build first, and let the machine do nothing else meanwhile. A budget that is not met is told and does not fail:
// only a bench that fails does.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { BENCHES } from './docs/benchmarks/benches.mjs';
import { pageOf, partOf, partsOf } from './docs/benchmarks/page.mjs';
import { root } from './run.mjs';

const file = join(root, 'docs/benchmarks.md');
const named = process.argv.slice(2);
const unknown = named.find((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown !== undefined) {
  console.error(
    `there is no bench "${unknown}" on the page; give some of ${BENCHES.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

const parts = partsOf(existsSync(file) ? readFileSync(file, 'utf8') : '');
for (const bench of BENCHES) {
  if (named.length > 0 && !named.includes(bench.name)) continue;
  const startedMs = performance.now();
  process.stderr.write(`${bench.name} …`);
  try {
    parts.set(bench.name, partOf(bench, run(bench), machine()));
    process.stderr.write(` ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(` failed: ${error.message}\n`);
  }
}
writeFileSync(file, pageOf(BENCHES, parts));
const lines = readFileSync(file, 'utf8').split('\n');
for (const line of lines) if (line.includes('**not met**')) console.log(line);
console.log(lines.find((line) => line.endsWith('budgets are met.')));

/** What a bench prints, without the lines about the run itself. */
function run({ name, flags = [] }) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const { status, stdout } = spawnSync(process.execPath, ['bench/run.mjs', name, ...flags], options);
  if (status !== 0) throw new Error(`ended with ${status}`);
  return stdout
    .replace(/^[\s\S]*?^Node .*\n/m, '')
    .replace(/\ntook \d+ s\n$/, '')
    .trim();
}

/** What the figures belong to. A bench keeps up to one core and a half busy by itself. */
function machine() {
  const [first] = cpus();
  const load = loadavg()[0] ?? 0;
  const isBusy = load > cpus().length + 1;
  const day = new Date().toISOString().slice(0, 10);
  const said = isBusy ? `load ${load.toFixed(1)}, too much for figures that are no ratios` : `load ${load.toFixed(1)}`;
  return `${day}, Node ${process.versions.node}, ${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${said}`;
}
