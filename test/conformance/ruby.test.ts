// What only Ruby has: blocks that make requests, and methods that tests can replace.

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../src/codegen/targets/generate.js';
import { ruby as target } from '../../src/codegen/targets/ruby/index.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { runnerOf } from './prepared.js';
import { runProgram } from './run-program.js';
import { type Script, type ScriptedServer, startScriptedServer } from './scripted-server.js';

const missing = (await runnerOf(target)).missing();
const folder = mkdtempSync(join(tmpdir(), 'holdoff-ruby-'));
const policy = parsePolicy({ backoff: { baseMs: 20, capMs: 40 }, maxAttempts: 3, jitter: 'none' });
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
  writeFileSync(join(folder, 'http_retry.rb'), generate('ruby', policy, { version: '1.2.3' }).code);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const busy = { status: 503 };
const ok = { status: 200 };

describe.skipIf(missing !== null && !process.env.CI)('Ruby with net/http', () => {
  it('the usage lines run as they are', async () => {
    const { url, asked } = server.follow([busy, ok]);
    const example = { url, headers: [['X-Note', 'it\'s "quoted" \\ #{1} #$0']] as const };
    const { code, usage } = generate('ruby', policy, { version: '1.2.3', example });
    await ruby(`${code}\n${usage}`);
    expect(asked.map(({ header }) => header('x-note'))).toEqual([example.headers[0][1], example.headers[0][1]]);
  });

  it('a GET whose connection breaks is sent once for each attempt, and no more', async () => {
    const { out, asked } = await run(
      ['reset'],
      'HttpRetry.request_with_retry(ADDRESS) { |uri| Net::HTTP::Get.new(uri) }',
    );
    expect(out[0]).toMatch(/^(EOFError|Errno::ECONNRESET)/);
    expect(asked).toHaveLength(3);
  });

  it('what no retry mends is raised at once: an error of the block, an address that is none of http', async () => {
    const { out, asked } = await run(
      [ok],
      "HttpRetry.request_with_retry(ADDRESS) { File.open('/no/such/file') }",
      "HttpRetry.request_with_retry('file:///etc/hosts') { raise 'never called' }",
    );
    expect(out[0]).toMatch(/^Errno::ENOENT/);
    expect(out[1]).toBe('ArgumentError file:///etc/hosts is no address of http or https');
    expect(asked).toHaveLength(0);
  });

  it('options go to Net::HTTP.start, and a time limit of an attempt is a network error', async () => {
    let connections = 0;
    const silent = createServer(() => (connections += 1)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = `'http://127.0.0.1:${(silent.address() as AddressInfo).port}/'`;
    const { out } = await run(
      [ok],
      `HttpRetry.request_with_retry(${address}, read_timeout: 0.05) { |uri| Net::HTTP::Get.new(uri) }`,
    );
    expect(out).toEqual([expect.stringMatching(/^Net::ReadTimeout/)]);
    await expect.poll(() => connections).toBe(3);
    silent.close();
  });
});

/** The status that each call gives, or what it raises. */
async function run(script: Script, ...calls: string[]) {
  const { url, asked } = server.follow(script);
  const lines = calls.map(
    (call) => `begin
  puts(${call}.code)
rescue StandardError => e
  puts "#{e.class} #{e.message}"
end
`,
  );
  const out = await ruby(`require_relative 'http_retry'\nADDRESS = ${target.quote(url)}\n${lines.join('')}`);
  return { out: out.trim().split('\n'), asked };
}

async function ruby(code: string): Promise<string> {
  const file = join(folder, 'main.rb');
  writeFileSync(file, code);
  return runProgram('ruby', ['-w', file]);
}
