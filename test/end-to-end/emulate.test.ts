// `holdoff emulate` as a process: it listens, says where, behaves as its flags say, and ends by Ctrl-C.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
let children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
});

interface Started {
  readonly child: ChildProcess;
  readonly address: string;
  readonly document: Record<string, unknown>;
}

/** Starts the command and reads the document that it prints when it listens. */
function start(args: readonly string[], input = ''): Promise<Started> {
  const child = spawn(process.execPath, [main, 'emulate', ...args, '--port', '0', '--json'], { stdio: 'pipe' });
  children.push(child);
  child.stdin.end(input);
  let out = '';
  let err = '';
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (bytes) => {
      err += bytes;
    });
    child.on('close', (code) => reject(new Error(`it ended with ${code}: ${err}`)));
    child.stdout.on('data', (bytes) => {
      out += bytes;
      if (!out.endsWith('}\n')) return;
      const document = JSON.parse(out);
      resolve({ child, document, address: document.address });
    });
  });
}

describe('holdoff emulate', () => {
  it('has the limits of its flags, tells what it saw, and ends by Ctrl-C', async () => {
    const { child, document, address } = await start(['anthropic', '--rpm', '2', '--itpm', '30k', '--otpm', '9k']);
    expect(document).toMatchObject({
      version: 1,
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      provider: 'anthropic',
      limits: [
        { name: 'requests', amount: 2, windowMs: 60_000, kind: 'token-bucket', per: 'model' },
        { name: 'inputTokens', amount: 30_000 },
        { name: 'outputTokens', amount: 9000 },
      ],
    });
    const body = JSON.stringify({ model: 'm', max_tokens: 5, messages: [] });
    const ask = async () => (await fetch(`${address}/v1/messages`, { method: 'POST', body })).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    const seen = await (await fetch(String(document.control))).json();
    expect(seen).toMatchObject({ totals: { requests: 3, served: 2, refused: 1 } });
    const ended = new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
  });

  it('ends by SIGTERM with 0, in the middle of a call', async () => {
    const { child, document, address } = await start(['openai', '--latency', '1h']);
    const call = fetch(address);
    call.catch(() => {});
    const requests = async () => (await (await fetch(String(document.control))).json()).totals.requests;
    await expect.poll(requests).toBe(1);
    const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, signal: null });
    await expect(call).rejects.toThrow();
  });

  it('plays a script from standard input, beneath the flags', async () => {
    const answers = [{ status: 429, headers: { 'Retry-After': 'Fri, 31 Dec 1999 23:59:59 GMT' } }, { normal: true }];
    const conditions = [{ condition: 'overload', when: { requests: [3] } }];
    const script = JSON.stringify({ seed: 5, limits: { requests: { amount: 7 } }, answers, conditions });
    const { address } = await start(['ietf-draft-03', '--rpm', '3', '--script', '-'], script);
    const first = await fetch(address);
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, 'Fri, 31 Dec 1999 23:59:59 GMT']);
    const second = await fetch(address);
    expect([second.status, second.headers.get('ratelimit-limit')]).toEqual([200, '3, 3;w=60']);
    expect((await fetch(address)).status).toBe(503);
  });
});
