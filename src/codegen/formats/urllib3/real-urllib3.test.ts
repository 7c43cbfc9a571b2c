// urllib3 itself, as test/peers pins it: its waits are those of the import, and it takes what the export writes.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scheduleOf } from '../../../core/schedule/schedule.js';
import { anyPolicy } from '../fixtures/random-policy.js';
import { formatOf } from '../index.js';

/** Reads sources of Python from standard input, one JSON text a line; answers with the waits of each in ms. */
const ASK = `
import json, sys
from urllib3.util.retry import Retry, RequestHistory
for line in sys.stdin:
    source = json.loads(line)
    scope = {"Retry": Retry}
    exec(source, scope)
    retry, waits = scope["retries"], []
    for n in range(retry.total):
        retry = retry.new(history=retry.history + (RequestHistory("GET", "/", None, 503, None),))
        waits.append(1000 * retry.get_backoff_time())
    print(json.dumps(waits))
`;

const env = {
  ...process.env,
  PYTHONPATH: fileURLToPath(new URL('../../../../test/peers/python', import.meta.url)),
};

const ask = (sources: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync('python3', ['-c', ASK], {
    input: sources.map((source) => `${JSON.stringify(source)}\n`).join(''),
    encoding: 'utf8',
    timeout: 100_000,
    env,
  });

const version = spawnSync('python3', ['-c', 'import urllib3; print(urllib3.__version__)'], {
  encoding: 'utf8',
  env,
});
const isNew = version.status === 0 && /^(?:[3-9]|2\.(?:[7-9]|\d\d))/.test(version.stdout);
if (!isNew) console.log('urllib3 from 2.7 on is not installed for python3: not run');

it.runIf(isNew)('urllib3 waits what the import of what we wrote for it says', () => {
  const format = formatOf('urllib3');
  const texts = fc.sample(anyPolicy, { numRuns: 60, seed: 8 }).map((policy) => format.exportPolicy(policy).text);
  const { status, stdout, stderr } = ask(texts);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as number[]);
  expect(answers.length).toBe(texts.length);
  for (const [at, text] of texts.entries()) {
    const { retries } = scheduleOf(format.importPolicy(text).policy);
    expect(answers[at]?.length).toBe(retries.length);
    for (const [n, { meanMs }] of retries.entries()) expect(answers[at]?.[n]).toBeCloseTo(meanMs, 3);
  }
});
