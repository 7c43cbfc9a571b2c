// `holdoff gateway` as a process: it says where it is, passes on under its flags, and Ctrl-C lets what is under way end.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
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

async function upstream(answer: Parameters<typeof startFlaky>[0]): Promise<FlakyServer & { readonly origin: string }> {
  const server = await startFlaky(answer);
  servers.push(server);
  return { ...server, origin: new URL(server.url).origin };
}

/** Whether it has heard that it shall end: it takes nobody new then. */
async function isEnding(address: string): Promise<boolean> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

describe('holdoff gateway', () => {
  it('passes on, keeps to its own limit, and ends by Ctrl-C once what is under way has its answer', async () => {
    let answerLast: (() => void) | undefined;
    const { origin: url } = await upstream((_request, response, index) => {
      if (index < 2) response.end(String(index));
      else answerLast = () => response.end(String(index));
    });
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
    await expect.poll(() => answerLast).toBeDefined();
    child.kill('SIGINT');
    await expect.poll(() => isEnding(document.address as string)).toBe(true);
    answerLast?.();
    expect(await (await last).text()).toBe('2');
    expect(await ended).toEqual({ code: 130, signal: null, err: '' });
  });

  it('ends by SIGTERM in the same way, and with 0, also without its Redis: that is told once, with the reason', async () => {
    let answer: (() => void) | undefined;
    const { origin: url } = await upstream((_request, response) => {
      answer = () => response.end('late');
    });
    const { child, ended, document } = await start([
      '--upstream',
      url,
      '--rpm',
      '60',
      '--redis',
      'redis://127.0.0.1:1',
    ]);
    const call = fetch(document.address as string);
    await expect.poll(() => answer).toBeDefined();
    child.kill('SIGTERM');
    await expect.poll(() => isEnding(document.address as string)).toBe(true);
    answer?.();
    expect(await (await call).text()).toBe('late');
    expect(await ended).toEqual({
      code: 0,
      signal: null,
      err: expect.stringMatching(/^holdoff gateway: Redis is gone; until it is back: share\. .*ECONNREFUSED.*\n$/),
    });
  });

  it.each([
    ['SIGINT', 'SIGINT', { code: null, signal: 'SIGINT' }],
    ['SIGTERM', 'SIGINT', { code: 130, signal: null }],
  ] as const)('ends at once at a second signal: %s, then %s', async (first, second, end) => {
    const { origin: url, seen } = await upstream(() => {});
    const { child, ended, document } = await start(['--upstream', url, '--grace', '1h']);
    const call = fetch(document.address as string);
    call.catch(() => {});
    await expect.poll(() => seen.length).toBe(1);
    child.kill(first);
    await expect.poll(() => isEnding(document.address as string)).toBe(true);
    child.kill(second);
    expect(await ended).toMatchObject(end);
    await expect(call).rejects.toThrow();
  });
});
