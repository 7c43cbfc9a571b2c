// `holdoff gateway` as a process: it says where it is, passes on under its flags, and Ctrl-C lets what is under way end.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type FlakyServer, startFlaky } from './flaky-server.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
let children: ChildProcess[] = [];
let servers: FlakyServer[] = [];

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of servers) await server.close();
  children = [];
  servers = [];
});

interface Started {
  readonly child: ChildProcess;
  readonly document: Readonly<Record<string, unknown>>;
  readonly ended: Promise<{ code: number | null; signal: string | null; err: string }>;
}

function start(args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [main, 'gateway', ...args, '--port', '0', '--json'], { stdio: 'pipe' });
  children.push(child);
  let out = '';
  let err = '';
  child.stderr.on('data', (bytes) => {
    err += bytes;
  });
  const ended = new Promise<{ code: number | null; signal: string | null; err: string }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, err }));
  });
  return new Promise((resolve, reject) => {
    void ended.then(({ code }) => reject(new Error(`it ended with ${code}: ${err}`)));
    child.stdout.on('data', (bytes) => {
      out += bytes;
      if (out.endsWith('}\n')) resolve({ child, ended, document: JSON.parse(out) });
    });
  });
}

async function upstream(answer: Parameters<typeof startFlaky>[0]): Promise<string> {
  const server = await startFlaky(answer);
  servers.push(server);
  return new URL(server.url).origin;
}

describe('holdoff gateway', () => {
  it('passes on, keeps to its own limit, and ends by Ctrl-C once what is under way has its answer', async () => {
    const url = await upstream((_request, response, index) =>
      setTimeout(() => response.end(String(index)), index === 2 ? 500 : 0),
    );
    const { child, ended, document } = await start(['--upstream', url, '--limit', 'requests=2/1h', '--explain']);
    expect(document).toMatchObject({
      version: 1,
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      upstream: url,
      provider: null,
      metrics: expect.stringMatching(/\/__holdoff\/metrics$/),
    });
    const ask = (key: string) =>
      fetch(document.address as string, { headers: { authorization: key, 'x-holdoff-deadline': '1m' } });
    expect([(await ask('a')).status, (await ask('a')).status]).toEqual([200, 200]);
    const third = await ask('a');
    expect([third.status, Number(third.headers.get('retry-after')) > 60]).toEqual([429, true]);
    // Another account has a quota of its own.
    const last = ask('b');
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill('SIGINT');
    expect(await (await last).text()).toBe('2');
    expect(await ended).toEqual({ code: 130, signal: null, err: '' });
  });

  it('ends by SIGTERM in the same way, and with 0, also without its Redis: that is told once, with the reason', async () => {
    const url = await upstream((_request, response) => setTimeout(() => response.end('late'), 300));
    const { child, ended, document } = await start([
      '--upstream',
      url,
      '--rpm',
      '60',
      '--redis',
      'redis://127.0.0.1:1',
    ]);
    const call = fetch(document.address as string);
    await new Promise((resolve) => setTimeout(resolve, 150));
    child.kill('SIGTERM');
    expect(await (await call).text()).toBe('late');
    const answeredAt = performance.now();
    expect(await ended).toEqual({
      code: 0,
      signal: null,
      err: expect.stringMatching(/^holdoff gateway: Redis is gone; until it is back: share\. .*ECONNREFUSED.*\n$/),
    });
    // ioredis by itself waits two seconds for a connection that it does not have.
    expect(performance.now() - answeredAt).toBeLessThan(1800);
  });

  it.each([
    ['SIGINT', 'SIGINT', { code: null, signal: 'SIGINT' }],
    ['SIGTERM', 'SIGINT', { code: 130, signal: null }],
  ] as const)('ends at once at a second signal: %s, then %s', async (first, second, end) => {
    const url = await upstream(() => {});
    const { child, ended, document } = await start(['--upstream', url, '--grace', '1h']);
    const call = fetch(document.address as string);
    call.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill(first);
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill(second);
    expect(await ended).toMatchObject(end);
    await expect(call).rejects.toThrow();
  });
});
