// `holdoff completion`, in the shells themselves. Those that are missing are printed.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'holdoff-completion-'));
beforeAll(() => {
  for (const name of ['policy.json', 'my policy.json']) writeFileSync(join(folder, name), '{}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const holdoff = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });

/** The script of a shell, in a file. */
function scriptOf(shell: string): string {
  const file = join(folder, `holdoff.${shell}`);
  if (existsSync(file)) return file;
  const { status, stdout, stderr } = holdoff('completion', shell);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  writeFileSync(file, stdout);
  return file;
}

/** The lines that a shell prints for those that it is given. */
function run(shell: string, args: readonly string[], typed: readonly string[]): string[] {
  const input = typed.map((line) => `${line}\n`).join('');
  const { status, stdout, stderr } = spawnSync(shell, args, { input, cwd: folder, encoding: 'utf8', timeout: 100_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').slice(0, typed.length);
}

function isHere(shell: string): boolean {
  const found = spawnSync(shell, ['--version'], { stdio: 'ignore' }).status === 0;
  if (!found && process.env.CI) throw new Error(`${shell} is missing: apt-get install ${shell}`);
  if (!found) console.log(`not run in ${shell}, which is not here`);
  return found;
}

/** What is typed before Tab, and all that is then offered. */
const OFFERED: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ['holdoff sched', ['schedule']],
  ['holdoff help exp', ['export']],
  ['holdoff schedule --ret', ['--retries', '--retry-after-max']],
  ['holdoff schedule --rpm', []],
  ['holdoff plan --rp', ['--rpd', '--rpm']],
  ['holdoff schedule --jitter ', ['none', 'full', 'equal', 'decorrelated']],
  ['holdoff schedule --base 1s --jitter=de', ['decorrelated']],
  ['holdoff plan --preset openai-no', ['openai-node']],
  ['holdoff headers capture.txt --provider anthropic-', ['anthropic-subscription']],
  ['holdoff generate --base 1s --out go py', ['python', 'python-httpx']],
  ['holdoff export step', ['step-functions']],
  ['holdoff emulate custom --fields x', ['x-ratelimit']],
  ['holdoff gateway --redis-down ', ['share', 'closed', 'open']],
  ['holdoff completion ', ['bash', 'zsh', 'fish']],
  ['holdoff schedule --policy pol', ['policy.json']],
  ['holdoff import grpc pol', ['policy.json']],
];

describe.runIf(isHere('bash'))('bash', () => {
  it('offers what fits at each place', () => {
    // What bash makes of a line before it calls a completion: words, of which = and what is around it are three.
    const driver = `source ${scriptOf('bash')}
      while IFS= read -r line; do
        IFS=$'\\x1f' read -r -a COMP_WORDS <<< "$line"
        COMP_CWORD=\${COMP_WORDS[0]} COMP_WORDS=("\${COMP_WORDS[@]:1}")
        COMP_WORDS[COMP_CWORD]=\${COMP_WORDS[COMP_CWORD]:-}
        _holdoff
        (IFS=$'\\x1f'; echo "\${COMPREPLY[*]:-}")
      done`;
    const cases = [...OFFERED, ['holdoff schedule --policy my', ['my policy.json']] as const];
    const typed = cases.map(([line]) => line.split(' ').flatMap((word) => word.split(/(=)/)));
    const lines = typed.map((words) => [words.length - 1, ...words].join('\x1f'));
    const offered = run('bash', ['--norc', '-u', '-c', driver], lines);
    for (const [at, [line, expected]] of cases.entries()) {
      expect(wordsOf(offered[at], '\x1f').toSorted(), line).toEqual(expected.toSorted());
    }
  });
});

describe.runIf(isHere('fish'))('fish', () => {
  it('offers what fits at each place', () => {
    const driver = `source ${scriptOf('fish')}
      while read -l line; echo (complete -C $line | string replace -r '\\t.*' ''); end`;
    const offered = run(
      'fish',
      ['--no-config', '-c', driver],
      OFFERED.map(([line]) => line),
    );
    for (const [at, [line, expected]] of OFFERED.entries()) {
      if (expected.length === 0) continue;
      // It offers --flag=value as one word, and files where nothing else is meant.
      const words = wordsOf(offered[at]).map((word) => word.replace(/^--[\w-]+=/, ''));
      expect(words, line).toEqual(expect.arrayContaining([...expected]));
    }
  });
});

describe.runIf(isHere('zsh'))('zsh', () => {
  it('completes what only one thing fits', () => {
    const driver = fileURLToPath(new URL('zsh-driver.zsh', import.meta.url));
    const cases = OFFERED.filter(([, offered]) => offered.length === 1);
    expect(cases.length).toBeGreaterThan(8);
    const lines = run(
      'zsh',
      ['-f', driver, scriptOf('zsh')],
      cases.map(([line]) => line),
    );
    expect(lines.map((line) => line.trim())).toEqual(
      cases.map(([line, [offered = '']]) => line.replace(/[^ =]*$/, offered)),
    );
  });
});

describe('the scripts', () => {
  it('have every command, its flags and values, in words that need no quotes', () => {
    const stdout = readFileSync(scriptOf('bash'), 'utf8');
    const commands = /COMPREPLY=\(\$\(compgen -W '([^']*) help --help --version'/.exec(stdout)?.[1] ?? '';
    const { stdout: help } = holdoff('--help');
    expect(commands.split(' ').filter((name) => !help.includes(`\n  ${name} `))).toEqual([]);
    expect(commands).toContain('schedule plan simulate headers generate');
    const flags = /^ *gateway\) flags='([^']*)'/m.exec(stdout)?.[1]?.split(' ') ?? [];
    const { stdout: gateway } = holdoff('gateway', '--help');
    expect(flags.toSorted()).toEqual(
      [...new Set(gateway.match(/^ {2}(?:-\w, )?--[\w-]+/gm))].map((it) => it.replace(/.*--/, '--')).toSorted(),
    );
    for (const [, list = ''] of stdout.matchAll(/-W '([^']*)'/g)) expect(list).toMatch(/^[\w. -]+$/);
  });

  it.each([
    ['generate', 'python-httpx'],
    ['export', 'grpc'],
    ['emulate', 'custom'],
  ])('know what %s names', (name, one) => {
    const stdout = readFileSync(scriptOf('bash'), 'utf8');
    const named = /it is one of (.*)/s.exec(holdoff(name).stderr)?.[1]?.trim().replace(/\s+/g, ' ') ?? '';
    expect(named).toContain(one);
    expect(stdout).toContain(`'${named.replaceAll(',', '')}'`);
  });
});

function wordsOf(line = '', between = ' '): string[] {
  return line.split(between).filter((word) => word !== '');
}
