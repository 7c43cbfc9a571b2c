// The built command as a process: what only a real process can show. What it prints is tested beside its source.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'dist/cli/main.js');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdoff-command-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const ENV = { ...process.env, LANG: 'C.UTF-8', FORCE_COLOR: '' };

/** Runs the command; `hangUp` closes its standard output after the first bytes, as `head` does. */
function holdoff(args: readonly string[], { stdin = '', hangUp = false } = {}): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], { env: ENV });
  const written = { out: '', err: '' };
  child.stdout.on('data', (bytes) => {
    written.out += bytes;
    if (hangUp) child.stdout.destroy();
  });
  child.stderr.on('data', (bytes) => {
    written.err += bytes;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...written }));
  });
}

describe.runIf(existsSync('/dev/full'))('where nothing can be written', () => {
  const full = openSync('/dev/full', 'w');
  const run = (args: string[], out: 'pipe' | number, err: 'pipe' | number) =>
    spawnSync(process.execPath, [main, ...args], { env: ENV, stdio: ['ignore', out, err], encoding: 'utf8' });

  it('the answer that is lost is told in one line, and the command ends with 1', () => {
    const { status, stderr } = run(['schedule', '--quiet'], full, 'pipe');
    expect(stderr).toBe('holdoff: standard output cannot be written: no space is left on the device\n');
    expect(status).toBe(1);
    expect(run(['schedule', '--quiet'], full, full).status).toBe(1);
  });

  it.each([
    [0, ['schedule', '--quiet']],
    [2, ['shedule']],
    [2, ['schedule', '--base', 'x']],
    [3, ['schedule', '--deadline', '1s', '--check']],
  ])('the exit code %d still tells what no message can', (code, args) => {
    expect(run(args, 'pipe', full).status).toBe(code);
    if (code > 0) expect(run(args, full, full).status).toBe(code);
  });
});

describe('the command as a process', () => {
  it('answers on standard output, without colour in a pipe, and ends with 0', async () => {
    const { code, out, err } = await holdoff(['schedule', '--retries', '3']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^4 attempts \(1 call \+ 3 retries\)/);
  });

  it('refuses on standard error, and ends with 2', async () => {
    const { code, out, err } = await holdoff(['schedule', '--multiplier', '0.5']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('--multiplier: "0.5" is not allowed; give a number from 1 to 10');
  });

  it('ends with 3 when a check is not met', async () => {
    expect((await holdoff(['schedule', '--deadline', '1s', '--check'])).code).toBe(3);
  });

  it('reads a policy from a file, from standard input, and says when it cannot', async () => {
    const policy = '{ "maxAttempts": 2 }';
    const file = join(folder, 'policy.json');
    writeFileSync(file, policy);
    const fromFile = await holdoff(['schedule', '--policy', file, '--json']);
    const fromStdin = await holdoff(['schedule', '--policy', '-', '--json'], { stdin: policy });
    expect(JSON.parse(fromFile.out).attempts).toBe(2);
    expect(fromStdin).toEqual(fromFile);
    const missing = await holdoff(['schedule', '--policy', join(folder, 'nowhere.json')]);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain('there is no such file');
    const directory = await holdoff(['schedule', '--policy', folder]);
    expect(directory.err).toContain('it is a folder');
  });

  it('takes it well when the reader has seen enough', async () => {
    const { code, err } = await holdoff(['schedule', '--attempts', '1000', '--json'], { hangUp: true });
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('prints all of a long answer into a pipe', async () => {
    const { out } = await holdoff(['schedule', '--attempts', '1000', '--json']);
    expect(JSON.parse(out).retries.length).toBe(999);
  });

  it('tells the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await holdoff(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });
});
