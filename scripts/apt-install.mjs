// Debian's packages for tests, installed where that is allowed: as root, with apt-get, as in CI and in containers.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export function mayAptInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Each group by itself: a package that this Debian does not have keeps none of the others out. */
export function aptInstall(groups) {
  console.log(`running apt-get install ${groups.flat().join(' ')}`);
  // A list that could not be updated may still be good enough.
  aptGet(['update']);
  for (const packages of groups) aptGet(['install', '-y', '--no-install-recommends', ...packages]);
}

function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (status !== 0) console.error(`apt-get ${args.join(' ')} ended with ${status}`);
}
