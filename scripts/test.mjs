// `npm test`: everything that must hold, cheapest first, ending at the first step that fails.
// `--quick` (npm run test:quick) leaves out the suites that need the built package or start other processes.
// Further arguments go to vitest: `npm test -- src/core -t 'full jitter'`.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildAll } from './build.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { ensureLanguages } from './ensure-languages.mjs';
import { ensurePeers } from './ensure-peers.mjs';
import { ensureRedis } from './ensure-redis.mjs';
import { root, runTool, startTool, step } from './run.mjs';

/** Suites that span processes or take a minute. A new one goes on this list, or the quick run stops being quick. */
const endToEnd = [
  'test/package.test.ts',
  'test/release/**',
  'test/threats/limits.test.ts',
  'test/examples.test.ts',
  'test/docs.test.ts',
  'test/generated-docs.test.ts',
  'test/end-to-end/**',
  'test/conformance/**',
  'test/sdks/**',
  'test/gateway/**',
  'test/page/**',
  'test/redis/**',
  'test/random-policies/schedules.test.ts',
  'test/random-policies/plans.test.ts',
  'test/decoder-fuzz.test.ts',
];
/** Units that search hard rather than quickly; `--quick` leaves them to the whole run. */
const thorough = [
  'src/**/hostile*.test.ts',
  'src/codegen/formats/**/real-*.test.ts',
  'src/core/headers/structured-fields/peer.test.ts',
  'src/core/rulebooks/round-trip.test.ts',
  'src/core/distributions/decorrelated/decorrelated-totals.test.ts',
];
const results = join(root, '.tsbuild/vitest.json');

const quick = process.argv.includes('--quick');
const passedOn = process.argv.slice(2).filter((argument) => argument !== '--quick');
const startedMs = performance.now();

ensureInstalled();
await step('lint and format', () => runTool('biome', ['check', '--error-on-warnings', '.']));
// The compiler takes the processor, what is still to be installed takes the network: side by side.
const types = startTool('tsc', ['-b']);
if (!quick) {
  ensureChromium();
  ensureRedis();
  ensureLanguages();
  ensurePeers();
}
await step('types', () => types);
if (!quick) await buildAll();
const code = runTests();
report(code);

function runTests() {
  console.log(`\n› tests${quick ? ' (quick)' : ''}`);
  // Results of an earlier run must never be mistaken for this one's.
  rmSync(results, { force: true });
  mkdirSync(join(root, '.tsbuild'), { recursive: true });
  if (quick) process.env.HOLDOFF_LEFT_OUT = [...endToEnd, ...thorough].join('\n');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  return runTool('vitest', ['run', ...reporters, ...passedOn]);
}

/** Prints the closing line and ends the process. It fails when no test ran, and in CI when one was skipped. */
function report(vitestCode) {
  const tests = [];
  let failedFiles = 0;
  for (const file of readResults()) {
    const name = relative(root, file.name);
    for (const test of file.assertionResults) tests.push({ status: test.status, name: `${name} › ${test.fullName}` });
    // A file that fails outside its tests (it does not load, or a hook throws) counts as one failure.
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) failedFiles += 1;
  }
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  const passed = count('passed');
  let failed = count('failed') + failedFiles;
  const skipped = tests.length - passed - count('failed');
  let exitCode = vitestCode;

  console.log(`\nall steps took ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  if (vitestCode !== 0 && failed === 0) {
    console.log(`vitest ended with ${vitestCode} although no test failed (see above): counted as one failure`);
    failed = 1;
  }
  if (passed + failed === 0) {
    console.log('no test ran: that is a failure');
    exitCode ||= 1;
  }
  // A filter (-t, a path) skips on purpose; a whole run in CI must not.
  if (process.env.CI && skipped > 0 && passedOn.length === 0) {
    for (const test of tests) if (!['passed', 'failed'].includes(test.status)) console.log(`skipped: ${test.name}`);
    console.log('with CI set nothing may be skipped: install what these tests need, or make them fail and name it');
    exitCode ||= 1;
  }
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exit(exitCode);
}

function readResults() {
  try {
    return JSON.parse(readFileSync(results, 'utf8')).testResults;
  } catch {
    console.log('vitest left no results: it ended before running a test');
    return [];
  }
}
