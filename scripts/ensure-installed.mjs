// Makes `npm start` and `npm test` work from a bare clone: checks Node, and installs the packages of package-lock.json
// when they are missing or differ. Uses nothing but Node, since it runs before anything is installed, and touches the
// network only when it has to install.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from './run.mjs';

export function ensureInstalled() {
  checkNode();
  const why = whyInstall();
  if (why === null) return;
  console.log(`${why}: running npm ci`);
  const status = npm(['ci', '--no-audit', '--no-fund']);
  if (status !== 0) {
    console.error(
      `npm ci failed (exit ${status}). Needed: npm 11 or later, access to the npm registry, and a package-lock.json` +
        ' that matches package.json (after editing package.json, run `npm install` once).',
    );
    process.exit(1);
  }
}

function checkNode() {
  const wanted = readJson('package.json').engines.node;
  const [major, minor] = /(\d+)\.(\d+)/.exec(wanted).slice(1).map(Number);
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  console.error(
    `holdoff needs Node ${wanted}, this is ${process.versions.node}. Install a newer one: https://nodejs.org`,
  );
  process.exit(1);
}

/** Why the installed packages cannot be used as they are; null when they are what package-lock.json says. */
function whyInstall() {
  // npm writes this copy last, so an interrupted install has none.
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  if (!installed) return 'node_modules is missing or incomplete';
  const { '': ours, ...locked } = readJson('package-lock.json').packages;
  const { dependencies, devDependencies } = readJson('package.json');
  if (!isDeepStrictEqual([ours.dependencies, ours.devDependencies], [dependencies, devDependencies]))
    return 'package.json and package-lock.json differ';
  for (const [path, entry] of Object.entries(locked)) {
    // Optional packages are mostly native parts for other platforms: their absence is normal.
    if (installed[path] ? installed[path].integrity !== entry.integrity : !entry.optional)
      return `${path} is not what package-lock.json says`;
  }
  const extra = Object.keys(installed).find((path) => !locked[path]);
  return extra ? `${extra} is not in package-lock.json` : null;
}

/** Under `npm test` npm tells where it is, which avoids needing a shell on Windows. */
export function npm(args, cwd = root) {
  const self = process.env.npm_execpath;
  const child = self
    ? spawnSync(process.execPath, [self, ...args], { cwd, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  return child.status ?? 1;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read as JSON: ${error.message}`);
  }
}
