// npm's HTTP clients and retriers, as test/peers pins them: their waits are those of the import, and they take what the
// export writes. Nothing is slept: a delay function is asked, or the timer that a client asks for is noted and called at once.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scheduleOf } from '../../core/schedule/schedule.js';
import { anyPolicy } from './fixtures/random-policy.js';
import { formatOf } from './index.js';

const require = createRequire(new URL('../../../test/peers/index.js', import.meta.url));

/** A module of a peer by the path of its file; null where it is not installed. */
async function peer(name: string, path = ''): Promise<Record<string, unknown> | null> {
  try {
    const folder = require.resolve.paths(name)?.[0];
    return await import(pathToFileURL(path === '' ? require.resolve(name) : `${folder}/${name}/${path}`).href);
  } catch {
    return null;
  }
}

const NOT_RUN = 'not installed in test/peers: not run';

const policies = fc.sample(anyPolicy, { numRuns: 40, seed: 8 });

/** What the module that we write for each policy gives, with these names in the place of its imports. */
function modules(format: string, exported: string, scope: Record<string, unknown>) {
  return policies.map((policy) => {
    const { text } = formatOf(format).exportPolicy(policy);
    const body = text.replace(/^import .*$/gm, '').replace(/^export /gm, '');
    const made = new Function(...Object.keys(scope), `${body}; return ${exported};`)(...Object.values(scope));
    const { policy: read, losses } = formatOf(format).importPolicy(text);
    return { made, rows: scheduleOf(read).retries, isCut: losses.some(({ field }) => field === 'backoff.capMs') };
  });
}

/** The lowest and the highest draw of everything that is asked. */
async function atBothEnds(ask: () => number[] | Promise<number[]>): Promise<[lows: number[], highs: number[]]> {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  const lows = await ask();
  random.mockReturnValue(1);
  const highs = await ask();
  random.mockRestore();
  return [lows, highs];
}

const close = (waits: readonly number[], expected: readonly number[], slackMs: number): void => {
  expect(waits.length).toBe(expected.length);
  for (const [at, ms] of expected.entries()) {
    expect(Math.abs((waits[at] as number) - ms)).toBeLessThanOrEqual(slackMs + 1e-9 * ms);
  }
};

describe('waits that a client asks a timer for', () => {
  const real = globalThis.setTimeout;
  let asked: number[] = [];
  beforeEach(() => {
    asked = [];
    globalThis.setTimeout = ((call: () => void, ms = 0) => {
      asked.push(ms);
      queueMicrotask(call);
    }) as never;
  });
  afterEach(() => {
    globalThis.setTimeout = real;
  });
  afterAll(() => {
    expect(globalThis.setTimeout).toBe(real);
  });

  it('undici', async ({ skip }) => {
    const handler = (await peer('undici', 'lib/handler/retry-handler.js'))?.default as never as {
      new (options: object, context: object): { retryOpts: object };
    } & Record<symbol, (error: object, context: object, call: () => void) => void>;
    if (handler === undefined) return skip(NOT_RUN);
    const retry = Object.getOwnPropertySymbols(handler).map((symbol) => handler[symbol])[0] as NonNullable<
      (typeof handler)[symbol]
    >;
    class RetryAgent {
      options: object;
      constructor(_agent: object, options: object) {
        this.options = options;
      }
    }
    for (const { made, rows } of modules('undici', 'dispatcher', { RetryAgent, Agent: class {} })) {
      const { retryOpts } = new handler({ retryOptions: made.options }, { handler: {} });
      const error = { statusCode: (made.options as { statusCodes: number[] }).statusCodes[0] };
      asked = [];
      const opts = { method: 'GET', retryOptions: retryOpts };
      for (let counter = 1; counter <= rows.length + 1; counter++) retry(error, { state: { counter }, opts }, () => {});
      // One that is too many asks for no wait.
      if (error.statusCode !== undefined)
        close(
          asked,
          rows.map(({ meanMs }) => meanMs),
          1e-6,
        );
    }
  });

  it('ky', async ({ skip }) => {
    const ky = (await peer('ky'))?.default as
      | undefined
      | { create(options: object): (url: string, options: object) => Promise<unknown> };
    if (ky === undefined) return skip(NOT_RUN);
    for (const { made, rows } of modules('ky', 'api', { ky: { create: (options: object) => options } })) {
      const options = made as { retry: { statusCodes: number[] } };
      const status = options.retry.statusCodes.find((one) => one !== 413);
      if (status === undefined) continue;
      const fetch = async (): Promise<Response> => new Response(null, { status });
      const ends = await atBothEnds(async () => {
        asked = [];
        await ky
          .create({ ...options, timeout: false, fetch })('https://example.com/', {})
          .catch(() => {});
        return asked;
      });
      close(
        ends[0],
        rows.map(({ minMs }) => minMs),
        1e-6,
      );
      // Drawn first and cut then: at the top both are the wait before the jitter.
      close(
        ends[1],
        rows.map(({ maxMs }) => maxMs),
        1e-6,
      );
    }
  });

  it('p-retry', async ({ skip }) => {
    const pRetry = (await peer('p-retry'))?.default as
      | undefined
      | ((run: () => void, options: object) => Promise<unknown>);
    if (pRetry === undefined) return skip(NOT_RUN);
    const scope = { pRetry: (_run: unknown, options: object) => options };
    for (const { made, rows, isCut } of modules('p-retry', 'retried({})', scope)) {
      const fails = (): never => {
        throw new Error('as always');
      };
      const [lows, highs] = await atBothEnds(async () => {
        asked = [];
        await pRetry(fails, { ...(made as object), maxRetryTime: Number.POSITIVE_INFINITY }).catch(() => {});
        return asked;
      });
      const {
        minTimeout,
        factor,
        maxTimeout = Infinity,
      } = made as { minTimeout: number; factor: number; maxTimeout?: number };
      // No timer is asked for a wait of 0. Where it draws first and cuts then, which is told, the cut is where the draw ends.
      const timed = (waits: number[]): number[] =>
        waits.map((ms) => Math.min(ms, maxTimeout)).filter((ms) => Math.round(ms) > 0);
      const uncut = isCut ? rows.map((_, index) => minTimeout * factor ** index) : [];
      close(lows, timed(isCut ? uncut : rows.map(({ minMs }) => minMs)), 0.5);
      close(highs, timed(isCut ? uncut.map((ms) => 2 * ms) : rows.map(({ maxMs }) => maxMs)), 0.5);
    }
  });
});

it('got', async ({ skip }) => {
  const calculate = (await peer('got', 'dist/source/core/calculate-retry-delay.js'))?.default as
    | undefined
    | ((asked: object) => number);
  if (calculate === undefined) return skip(NOT_RUN);
  const real = (await peer('got', 'dist/source/index.js'))?.default as { extend(options: unknown): unknown };
  for (const { made, rows } of modules('got', 'client', { got: { extend: (options: object) => options } })) {
    // It refuses options that it does not know.
    expect(() => real.extend(made)).not.toThrow();
    const { retry } = made as { retry: { limit: number; statusCodes: number[]; noise: number } };
    const statusCode = retry.statusCodes.find((one) => one !== 413);
    const retryOptions = { methods: ['GET'], errorCodes: [], backoffLimit: Infinity, ...retry };
    const error = { options: { method: 'GET' }, code: 'none', response: { statusCode } };
    const ask = (attemptCount: number): number =>
      calculate({ attemptCount, retryOptions, error, computedValue: Infinity });
    if (statusCode === undefined) continue;
    const [lows, highs] = await atBothEnds(() => rows.map((_, index) => ask(index + 1)));
    close(
      lows,
      rows.map(({ meanMs }) => meanMs),
      1e-6,
    );
    close(
      highs,
      rows.map(({ meanMs }) => meanMs + retry.noise),
      1e-6,
    );
    expect(ask(rows.length + 1)).toBe(0);
  }
});

it('axios-retry', async ({ skip }) => {
  const axiosRetry = (await peer('axios-retry', 'dist/esm/index.js')) as null | { default: object };
  if (axiosRetry === null) return skip(NOT_RUN);
  let taken: { retries?: number; retryDelay?: (count: number, error: object) => number; retryCondition?: unknown } = {};
  const scope = Object.assign((_axios: unknown, options: typeof taken) => {
    taken = options;
  }, axiosRetry.default);
  for (const { made, rows } of modules('axios-retry', 'taken()', {
    axios: {},
    axiosRetry: scope,
    taken: () => taken,
  })) {
    const { retries, retryDelay = () => 0, retryCondition } = made as typeof taken;
    expect(retries).toBe(rows.length);
    expect(['function', 'undefined']).toContain(typeof retryCondition);
    const [lows, highs] = await atBothEnds(() => rows.map((_, index) => retryDelay(index + 1, {})));
    close(
      lows,
      rows.map(({ minMs }) => minMs),
      1e-6,
    );
    close(
      highs,
      rows.map(({ maxMs }) => maxMs),
      1e-6,
    );
  }
});
