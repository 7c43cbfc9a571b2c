// tenacity itself, as test/peers pins it: its waits are those of the import, and it takes what the export writes.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scheduleOf } from '../../../core/schedule/schedule.js';
import { anyPolicy } from '../fixtures/random-policy.js';
import { formatOf } from '../index.js';

/** Reads sources of Python, one JSON text a line; answers with the least and the longest wait before each retry in ms. */
const ASK = `
import json, random, sys, types
sys.modules["requests"] = types.ModuleType("requests")
try:
    import tenacity
except ImportError:
    sys.exit(3)
def draw(u):
    random.random = lambda: u
    random.uniform = lambda a, b: a + (b - a) * u
def state(attempt):
    return types.SimpleNamespace(attempt_number=attempt, seconds_since_start=0, upcoming_sleep=0)
for line in sys.stdin:
    scope = dict(vars(tenacity))
    exec(json.loads(line), scope)
    retry, waits = scope["example"].retry, []
    attempts = next(n for n in range(1, 1001) if retry.stop(state(n)))
    for n in range(1, attempts):
        ends = []
        for u in (0, 1):
            draw(u)
            ends.append(1000 * retry.wait(state(n)))
        waits.append(ends)
    print(json.dumps(waits))
`;

const WRITTEN_BY_HAND = [
  'stop=stop_after_attempt(6), wait=wait_exponential(2, 30)',
  'stop=stop_after_attempt(6), wait=wait_exponential(multiplier=0.5, exp_base=3, min=2, max=9)',
  'stop=stop_after_attempt(6), wait=wait_random_exponential(multiplier=3, min=1, max=20)',
  'stop=stop_after_attempt(6), wait=wait_fixed(3) + wait_random(1, 2)',
  'stop=stop_after_attempt(6), wait=wait_incrementing(start=2, increment=3, max=9)',
  'stop=stop_after_attempt(6), wait=wait_chain(wait_fixed(1), wait_fixed(4), wait_exponential())',
  'stop=stop_any(stop_after_attempt(4), stop_after_delay(60)), wait=wait_combine(wait_fixed(1), wait_incrementing(0, 2))',
  'stop=stop_after_attempt(3)',
].map((given) => `@retry(${given})\ndef example(): ...\n`);

it('tenacity waits what the import says, of what we wrote for it and of what others write', ({ skip }) => {
  const format = formatOf('tenacity');
  const ours = fc.sample(anyPolicy, { numRuns: 40, seed: 8 }).map((policy) => format.exportPolicy(policy).text);
  const texts = [...ours, ...WRITTEN_BY_HAND];
  const { status, stdout, stderr } = spawnSync('python3', ['-c', ASK], {
    input: texts.map((text) => `${JSON.stringify(text)}\n`).join(''),
    encoding: 'utf8',
    timeout: 100_000,
    env: {
      ...process.env,
      PYTHONPATH: fileURLToPath(new URL('../../../../test/peers/python', import.meta.url)),
    },
  });
  if (status === 3) skip('tenacity is not installed for python3: not run');
  expect(stderr).toBe('');
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as [number, number][]);
  expect(answers.length).toBe(texts.length);
  for (const [at, text] of texts.entries()) {
    const { retries } = scheduleOf(format.importPolicy(text).policy);
    expect(answers[at]?.length, text).toBe(retries.length);
    for (const [n, { minMs, maxMs }] of retries.entries()) {
      const [low = NaN, high = NaN] = answers[at]?.[n] ?? [];
      // Written to the nanosecond, twice where two strategies are added.
      expect(Math.abs(low - minMs), text).toBeLessThanOrEqual(1e-5 + 2e-9 * minMs);
      expect(Math.abs(high - maxMs), text).toBeLessThanOrEqual(1e-5 + 2e-9 * maxMs);
    }
  }
});
