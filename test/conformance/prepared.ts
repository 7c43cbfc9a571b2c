// Generated programs made ready to run, in a folder that is kept while they stay the same.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from '../../src/codegen/targets/generate.js';
import type { Target } from '../../src/codegen/targets/target.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { PROGRAMS } from './programs.js';
import type { NamedProgram, Runner } from './runner.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function runnerOf(target: Target): Promise<Runner> {
  return (await import(fixturesOf(target, 'runner.ts'))).runner;
}

/** A file of a target's fixtures. */
function fixturesOf({ id }: Target, name: string): string {
  return join(root, 'src/codegen/targets', id, 'fixtures', name);
}

/** The programs of a target, prepared; the command that starts its driver. */
export async function prepared(target: Target, runner: Runner): Promise<readonly string[]> {
  const programs = programsOf(target);
  const fixtures = fixturesOf(target, '');
  const sources = readdirSync(fixtures).filter((name) => !name.startsWith('default.'));
  const hash = createHash('sha256').update(JSON.stringify(programs));
  for (const name of sources) hash.update(readFileSync(join(fixtures, name)));
  const folder = join(root, '.tsbuild/conformance', `${target.id}-${hash.digest('hex').slice(0, 16)}`);
  const note = join(folder, 'command.json');
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8'));
  forgetOlder(target);
  mkdirSync(folder, { recursive: true });
  const command = await runner.prepare(programs, folder);
  writeFileSync(note, JSON.stringify(command));
  return command;
}

function programsOf(target: Target): NamedProgram[] {
  const example = { url: 'https://a.example/?a="b"', headers: [['X-Note', 'it\'s "quoted"']] as const };
  return Object.entries(PROGRAMS).map(([name, input]) => ({
    name,
    ...generate(target.id, parsePolicy(input), { version: '0.0.0', example }),
  }));
}

function forgetOlder({ id }: Target): void {
  const folder = join(root, '.tsbuild/conformance');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${id}-`) && /^[0-9a-f]{16}$/.test(name.slice(id.length + 1))) {
      rmSync(join(folder, name), { recursive: true });
    }
  }
}
