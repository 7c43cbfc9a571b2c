// What only Python has: files and generators as bodies, sessions, and exceptions with a response.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../src/codegen/targets/generate.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { hasPythonPackage } from './python.js';
import { runProgram } from './run-program.js';
import { type Script, type ScriptedServer, startScriptedServer } from './scripted-server.js';

const folder = mkdtempSync(join(tmpdir(), 'holdoff-python-'));
const policy = parsePolicy({ backoff: { baseMs: 20, capMs: 40 }, maxAttempts: 3, jitter: 'none' });
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
  for (const [id, name] of [
    ['python', 'with_requests'],
    ['python-httpx', 'with_httpx'],
  ] as const) {
    writeFileSync(join(folder, `${name}.py`), generate(id, policy, { version: '1.2.3' }).code);
  }
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const busy = { status: 503 };
const ok = { status: 200 };

describe.skipIf(hasPythonPackage('requests') !== null && !process.env.CI)('with requests', () => {
  it('an ingestion job obeys 429, and gets its answer', async () => {
    const script = [{ status: 429, headers: { 'retry-after': '1' } }, ok];
    const { out, asked } = await run(script, 'print(request_with_retry("GET", url, timeout=30).text)');
    expect(out).toBe('answer 2\n');
    const [first, second] = asked.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(995);
  });

  it('gives up with the last response on the exception', async () => {
    const { out } = await run(
      [busy],
      'try:\n    request_with_retry("GET", url)\nexcept requests.HTTPError as error:\n    print(error, error.response.text)',
    );
    expect(out).toBe('HTTP 503 after 3 attempts answer 3\n');
  });

  it.each([
    ['a file', 'data=open(__file__, "rb")'],
    ['a generator', 'data=(part for part in [b"x"])'],
    ['a file among files', 'files={"upload": open(__file__, "rb")}'],
  ])('%s, which could be sent only once, is refused before anything is sent', async (_what, body) => {
    const { out, asked } = await run(
      [ok],
      `try:\n    request_with_retry("POST", url, ${body})\nexcept TypeError as error:\n    print(error)`,
    );
    expect(out).toMatch(/can be read only once: pass a function/);
    expect(asked).toHaveLength(0);
  });

  it('a function opens a file anew for each attempt', async () => {
    const { asked } = await run(
      [busy, ok],
      'request_with_retry("POST", url, files=lambda: {"upload": open(__file__, "rb")})',
    );
    expect(asked.map(({ body }) => body.includes('request_with_retry'))).toEqual([true, true]);
  });

  it('a session of the caller is used', async () => {
    const { asked } = await run(
      [busy, ok],
      'session = requests.Session()\nsession.headers["X-Note"] = "kept"\nrequest_with_retry("GET", url, session=session)',
    );
    expect(asked.map(({ header }) => header('x-note'))).toEqual(['kept', 'kept']);
  });

  it('the usage lines run as they are', () => usageRuns('python'));
});

describe.skipIf(hasPythonPackage('httpx') !== null && !process.env.CI)('with httpx', () => {
  it('the usage lines run as they are', () => usageRuns('python-httpx'));

  it('an address that no retry mends fails at once', async () => {
    const out = await python(`import asyncio, httpx
from with_httpx import request_with_retry
class Counting(httpx.AsyncClient):
    sent = 0
    async def request(self, *args, **options):
        self.sent += 1
        return await super().request(*args, **options)
async def main():
    async with Counting() as client:
        try:
            await request_with_retry(client, "GET", "api.example.com/v1")
        except httpx.UnsupportedProtocol:
            print("sent", client.sent)
asyncio.run(main())`);
    expect(out).toBe('sent 1\n');
  });

  it('a stream, which could be sent only once, is refused before anything is sent', async () => {
    const { url, asked } = server.follow([ok]);
    const out = await python(`import asyncio, httpx
from with_httpx import request_with_retry
async def main():
    async with httpx.AsyncClient() as client:
        try:
            await request_with_retry(client, "POST", ${JSON.stringify(url)}, content=(part for part in [b"x"]))
        except TypeError as error:
            print(error)
asyncio.run(main())`);
    expect(out).toMatch(/content can be read only once: pass a function/);
    expect(asked).toHaveLength(0);
  });
});

async function usageRuns(id: string): Promise<void> {
  const { url, asked } = server.follow([busy, ok]);
  const example = { url, headers: [['X-Note', 'it\'s "quoted" \\ {1}']] as const };
  const { code, usage } = generate(id, policy, { version: '1.2.3', example });
  await python(`${code}\n${usage}`);
  expect(asked.map(({ header }) => header('x-note'))).toEqual([example.headers[0][1], example.headers[0][1]]);
}

async function run(script: Script, code: string) {
  const { url, asked } = server.follow(script);
  const head = `import requests\nfrom with_requests import request_with_retry\nurl = ${JSON.stringify(url)}\n`;
  return { out: await python(head + code), asked };
}

async function python(code: string): Promise<string> {
  const file = join(folder, 'main.py');
  writeFileSync(file, code);
  return runProgram('python3', [file]);
}
