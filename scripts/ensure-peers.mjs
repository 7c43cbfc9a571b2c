// Tests of config formats ask the real systems, as pinned in test/peers. They live there in folders of their own, so that
// neither the root's packages nor anybody's Python change. Without a registry their absence is told, and they are skipped.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './ensure-installed.mjs';
import { root } from './run.mjs';

const folder = join(root, 'test/peers');
const python = join(folder, 'python');

export function ensurePeers() {
  if (isStale('node_modules', 'package-lock.json')) {
    console.log('running npm ci in test/peers');
    const code = npm(['ci', '--no-audit', '--no-fund'], folder);
    if (code === 0) note('node_modules', 'package-lock.json');
    else console.error(`npm ci in test/peers ended with ${code}`);
  }
  if (isStale('python', 'requirements.txt')) {
    console.log('running pip install --target test/peers/python');
    rmSync(python, { recursive: true, force: true });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--root-user-action=ignore'];
    const args = [...pip, '--target', python, '-r', join(folder, 'requirements.txt')];
    const { status } = spawnSync('python3', args, { stdio: 'inherit' });
    if (status === 0) note('python', 'requirements.txt');
    else console.error(`pip ended with ${status}`);
  }
}

/** What was installed is noted beside it, last, so that an interrupted install is done again. */
function isStale(installed, wanted) {
  const noted = join(folder, installed, '.installed');
  return !existsSync(noted) || readFileSync(noted, 'utf8') !== readFileSync(join(folder, wanted), 'utf8');
}

function note(installed, wanted) {
  writeFileSync(join(folder, installed, '.installed'), readFileSync(join(folder, wanted)));
}
