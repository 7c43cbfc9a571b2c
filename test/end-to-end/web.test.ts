// `holdoff web` as a process: it serves, says where, and ends by Ctrl-C. The server itself is tested beside its source.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
let children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
});

/** Starts the command; resolves to what it wrote when it has written a line or has ended. */
function start(
  args: readonly string[],
): Promise<{ child: ChildProcess; out: string; err: string; code: number | null }> {
  const child = spawn(process.execPath, [main, 'web', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const written = { out: '', err: '' };
  return new Promise((resolve) => {
    child.stderr.on('data', (bytes) => {
      written.err += bytes;
    });
    child.stdout.on('data', (bytes) => {
      written.out += bytes;
      if (written.out.endsWith('\n')) resolve({ child, ...written, code: null });
    });
    child.on('close', (code) => resolve({ child, ...written, code }));
  });
}

describe('holdoff web', () => {
  it('serves the page, strictly, until Ctrl-C', async () => {
    const { child, out } = await start(['--port', '0']);
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(out)?.[0] ?? '';
    const response = await fetch(address);
    expect(await response.text()).toContain('<div id="app"></div>');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetch(`${address}package.json`)).status).toBe(404);
    const ended = new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
  });

  it('says clearly that a port is taken, and ends with 2; the first ends by SIGTERM with 0', async () => {
    const first = await start(['--port', '0']);
    const port = /:(\d+)\//.exec(first.out)?.[1] ?? '';
    const { code, err, out } = await start(['--port', port]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`--port: ${port} is taken`);
    expect(err).toContain('--port 0 for any that is free');
    const ended = new Promise((resolve) => first.child.on('close', (...how) => resolve(how)));
    first.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it.each(['70000', '-1', 'http', '80.5'])('refuses the port %s', async (port) => {
    const { code, err } = await start([`--port=${port}`]);
    expect(code).toBe(2);
    expect(err).toContain('a whole number from 0 to 65535');
  });

  it('tells the address to programs', async () => {
    const { out } = await start(['--port', '0', '--json']);
    expect(JSON.parse(out)).toMatchObject({ version: 1, address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) });
  });
});
