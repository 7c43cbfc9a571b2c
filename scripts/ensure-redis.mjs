// The tests of holdoff/redis need a Redis server: Debian's redis-server, or the one that REDIS_SERVER names. Where it is
// missing and may be installed it is; elsewhere its absence is told, and those tests fail.

import { spawnSync } from 'node:child_process';
import { aptInstall, mayAptInstall } from './apt-install.mjs';

export function ensureRedis() {
  const named = process.env.REDIS_SERVER;
  if (spawnSync(named ?? 'redis-server', ['--version'], { stdio: 'ignore' }).status === 0) return;
  if (named === undefined && mayAptInstall()) aptInstall([['redis-server']]);
  else console.log("no redis-server: install Debian's package redis-server, or name another by REDIS_SERVER");
}
