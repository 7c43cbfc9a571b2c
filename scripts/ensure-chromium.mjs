// The tests of the page need a browser: Debian's Chromium, or the one that CHROMIUM names. Where it is missing and may be
// installed (as root, with apt-get: in CI, in a container) it is; elsewhere its absence is told, and the tests are skipped.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export function ensureChromium() {
  const file = process.env.CHROMIUM ?? '/usr/bin/chromium';
  if (existsSync(file)) return;
  const mayInstall = process.env.CHROMIUM === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) {
    console.log(`no Chromium at ${file}: install Debian's package chromium, or name another by CHROMIUM`);
    return;
  }
  console.log('Chromium is missing: running apt-get install chromium');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status } = spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
    // A list that could not be updated may still be good enough.
    if (status !== 0) console.error(`apt-get ${args[0]} ended with ${status}`);
  }
}
