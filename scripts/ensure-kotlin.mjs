// The tests of generated Kotlin need its compiler, which is a few jars that Maven fetches at the version of
// src/codegen/targets/kotlin/fixtures/pom.xml. They lie in a folder of the project's own. Maven itself is installed where
// that is allowed; elsewhere the absence is told, and those tests are skipped.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, mayAptInstall } from './apt-install.mjs';
import { root } from './run.mjs';

const pom = join(root, 'src/codegen/targets/kotlin/fixtures/pom.xml');
const folder = join(root, '.tsbuild/kotlin');
/** Says which jars were fetched. It is written last, so that what was interrupted is done again. */
const note = join(folder, '.installed');

export function ensureKotlin() {
  if (existsSync(note) && readFileSync(note, 'utf8') === readFileSync(pom, 'utf8')) return;
  if (!hasMaven() && mayAptInstall()) aptInstall([['maven']]);
  if (!hasMaven()) {
    console.log('not run without the Kotlin compiler: install Maven (mvn), which fetches it');
    return;
  }
  console.log('fetching the Kotlin compiler by Maven');
  rmSync(folder, { recursive: true, force: true });
  const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`];
  const { status } = spawnSync('mvn', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0) writeFileSync(note, readFileSync(pom));
  else console.error(`mvn ended with ${status}: the Kotlin compiler is missing`);
}

function hasMaven() {
  return spawnSync('mvn', ['--version'], { stdio: 'ignore' }).status === 0;
}
