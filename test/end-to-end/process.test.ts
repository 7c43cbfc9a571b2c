// Whether a program can end: children that import the built package by its name.

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a program and tells how it ended: by itself, or killed `limitMs` after its first output. The limit is far below the
 * minute that the programs wait, and far above what a busy machine needs to end a process.
 */
function run(program: string, limitMs: number): Promise<{ ended: string; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root, timeout: 100_000 });
    let output = '';
    let timer: NodeJS.Timeout | undefined;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        timer ??= setTimeout(() => child.kill('SIGKILL'), limitMs);
      });
    }
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ ended: signal ?? `exit ${code}`, output });
    });
  });
}

const waiting = (options: string) => `
  import { createClient, retryAfter, systemClock } from 'holdoff';
  const client = createClient({}, ${options});
  client.execute(() => { throw retryAfter(60_000); }).then(() => console.log('served'));
  console.log('waiting');
`;

describe('a wait that is pending', () => {
  it('PT-01: does not hold the process with keepAlive: false', async () => {
    const { ended, output } = await run(waiting('{ clock: systemClock({ keepAlive: false }) }'), 30_000);
    expect({ ended, output }).toEqual({ ended: 'exit 0', output: 'waiting\n' });
  });

  it('PT-01: holds it by default, since a call that is awaited must not vanish', async () => {
    const { ended, output } = await run(waiting('{}'), 1000);
    expect({ ended, output }).toEqual({ ended: 'SIGKILL', output: 'waiting\n' });
  });

  it('PT-01: no longer holds it once its call was aborted', async () => {
    const program = `
      import { createClient, retryAfter } from 'holdoff';
      const controller = new AbortController();
      const client = createClient({ deadlineMs: '1h' });
      const refuse = () => { throw retryAfter(60_000); };
      client.execute(refuse, { signal: controller.signal }).catch((reason) => console.log(reason));
      setTimeout(() => controller.abort('stopped'), 50);
    `;
    const { ended, output } = await run(program, 30_000);
    expect({ ended, output }).toEqual({ ended: 'exit 0', output: 'stopped\n' });
  });
});

describe('the body of a response', () => {
  it.each([
    ['that nobody reads', ''],
    ['whose reader has stopped in the middle', 'await response.body.getReader().read();'],
  ])('%s holds no process', async (_, read) => {
    const program = `
      import { createClient } from 'holdoff';
      const client = createClient({ maxInFlight: 1 });
      const response = await client.fetch('data:text/plain,hello');
      ${read}
      console.log(response.status, client.stats().inFlight);
    `;
    const { ended, output } = await run(program, 30_000);
    expect({ ended, output }).toEqual({ ended: 'exit 0', output: '200 1\n' });
  });
});

describe('a client that has nothing to do', () => {
  it('PT-03: holds no process, with everything that keeps statistics switched on', async () => {
    const program = `
      import { createClient } from 'holdoff';
      const policy = {
        breaker: { threshold: 1, resetMs: '60s' }, throttle: {}, retryBudget: {}, maxAttempts: 1,
        attemptTimeoutMs: '60s', deadlineMs: '60s', quotas: [{ name: 'requests', amount: 2, windowMs: '60s' }],
      };
      const client = createClient(policy);
      await client.execute(() => 1);
      await client.execute(() => { throw { status: 500 }; }, { idempotent: true }).catch((error) => console.log(error.reason));
      await client.execute(() => 1).catch((error) => console.log(error.reason));
    `;
    const { ended, output } = await run(program, 30_000);
    expect({ ended, output }).toEqual({ ended: 'exit 0', output: 'attempts-exhausted\nbreaker-open\n' });
  });

  it('PT-03: nor throws where timers are numbers, as in browsers', async () => {
    const program = `
      import { createClient, retryAfter, systemClock } from 'holdoff';
      const { setTimeout: set, clearTimeout: clear } = globalThis;
      const timers = [];
      globalThis.setTimeout = (wake, ms) => timers.push(set(wake, ms)) - 1;
      globalThis.clearTimeout = (id) => clear(timers[id]);
      const client = createClient({}, { clock: systemClock({ keepAlive: false }) });
      let attempts = 0;
      console.log(await client.execute(() => { if (attempts++ === 0) throw retryAfter(10); return 'served'; }));
    `;
    const { ended, output } = await run(program, 30_000);
    expect({ ended, output }).toEqual({ ended: 'exit 0', output: 'served\n' });
  });
});

describe('a process that has more than one of us', () => {
  it('a thread of its own has a client of its own, and ends by itself', async () => {
    const thread = `
      import { parentPort } from 'node:worker_threads';
      import { createFetch, reportOf } from 'holdoff';
      let attempts = 0;
      const server = async () => new Response('x', { status: ++attempts < 3 ? 503 : 200 });
      const response = await createFetch({ backoff: { baseMs: 1 } }, { fetch: server })('https://api.example/');
      parentPort.postMessage([await response.text(), reportOf(response).attempts].join(' '));`;
    const program = `
      import { Worker } from 'node:worker_threads';
      const worker = new Worker(${JSON.stringify(thread)}, { eval: true, execArgv: ['--input-type=module'] });
      worker.on('message', (message) => console.log(message));
      worker.on('exit', (code) => console.log('exit', code));`;
    expect(await run(program, 30_000)).toEqual({ ended: 'exit 0', output: 'x 3\nexit 0\n' });
  });

  it('a client over one of another copy of the package does not repeat what that has given up', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdoff-copy-'));
    try {
      for (const layer of ['core', 'runtime'])
        cpSync(join(root, 'dist', layer), join(folder, layer), { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      const program = `
        import { createClient, GaveUpError } from 'holdoff';
        const copy = await import(${JSON.stringify(pathToFileURL(join(folder, 'runtime/index.js')).href)});
        let attempts = 0;
        const fetch = async () => (attempts++, new Response(null, { status: 503 }));
        const inner = copy.createClient({ maxAttempts: 2, backoff: { baseMs: 1 }, onGiveUp: 'throw' }, { fetch });
        const outer = createClient({ maxAttempts: 5, backoff: { baseMs: 1 } });
        const error = await outer.execute(() => inner.fetch('https://api.example/'), { idempotent: true }).catch((it) => it);
        console.log(error instanceof GaveUpError, error.code, attempts);`;
      expect(await run(program, 30_000)).toEqual({ ended: 'exit 0', output: 'false gave-up 2\n' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
