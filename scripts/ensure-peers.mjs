// Tests of config formats ask the real systems, as pinned in test/peers; tests of the packed package ask other Nodes and
// judges, as pinned in test/release/tools. They live there in folders of their own, so that neither the root's packages nor
// anybody's Python change. Without a registry their absence is told, and they are skipped.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './ensure-installed.mjs';
import { root } from './run.mjs';

const peers = join(root, 'test/peers');
const python = join(peers, 'python');

export function ensurePeers() {
  ensurePackages('test/peers');
  ensurePackages('test/release/tools');
  if (isStale(python, join(peers, 'requirements.txt'))) {
    console.log('running pip install --target test/peers/python');
    rmSync(python, { recursive: true, force: true });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--root-user-action=ignore'];
    const args = [...pip, '--target', python, '-r', join(peers, 'requirements.txt')];
    const { status } = spawnSync('python3', args, { stdio: 'inherit' });
    if (status === 0) note(python, join(peers, 'requirements.txt'));
    else console.error(`pip ended with ${status}`);
  }
}

/** Installs what the lock of a folder names, unless it is there. */
function ensurePackages(name) {
  const folder = join(root, name);
  const [installed, lock] = ['node_modules', 'package-lock.json'].map((file) => join(folder, file));
  if (!isStale(installed, lock)) return;
  console.log(`running npm ci in ${name}`);
  const code = npm(['ci', '--no-audit', '--no-fund'], folder);
  if (code === 0) note(installed, lock);
  else console.error(`npm ci in ${name} ended with ${code}`);
}

/** What was installed is noted beside it, last, so that an interrupted install is done again. */
function isStale(installed, wanted) {
  const noted = join(installed, '.installed');
  return !existsSync(noted) || readFileSync(noted, 'utf8') !== readFileSync(wanted, 'utf8');
}

function note(installed, wanted) {
  writeFileSync(join(installed, '.installed'), readFileSync(wanted));
}
