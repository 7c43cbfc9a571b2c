// The Nodes that the packed package is tried on: this one, and those that the npm registry ships as packages.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface TriedNode {
  /** As `node --version` says it. */
  readonly version: string;
  readonly executable: string;
}

/** Lines of Node by the name under which test/release/tools/package.json has them. The registry has these for Linux on x64. */
const SHIPPED = ['node-22', 'node-24'];

/** Those that are here. Which are not is printed; where the registry has them, CI must have them as well. */
export function nodesToTry(): TriedNode[] {
  const found: TriedNode[] = [{ version: process.version, executable: process.execPath }];
  for (const name of SHIPPED) {
    const executable = fileURLToPath(new URL(`tools/node_modules/${name}/bin/node`, import.meta.url));
    if (existsSync(executable)) {
      const version = execFileSync(executable, ['--version'], { encoding: 'utf8' }).trim();
      if (!found.some((other) => other.version === version)) found.push({ version, executable });
    } else if (process.env.CI && process.platform === 'linux' && process.arch === 'x64') {
      throw new Error(`${name} is missing: npm ci in test/release/tools installs it`);
    } else console.log(`not run on ${name}: it is not in test/release/tools/node_modules`);
  }
  return found;
}
