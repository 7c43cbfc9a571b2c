// A project with nothing in it but the packed package, installed from its tarball, without a network.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The names people import, without the door to package.json. */
export const doors: readonly string[] = Object.keys(manifest.exports)
  .filter((door) => !door.endsWith('.json'))
  .map((door) => door.replace('.', 'holdoff'));

export interface EmptyProject {
  readonly folder: string;
  readonly tarball: string;
  /** Where the package lies. */
  readonly installed: string;
  /** The file of the command. */
  readonly main: string;
  /** The paths in the package. */
  readonly packed: readonly string[];
  remove(): void;
}

export function createEmptyProject(): EmptyProject {
  const folder = mkdtempSync(join(tmpdir(), 'holdoff-package-'));
  const [pack] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], root));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const tarball = join(folder, pack.filename);
  // Offline proves that there is nothing else to fetch.
  npm(['install', '--offline', '--no-audit', '--no-fund', tarball], folder);
  const installed = join(folder, 'node_modules/holdoff');
  return {
    folder,
    tarball,
    installed,
    main: join(installed, manifest.bin.holdoff),
    packed: pack.files.map((file: { path: string }) => file.path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function npm(args: string[], cwd: string): string {
  const self = process.env.npm_execpath;
  return self
    ? run(process.execPath, [self, ...args], cwd, false)
    : run('npm', args, cwd, process.platform === 'win32');
}

/** Standard output of a command that must succeed. */
function run(command: string, args: string[], cwd: string, shell: boolean): string {
  const child = spawnSync(command, args, { cwd, shell, encoding: 'utf8' });
  const said = `${command} ${args.join(' ')}\n${child.stdout}\n${child.stderr}`;
  expect(child.status, said).toBe(0);
  return child.stdout;
}
