// The tests of holdoff/redis need a Redis server: Debian's redis-server, or the one that REDIS_SERVER names. Where it is
// missing and may be installed (as root, with apt-get: in CI, in a container) it is; elsewhere its absence is told, and
// those tests fail.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export function ensureRedis() {
  const named = process.env.REDIS_SERVER;
  if (spawnSync(named ?? 'redis-server', ['--version'], { stdio: 'ignore' }).status === 0) return;
  const mayInstall = named === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) {
    console.log("no redis-server: install Debian's package redis-server, or name another by REDIS_SERVER");
    return;
  }
  console.log('redis-server is missing: running apt-get install redis-server');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'redis-server']]) {
    const { status } = spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
    // A list that could not be updated may still be good enough.
    if (status !== 0) console.error(`apt-get ${args[0]} ended with ${status}`);
  }
}
