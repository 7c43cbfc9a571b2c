import { describe, expect, it } from 'vitest';
import { InputError, PolicyError } from '../core/errors.js';
import { createClient, createFetch } from './client.js';
import type { Client } from './client-options.js';

const quotas = [
  { name: 'requests', amount: 5, windowMs: '1s' },
  { name: 'tokens', amount: 100, windowMs: '1s' },
];

describe('options of a client that cannot be used', () => {
  it.each<[string, unknown, string]>([
    [
      'fetch',
      { fetch: 'https://api.example' },
      'fetch: "https://api.example" is not allowed; give a function like fetch',
    ],
    ['fetch', { fetch: null }, 'fetch: null is not allowed'],
    ['key', { key: 'model' }, 'key: "model" is not allowed; give a function of a request that names its bucket'],
    [
      'maxQueued',
      { maxQueued: 0 },
      'maxQueued: 0 is not allowed; give a whole number of calls, 1 or more, or Infinity',
    ],
    ['maxQueued', { maxQueued: Number.NaN }, 'maxQueued: NaN is not allowed'],
    ['maxQueued', { maxQueued: 1.5 }, 'maxQueued: 1.5 is not allowed'],
    [
      'clock',
      { clock: Date },
      'clock: a function is not allowed; give a clock with now, wallNow, setTimer, clearTimer',
    ],
    ['clock', { clock: null }, 'clock: null is not allowed'],
    ['seed', { seed: 0.5 }, 'seed: 0.5 is not allowed; give a whole number'],
    ['seed', { seed: '1' }, 'seed: "1" is not allowed'],
    ['maxQueue', { maxQueue: 5 }, 'did you mean maxQueued?'],
    ['options', null, 'options: null is not allowed; give an object with fetch, provider, key'],
  ])('%s: %j throws a sentence that says what to give', (field, options, sentence) => {
    for (const create of [createClient, createFetch]) {
      const make = () => create({}, options as never);
      expect(make).toThrow(InputError);
      expect(make).toThrow(sentence);
      expect(make).toThrow(expect.objectContaining({ issue: expect.objectContaining({ field }) }));
    }
  });

  it.each([
    { maxQueued: Number.POSITIVE_INFINITY },
    { maxQueued: 1, seed: -7 },
    { fetch: undefined, key: undefined },
    {},
  ])('takes %j', (options) => {
    expect(createClient({}, options as never).stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('throws a PolicyError for the policy, AT-02 among others: 0 attempts are refused, not read as 1', () => {
    expect(() => createFetch({ maxAttempts: 0 })).toThrow(PolicyError);
    expect(() => createFetch({ maxAttempts: 0 })).toThrow('maxAttempts: 0 is not allowed');
    expect(() => createFetch(new Map() as never)).toThrow(
      'policy: an object of class Map is not allowed; give a plain object',
    );
    expect(() => createClient({ maxAttempt: 3 } as never)).toThrow('did you mean maxAttempts?');
    expect(() => createClient(null as never)).toThrow(PolicyError);
  });
});

it('silence in bodies that nobody watches is refused, rather than accepted and ignored', () => {
  expect(() => createClient({ idleTimeoutMs: '10s' }, { trackBodies: false })).toThrow(
    'trackBodies: false is not allowed; give true, or no idleTimeoutMs',
  );
});

describe('a call that cannot be made', () => {
  const client = createClient({ quotas });
  const run = () => 1;

  it.each<[string, unknown, unknown, string]>([
    ['run', undefined, {}, 'run: missing; give a function to run'],
    ['run', Promise.resolve(1), {}, 'run: an object of class Promise is not allowed; give a function to run'],
    ['options', run, null, 'options: null is not allowed'],
    ['options', run, 5, 'options: 5 is not allowed'],
    ['deadline', run, { deadline: 5 }, 'did you mean deadlineMs?'],
    ['deadlineMs', run, { deadlineMs: 'soon' }, 'deadlineMs: "soon" is not allowed; give a duration such as 250ms'],
    ['deadlineMs', run, { deadlineMs: null }, 'deadlineMs: null is not allowed'],
    ['concurrency', run, { concurrency: 3 }, '(the policy has maxInFlight)'],
    ['timeout', run, { timeout: 3 }, '(the policy has attemptTimeoutMs and deadlineMs)'],
    ['deadlineMs', run, { deadlineMs: -1 }, 'deadlineMs: -1 is not allowed'],
    ['deadlineMs', run, { deadlineMs: Number.NaN }, 'deadlineMs: NaN is not allowed'],
    ['priority', run, { priority: 'high' }, 'priority: "high" is not allowed; give a number'],
    ['fallback', run, { fallback: 1 }, 'fallback: 1 is not allowed'],
    ['idempotent', run, { idempotent: 'yes' }, 'idempotent: "yes" is not allowed; give true or false'],
    ['key', run, { key: Symbol('x') }, 'key: a symbol is not allowed'],
    ['key', run, { key: 7 }, 'key: 7 is not allowed; give a text that names the bucket'],
    ['signal', run, { signal: {} }, 'signal: an object is not allowed; give an AbortSignal'],
    ['signal', run, { signal: new AbortController() }, 'such as the signal of an AbortController'],
    ['cost', run, { cost: 5 }, 'cost: 5 is not allowed; give an object of units by the name of the quota'],
    ['cost', run, { cost: null }, 'cost: null is not allowed'],
    ['cost.token', run, { cost: { token: 5 } }, 'did you mean tokens?'],
    ['cost.tokens', run, { cost: { tokens: -1 } }, 'cost.tokens: -1 is not allowed; give a number of units, 0 or more'],
    ['cost.tokens', run, { cost: { tokens: '5' } }, 'cost.tokens: "5" is not allowed'],
    ['cost.tokens', run, { cost: { tokens: Number.NaN } }, 'cost.tokens: NaN is not allowed'],
    ['cost.tokens', run, { cost: { tokens: Number.POSITIVE_INFINITY } }, 'cost.tokens: Infinity is not allowed'],
  ])('execute rejects, and never throws, %s', async (field, fn, options, sentence) => {
    const promise = client.execute(fn as never, options as never);
    const error = await promise.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toContain(sentence);
    expect((error as InputError).issue.field).toBe(field);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('execute takes a cost that no quota has the name of: the server may name a limit so', async () => {
    expect(await createClient().execute(run, { cost: { tokens: 5 } })).toBe(1);
  });

  it.each<[string, unknown, unknown, string]>([
    [
      'an init that is a promise',
      'https://a.example',
      async () => ({ method: 'POST' }),
      'init: an object of class Promise is not allowed',
    ],
    [
      'a method that is no text',
      'https://a.example',
      { method: 5 },
      'init.method: 5 is not allowed; give the name of a',
    ],
    ['a method that is a list', 'https://a.example', { method: ['GET'] }, 'init.method: a list is not allowed'],
    [
      'a method that is no text, made for each attempt',
      'https://a.example',
      () => ({ method: true }),
      'init.method: true is not allowed',
    ],
    ['a signal that is none', 'https://a.example', { signal: 'stop' }, 'signal: "stop" is not allowed'],
    [
      'an init that throws',
      'https://a.example',
      () => {
        throw new InputError({ field: 'x', value: 1, allowed: '2' });
      },
      'x: 1',
    ],
  ])('fetch rejects, and never throws, %s', async (_, input, init, sentence) => {
    let called = 0;
    const fetch = createFetch(
      {},
      {
        fetch: async () => {
          called++;
          return new Response();
        },
      },
    );
    const error = await fetch(input as never, init as never).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toContain(sentence);
    expect(called).toBe(0);
  });

  it.each<[string, unknown]>([
    ['no URL at all', undefined],
    ['a relative URL, outside of a page', '/v1/messages'],
    ['null', null],
    ['a port that fetch refuses', 'http://127.0.0.1:1/'],
    ['an unknown scheme', 'gopher://a.example/'],
  ])('fetch rejects %s with what the platform says, at once', async (_, input) => {
    // A retry would wait for an hour.
    const fetch = createFetch({ jitter: 'none', backoff: { baseMs: '1h', capMs: null } });
    await expect(fetch(input as never)).rejects.toThrow(TypeError);
  });

  it.each([undefined, null, 5])('rejects where a key function gives no name, but %j', async (name) => {
    const client = createClient({}, { key: () => name as never, fetch: async () => new Response() });
    await expect(client.fetch('https://api.example/')).rejects.toThrow(/^key: .* give a function that returns a text/);
  });

  it('rejects with what a key function throws', async () => {
    const failure = new Error('no model in the body');
    const { fetch } = createClient(
      {},
      {
        key: () => {
          throw failure;
        },
        fetch: async () => new Response(),
      },
    );
    await expect(fetch('https://a.example')).rejects.toBe(failure);
  });
});

describe('options that people bring from elsewhere', () => {
  it.each([
    ['retries', 'the policy has maxAttempts, which counts the first attempt too'],
    ['maxAttempts', 'it belongs into the policy, the first argument'],
    ['quotas', 'it belongs into the policy, the first argument'],
  ])('%s among the options of a client: the error says where it belongs', (name, hint) => {
    expect(() => createClient({}, { [name]: 3 } as never)).toThrow(hint);
  });

  it('the provider is named as the option is, with the nearest name that is known', async () => {
    // The first client of a process, and one that finds loaded what does the work.
    for (let turn = 0; turn < 2; turn++) {
      const client = createClient({}, { provider: 'antropic', fetch: async () => new Response() });
      const calls = [client.fetch('https://api.example/'), client.execute(() => 1), client.map([1], () => 1)];
      const told = /^provider: "antropic" is not allowed.*anthropic\?/;
      await Promise.all(calls.map((call) => expect(call).rejects.toThrow(told)));
    }
  });
});

describe('listening', () => {
  // Before what does the work is loaded, and after.
  const early = createClient();
  const late = createClient();

  it.each<[string, Client]>([
    ['a new client', early],
    ['a client that has worked', late],
  ])('%s refuses kinds that nothing ever tells, and what is no function', async (_, client) => {
    if (client === late) await late.execute(() => 1);
    expect(() => client.on('retried' as never, () => {})).toThrow(/kind: "retried" is not allowed; give one of sent/);
    expect(() => client.on('answer' as never, () => {})).toThrow('did you mean answered?');
    expect(() => client.on('sent', undefined as never)).toThrow('listener: missing; give a function');
  });
});
