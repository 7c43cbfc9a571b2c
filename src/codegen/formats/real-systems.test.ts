// The systems' own validators and formulas, as test/peers pins them; `npm test` installs them there.

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../core/backoff/compile.js';
import type { Policy } from '../../core/policy/policy.js';
import { waitsOf } from '../../core/schedule/waits.js';
import { anyPolicy } from './fixtures/random-policy.js';
import { formatOf, type ImportedPolicy } from './index.js';

const peers = new URL('../../../test/peers/', import.meta.url);
const require = createRequire(new URL('index.js', peers));

/** A module of a peer; null, and said so, where it is not installed. */
function peer(name: string): unknown {
  try {
    return require(name);
  } catch {
    console.log(`${name} is not installed: not run`);
    return null;
  }
}

const policies = fc.sample(anyPolicy, { numRuns: 200, seed: 8 });
const written = (format: string, policy: Policy) => formatOf(format).exportPolicy(policy).text;
const meansOf = ({ policy }: ImportedPolicy): number[] => waitsOf(compile(policy)).each.map(({ meanMs }) => meanMs);

interface Checked {
  readonly methodConfig: readonly { readonly retryPolicy?: unknown }[];
}

const grpc = peer('@grpc/grpc-js/build/src/service-config.js') as null | {
  validateServiceConfig(config: unknown): Checked;
};

it.runIf(grpc !== null)('gRPC takes every service config that we write, as it stands', () => {
  for (const policy of policies) {
    const config = JSON.parse(written('grpc', policy));
    const checked = grpc?.validateServiceConfig(config);
    const { retryPolicy } = config.methodConfig[0];
    expect(checked?.methodConfig[0]?.retryPolicy).toEqual(retryPolicy);
  }
});

const asl = peer('asl-validator') as null | ((definition: unknown) => { isValid: boolean; errors: unknown });

it.runIf(asl !== null)('Amazon States Language takes every Retry that we write', () => {
  // Each look compiles the schema anew, which takes a third of a second.
  for (const policy of policies.slice(0, 12)) {
    const { Retry } = JSON.parse(written('step-functions', policy));
    const task = { Type: 'Task', Resource: 'arn:aws:states:::http:invoke', Retry, End: true };
    expect(asl?.({ StartAt: 'A', States: { A: task } })).toMatchObject({ isValid: true });
  }
});

type Calculate = (backoff: unknown, attempt: number, error: Error, job: unknown) => Promise<number> | number;
const bullmq = peer('bullmq/dist/cjs/classes/backoffs.js') as null | { Backoffs: { calculate: Calculate } };

describe.runIf(bullmq !== null)('BullMQ', () => {
  it('without jitter waits to the millisecond what the import of what we wrote for it says', async () => {
    for (const policy of policies.filter(({ jitter }) => jitter === 'none')) {
      const options = JSON.parse(written('bullmq', policy));
      for (const [at, meanMs] of meansOf(formatOf('bullmq').importPolicy(options)).entries()) {
        expect(await bullmq?.Backoffs.calculate(options.backoff, at + 1, new Error(), {})).toBeCloseTo(meanMs, 6);
      }
    }
  });

  it('with jitter stays within the bounds of the import', async () => {
    const options = { attempts: 4, backoff: { type: 'exponential', delay: 1000, jitter: 0.25 } };
    const { each } = waitsOf(compile(formatOf('bullmq').importPolicy(options).policy));
    for (const [at, { minMs, maxMs, meanMs }] of each.entries()) {
      let sum = 0;
      for (let draw = 0; draw < 2000; draw++) {
        const wait = (await bullmq?.Backoffs.calculate(options.backoff, at + 1, new Error(), {})) as number;
        expect(wait).toBeGreaterThanOrEqual(minMs - 1);
        expect(wait).toBeLessThanOrEqual(maxMs);
        sum += wait;
      }
      // Whole milliseconds, cut; four standard errors of U(0.75, 1) over 2000 draws are below 1 %.
      expect(Math.abs(sum / 2000 / meanMs - 1)).toBeLessThan(0.01);
    }
  });
});

const env = { ...process.env, PYTHONPATH: fileURLToPath(new URL('python', peers)) };
const CELERY = `
import json, sys
from celery.utils.time import get_exponential_backoff_interval
print(json.dumps([[get_exponential_backoff_interval(f, r, m) for r in range(n)] for f, m, n in json.load(sys.stdin)]))
`;
const hasCelery = spawnSync('python3', ['-c', 'import celery'], { env }).status === 0;
if (!hasCelery) console.log('celery is not installed for python3: not run');

it.runIf(hasCelery)('Celery waits what the import of what we wrote for it says', () => {
  const tasks = policies.map((policy) => written('celery', policy)).filter((text) => text.includes('retry_backoff='));
  const number = (text: string, name: string): number => Number(new RegExp(`${name}=(\\d+)`).exec(text)?.[1]);
  const asked = tasks.map((text) =>
    ['retry_backoff', 'retry_backoff_max', 'max_retries'].map((name) => number(text, name)),
  );
  const { stdout, stderr } = spawnSync('python3', ['-c', CELERY], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
    env,
  });
  expect(stderr).toBe('');
  for (const [at, seconds] of (JSON.parse(stdout) as number[][]).entries()) {
    const text = (tasks[at] as string).replace('retry_jitter=True', 'retry_jitter=False');
    const means = meansOf(formatOf('celery').importPolicy(text));
    expect(means).toEqual(seconds.map((one) => one * 1000));
  }
});
