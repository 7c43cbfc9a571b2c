// What only JavaScript's fetch has: signals, streams, Request objects, and a garbage collector that hides leaks.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../src/codegen/targets/generate.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { PROGRAMS } from './programs.js';
import { type ScriptedServer, startScriptedServer } from './scripted-server.js';

type Init = RequestInit | (() => RequestInit | Promise<RequestInit>);
type FetchWithRetry = (input: string | URL | Request, init?: Init) => Promise<Response>;

const folder = mkdtempSync(join(tmpdir(), 'holdoff-javascript-'));
let server: ScriptedServer;
let fetchWithRetry: FetchWithRetry;
beforeAll(async () => {
  server = await startScriptedServer();
  const policy = parsePolicy({ backoff: { baseMs: 20, capMs: 40 }, maxAttempts: 3, jitter: 'none' });
  const file = join(folder, 'fetch.mjs');
  writeFileSync(file, generate('javascript', policy, { version: '1.2.3' }).code);
  ({ fetchWithRetry } = await import(pathToFileURL(file).href));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const busy = { status: 503 };
const ok = { status: 200 };

it('the usage lines run as they are', async () => {
  const { url, asked } = server.follow([busy, ok]);
  const example = { url, headers: [['X-Note', 'it\'s "quoted" \\ `$1`']] as const };
  const { code, usage } = generate('javascript', parsePolicy({ backoff: { baseMs: 1 } }), {
    version: '1.2.3',
    example,
  });
  const file = join(folder, 'usage.mjs');
  writeFileSync(file, `${code}\n${usage}`);
  await import(pathToFileURL(file).href);
  expect(asked.map(({ header }) => header('x-note'))).toEqual([example.headers[0][1], example.headers[0][1]]);
});

/** Aborts a moment after the first request has come: its answer is there then. */
async function abortInWait(controller: AbortController, reason: Error, asked: readonly unknown[]): Promise<void> {
  await expect.poll(() => asked.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  controller.abort(reason);
}

it('an abort ends the wait at once, with the reason of the caller', async () => {
  const { url, asked } = server.follow([{ status: 429, headers: { 'retry-after': '60' } }]);
  const reason = new Error('the caller has lost interest');
  const controller = new AbortController();
  const call = fetchWithRetry(url, { signal: controller.signal });
  await Promise.all([expect(call).rejects.toBe(reason), abortInWait(controller, reason, asked)]);
  expect(asked).toHaveLength(1);
});

it('an abort ends the wait at once where init is a function, too', async () => {
  const { url, asked } = server.follow([{ status: 429, headers: { 'retry-after': '60' } }]);
  const reason = new Error('the caller has lost interest');
  const controller = new AbortController();
  const call = fetchWithRetry(url, () => ({ signal: controller.signal }));
  await Promise.all([expect(call).rejects.toBe(reason), abortInWait(controller, reason, asked)]);
  expect(asked).toHaveLength(1);
});

it('a time limit of an attempt that passes during the wait ends nothing', async () => {
  const { url, asked } = server.follow([{ status: 429, headers: { 'retry-after': '3' } }, ok]);
  const { status } = await fetchWithRetry(url, () => ({ signal: AbortSignal.timeout(2500) }));
  expect([status, asked.length]).toEqual([200, 2]);
});

it('a refused response whose body breaks is retried like any other', async () => {
  const broken = new Response(
    new ReadableStream({
      start: (controller) => controller.error(new Error('the connection is gone')),
    }),
    { status: 503 },
  );
  const answers = [broken, new Response('here')];
  const { fetch } = globalThis;
  globalThis.fetch = async () => answers.shift() as Response;
  try {
    expect((await fetchWithRetry('http://a.example/')).status).toBe(200);
  } finally {
    globalThis.fetch = fetch;
  }
});

it('an abort during an attempt is not retried', async () => {
  const { url, asked } = server.follow([ok]);
  const reason = new Error('the caller has lost interest');
  await expect(fetchWithRetry(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(asked).toHaveLength(0);
});

it('a time limit made for each attempt ends only that attempt', async () => {
  const { url, asked } = server.follow([ok]);
  let attempts = 0;
  const init = async () => {
    attempts += 1;
    const signal = AbortSignal.timeout(attempts === 1 ? 0 : 30_000);
    // The first limit passes before the request can leave.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { signal };
  };
  const { status } = await fetchWithRetry(url, init);
  expect({ status, attempts, requests: asked.length }).toEqual({ status: 200, attempts: 2, requests: 1 });
});

it('a time limit for the whole call ends it', async () => {
  const { url } = server.follow([{ status: 429, headers: { 'retry-after': '60' } }]);
  await expect(fetchWithRetry(url, { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

it('a stream that could be sent only once is refused before anything is sent', async () => {
  const { url, asked } = server.follow([ok]);
  const init = { method: 'POST', body: new Blob(['x']).stream(), duplex: 'half' } as RequestInit;
  await expect(fetchWithRetry(url, init)).rejects.toThrow(/a stream can be sent only once: pass a function/);
  expect(asked).toHaveLength(0);
});

it('a Request object with a body is sent whole each time', async () => {
  const { url, asked } = server.follow([busy, busy, ok]);
  await fetchWithRetry(new Request(url, { method: 'POST', body: 'all of the body' }));
  expect(asked.map(({ body }) => body)).toEqual(['all of the body', 'all of the body', 'all of the body']);
});

it('what cannot be a request is thrown at once', async () => {
  let attempts = 0;
  const { fetch } = globalThis;
  globalThis.fetch = (...given) => {
    attempts++;
    return fetch(...given);
  };
  try {
    await expect(fetchWithRetry('http://')).rejects.toThrow(TypeError);
    await expect(fetchWithRetry(server.url, { method: 'b a d' })).rejects.toThrow(TypeError);
  } finally {
    globalThis.fetch = fetch;
  }
  expect(attempts).toBeLessThanOrEqual(2);
});

it('both languages look as a formatter with the usual settings leaves them: 80 columns, double quotes', () => {
  const looks = mkdtempSync(join(folder, 'looks-'));
  writeFileSync(join(looks, 'biome.json'), '{ "formatter": { "indentStyle": "space", "lineWidth": 80 } }\n');
  for (const [name, input] of Object.entries(PROGRAMS)) {
    for (const [id, extension] of Object.entries({ javascript: 'mjs', typescript: 'ts' })) {
      const { code } = generate(id, parsePolicy(input), { version: '1.2.3' });
      writeFileSync(join(looks, `${name}.${extension}`), code);
    }
  }
  const biome = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, 'format', '.'], {
    cwd: looks,
    encoding: 'utf8',
  });
  expect({ status, stdout }, stderr).toMatchObject({ status: 0 });
  expect(stdout + stderr).toContain(`Checked ${2 * Object.keys(PROGRAMS).length + 1} files`);
});
