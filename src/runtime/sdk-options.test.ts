// What SDKs are given: what the constructors of openai, @anthropic-ai/sdk and @octokit/core take.

import { describe, expect, it } from 'vitest';
import { scriptedClient } from '../../test/support/scripted-client.js';
import { InputError } from '../core/errors.js';
import { createClient } from './client.js';
import { sdkOptions } from './sdk-options.js';

const URL_ = 'https://api.example/v1/chat/completions';
const minute = { status: 429, headers: { 'retry-after': '60' }, body: '{"error":{"message":"slow down"}}' };

describe('options for an SDK', () => {
  it.each(['openai', 'anthropic'] as const)('%s: nothing is retried twice, and no wait runs into a time-out', (sdk) => {
    expect(sdkOptions(sdk)).toEqual({ fetch: expect.any(Function), maxRetries: 0, timeout: 2_147_483_647 });
    expect(sdkOptions(sdk, { deadlineMs: '5m' }).timeout).toBe(301_000);
    expect(sdkOptions(sdk, { deadlineMs: '60d' }).timeout).toBe(2_147_483_647);
  });

  it('octokit: its plugins for retries and throttling are off', () => {
    expect(sdkOptions('octokit')).toEqual({
      request: { fetch: expect.any(Function) },
      retry: { enabled: false },
      throttle: { enabled: false },
    });
  });

  it('share the client that is given', async () => {
    const { client, clock, upstream } = scriptedClient({}, [{ status: 429, headers: { 'retry-after': '1' } }, {}]);
    const answer = sdkOptions('openai', client).fetch(URL_, { method: 'POST' });
    await clock.run();
    expect((await answer).status).toBe(200);
    expect(upstream.seen.map(({ at }) => at)).toEqual([0, 1000]);
  });

  it('a call that is given up comes as a refusal that no SDK repeats', async () => {
    const { client, clock } = scriptedClient({ retryAfter: { maxMs: '10s' } }, [minute]);
    const answer = sdkOptions('openai', client).fetch(URL_);
    await clock.run();
    const response = await answer;
    expect(response.status).toBe(429);
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'retry-after': '60', 'x-should-retry': 'false' });
    expect(await response.json()).toEqual({ error: { message: 'slow down' } });
  });

  it('also one that was never sent', async () => {
    const { client, clock } = scriptedClient({ retryAfter: { maxMs: '10s' } }, [minute]);
    const { fetch } = sdkOptions('anthropic', client);
    void fetch(URL_);
    await clock.advance(1000);
    const answer = fetch(URL_);
    await clock.run();
    const response = await answer;
    expect(response.status).toBe(429);
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'retry-after': '59', 'x-should-retry': 'false' });
    expect(await response.json()).toMatchObject({ error: { type: 'would-wait', code: 'wait-exceeds-max' } });
  });

  it('an answer is handed on as it is, and so is a fault', async () => {
    const fault = new TypeError('Failed to parse URL');
    const { client, clock } = scriptedClient({}, (index) =>
      index === 0 ? { status: 404, body: 'no' } : { error: fault },
    );
    const { fetch } = sdkOptions('openai', client);
    const [first, second] = [fetch(URL_), fetch(URL_).catch((error: unknown) => error)];
    await clock.run();
    expect((await first).headers.has('x-should-retry')).toBe(false);
    expect(await second).toBe(fault);
  });

  it.each<[unknown, string]>([
    ['gemini', 'run its calls with client.execute'],
    ['open-ai', 'did you mean openai?'],
    [undefined, 'sdk: missing; give one of openai, anthropic, octokit'],
  ])('%s is refused', (sdk, sentence) => {
    expect(() => sdkOptions(sdk as never)).toThrow(InputError);
    expect(() => sdkOptions(sdk as never)).toThrow(sentence);
  });
});

it('a client is told from a policy', () => {
  expect(sdkOptions('openai', createClient({ deadlineMs: '1s' })).timeout).toBe(2000);
});
