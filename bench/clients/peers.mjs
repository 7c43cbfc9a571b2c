// Installs the peers when the bench is first run: they are no part of what the project itself needs.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `bench`: the folder of bench/ whose package.json names them. */
export function ensurePeers(bench = 'clients') {
  const folder = fileURLToPath(new URL(`../${bench}/`, import.meta.url));
  const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  const isThere = ([name, version]) => {
    const file = `${folder}node_modules/${name}/package.json`;
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  };
  if (Object.entries(dependencies).every(isThere)) return;
  console.log(`installing the peers of bench/${bench}: npm ci`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ci in bench/${bench} failed (exit ${status})`);
}
