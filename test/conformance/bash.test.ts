// The script as a command: what it prints, how it exits, and the ways in which curl itself has gone wrong.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bash as target } from '../../src/codegen/targets/bash/index.js';
import { generate } from '../../src/codegen/targets/generate.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { runnerOf } from './prepared.js';
import { endOf } from './run-program.js';
import { type Script, type ScriptedServer, startScriptedServer } from './scripted-server.js';

const missing = (await runnerOf(target)).missing();
const folder = mkdtempSync(join(tmpdir(), 'holdoff-bash-'));
const file = join(folder, 'curl_with_retry.sh');
const generated = generate(
  'bash',
  parsePolicy({ backoff: { baseMs: 30, capMs: 60 }, maxAttempts: 3, jitter: 'none' }),
  {
    version: '1.2.3',
  },
);
writeFileSync(file, generated.code, { mode: 0o755 });
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const status = (code: number) => ({ status: code });

describe.skipIf(missing !== null && !process.env.CI)('the bash script', () => {
  it('a nightly check survives one 503: exit 0, and the answer on standard output', async () => {
    const { code, out, err, asked } = await run([status(503), status(200)]);
    expect({ code, out, err, requests: asked.length }).toEqual({ code: 0, out: 'answer 2', err: '', requests: 2 });
  });

  it.each<[what: string, script: Script, code: number, requests: number]>([
    ['204', [status(204)], 0, 1],
    ['304', [status(304)], 0, 1],
    ['404', [status(404)], 2, 1],
    ['503 to the end', [status(503)], 1, 3],
    ['resets to the end', ['reset'], 1, 3],
    ['503, then resets to the end', [status(503), 'reset'], 1, 3],
  ])('%s: exit code and requests', async (_what, script, expected, requests) => {
    const { code, asked } = await run(script);
    expect({ code, requests: asked.length }).toEqual({ code: expected, requests });
  });

  it('hands the body of a 404 on, and tells the last status when it gives up', async () => {
    expect((await run([status(404)])).out).toBe('answer 1');
    expect((await run([status(503)])).err).toBe('gave up at attempt 3: HTTP status 503\n');
  });

  it('RA-28: with --fail the Retry-After of an error is obeyed all the same', async () => {
    const { code, asked } = await run([{ status: 429, headers: { 'retry-after': '1' } }, status(200)], ['--fail']);
    const [first, second] = asked.map(({ at }) => at);
    expect({ code, requests: asked.length }).toEqual({ code: 0, requests: 2 });
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(995);
  });

  it.each([[['--fail-with-body']], [['--fail']], [['-o', '/dev/null']], [['-sS', '-L']], [['--no-fail']]])(
    'CU-01: whether it retries does not depend on output options: %j',
    async (options) => {
      for (const code of [504, 503]) expect((await run([status(code)], options)).asked).toHaveLength(3);
    },
  );

  it('refuses a body on standard input, which could be sent only once, before anything is sent', async () => {
    for (const options of [['-d', '@-'], ['--data-binary=@-'], ['-T', '-'], ['-F', 'a=@-']]) {
      const { code, err, asked } = await run([status(200)], options);
      expect({ code, requests: asked.length }, options.join(' ')).toEqual({ code: 64, requests: 0 });
      expect(err).toContain('standard input can be read only once');
    }
  });

  it('exit 64 for what curl cannot do at all, without trying again', async () => {
    const { code, err } = await run([status(200)], ['--no-such-option']);
    expect(code).toBe(64);
    expect(err.match(/--no-such-option/g)).toHaveLength(1);
  });

  it('works below set -euo pipefail, and leaves neither variables nor files', async () => {
    const before = readdirSync(folder);
    const { url } = server.follow([status(503), status(200)]);
    const script = `set -euo pipefail; source "${file}"; curl_with_retry "${url}"; echo " \${status:-unset} \${files:-unset}"`;
    const { code, out } = await endOf('bash', ['-c', script], { TMPDIR: folder });
    expect({ code, out }).toEqual({ code: 0, out: 'answer 2 unset unset\n' });
    expect(readdirSync(folder)).toEqual(before);
  });

  it('the usage lines run as they are', async () => {
    const { url } = server.follow([status(503), status(200)]);
    const example = { url, headers: [['X-Note', "it's $HOME `id`"]] as const };
    const { usage } = generate('bash', parsePolicy({}), { version: '1.2.3', example });
    const { code } = await endOf('bash', ['-c', `cd "${folder}"; ${usage}`]);
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'answer.txt'), 'utf8')).toBe('answer 2');
  });
});

async function run(script: Script, options: readonly string[] = []) {
  const { url, asked } = server.follow(script);
  return { ...(await endOf('bash', [file, ...options, url])), asked };
}
