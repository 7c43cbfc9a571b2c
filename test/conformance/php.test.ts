// What only PHP has: the options of curl, among them files and streams, and exceptions with the number of an error.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../src/codegen/targets/generate.js';
import { php as target } from '../../src/codegen/targets/php/index.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { runnerOf } from './prepared.js';
import { runProgram } from './run-program.js';
import { type Script, type ScriptedServer, startScriptedServer } from './scripted-server.js';

const missing = (await runnerOf(target)).missing();
const folder = mkdtempSync(join(tmpdir(), 'holdoff-php-'));
const policy = parsePolicy({ backoff: { baseMs: 20, capMs: 40 }, maxAttempts: 3, jitter: 'none' });
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
  writeFileSync(join(folder, 'RetryingClient.php'), generate('php', policy, { version: '1.2.3' }).code);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const busy = { status: 503 };
const ok = { status: 200 };

describe.skipIf(missing !== null && !process.env.CI)('PHP with curl', () => {
  it('the usage lines run as they are', async () => {
    const { url, asked } = server.follow([busy, ok]);
    const example = { url, headers: [['X-Note', 'it\'s "quoted" \\ $1 ?> {$x}']] as const };
    const { code, usage } = generate('php', policy, { version: '1.2.3', example });
    await php(`${code}\n${usage}`);
    expect(asked.map(({ header }) => header('x-note'))).toEqual([example.headers[0][1], example.headers[0][1]]);
  });

  it('an option that makes curl fail for a status changes nothing', async () => {
    const { out, asked } = await run([{ status: 404 }], 'request($url, [CURLOPT_FAILONERROR => true])["status"]');
    expect({ out, requests: asked.length }).toEqual({ out: '404', requests: 1 });
  });

  it.each(['CURLOPT_INFILE => fopen(__FILE__, "r")', 'CURLOPT_READFUNCTION => fn () => ""'])(
    'a body that can be sent only once is refused before anything is sent: %s',
    async (option) => {
      const { out, asked } = await run([ok], `request($url, [CURLOPT_UPLOAD => true, ${option}])`);
      expect(out).toBe(
        'InvalidArgumentException a stream can be sent only once: pass a function that makes the options',
      );
      expect(asked).toHaveLength(0);
    },
  );

  it('a file among the fields of a form is sent whole each time', async () => {
    const form = '[CURLOPT_POSTFIELDS => ["upload" => new CURLFile(__FILE__)]]';
    const { asked } = await run([busy, ok], `request($url, ${form})["status"]`);
    expect(asked.map(({ body }) => body.includes('CURLFile(__FILE__)'))).toEqual([true, true]);
  });

  it('an address of no protocol fails at once, with the number of curl', async () => {
    const { out } = await run([ok], 'request("no-such-protocol://a.example/")');
    expect(out).toMatch(/^RuntimeException 1 /);
  });

  it('the headers of the last attempt are handed back, and none of an earlier one', async () => {
    const said = { status: 200, headers: { 'x-note': 'a: b' } };
    const { out } = await run([{ status: 503, headers: { 'x-old': '1' } }, said], 'request($url)["headers"]');
    const headers = JSON.parse(out);
    expect(headers).toMatchObject({ 'x-note': ['a: b'] });
    expect(headers).not.toHaveProperty('x-old');
  });
});

/** Prints what a call of the client gives, or the exception that it throws. */
async function run(script: Script, call: string) {
  const { url, asked } = server.follow(script);
  const code = `<?php
require __DIR__ . '/RetryingClient.php';
$url = ${target.quote(url)};
try {
    $result = (new RetryingClient())->${call};
    echo is_array($result) ? json_encode($result) : $result;
} catch (Exception $error) {
    echo trim(get_class($error) . ' ' . ($error->getCode() ?: '')), ' ', $error->getMessage();
}`;
  return { out: await php(code), asked };
}

async function php(code: string): Promise<string> {
  const file = join(folder, 'main.php');
  writeFileSync(file, code);
  return runProgram('php', ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr', file]);
}
