// The real packages of the providers against the emulator: they work, plain and streamed, and a refusal is their own
// typed error for rate limits, with the headers that they read from it. Their own retries are off.

import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI } from '@google/genai';
import { Octokit, RequestError } from 'octokit';
import OpenAI, { AzureOpenAI } from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { createEmulator, type EmulatorOptions, type EmulatorServer, listen } from '../../src/emulator/index.js';
import { clockFrom } from './providers.js';

let servers: EmulatorServer[] = [];

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

/** A provider that lets two requests in, each answered with 12 output tokens. */
async function start(rules: string, options: Partial<EmulatorOptions> = {}): Promise<string> {
  const amount = { amount: 2 };
  const limits = rules === 'github' ? { core: amount } : { requests: amount };
  const server = await listen(createEmulator({ rules, limits, outputTokens: 12, ...options }));
  servers.push(server);
  return server.address;
}

async function errorOf(promise: Promise<unknown>): Promise<Record<string, never>> {
  return await promise.then(
    () => expect.fail('it was let in'),
    (error) => error,
  );
}

const words = (text: string): number => text.split(' ').length;

describe('@anthropic-ai/sdk', () => {
  const clientOf = (baseURL: string) => new Anthropic({ baseURL, apiKey: 'test', maxRetries: 0 });
  const request = { model: 'claude', max_tokens: 100, messages: [{ role: 'user' as const, content: 'hello' }] };

  it('plain, streamed, and refused with RateLimitError', async () => {
    const client = clientOf(await start('anthropic'));
    const plain = await client.messages.create(request);
    expect(plain.usage.output_tokens).toBe(12);
    expect(plain.stop_reason).toBe('end_turn');
    const stream = client.messages.stream(request);
    let text = '';
    stream.on('text', (part) => {
      text += part;
    });
    const whole = await stream.finalMessage();
    expect([words(text), whole.usage.output_tokens, whole.stop_reason]).toEqual([12, 12, 'end_turn']);
    const error = await errorOf(client.messages.create(request));
    expect(error).toBeInstanceOf(Anthropic.RateLimitError);
    expect(error).toMatchObject({ status: 429, error: { error: { type: 'rate_limit_error' } } });
    expect(Number((error as unknown as { headers: Headers }).headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('overload is its InternalServerError with 529, and a stream that fails in the middle an APIError', async () => {
    const overloaded = clientOf(await start('anthropic', { conditions: [{ condition: 'overload' }] }));
    expect(await errorOf(overloaded.messages.create(request))).toMatchObject({ status: 529 });
    const failing = clientOf(await start('anthropic', { faults: [{ kind: 'cut-stream', events: 6, by: 'error' }] }));
    const error = await errorOf(failing.messages.stream(request).finalMessage());
    expect(error).toBeInstanceOf(Anthropic.APIError);
    expect(JSON.stringify(error.error)).toContain('overloaded_error');
  });
});

describe('openai', () => {
  const clientOf = (address: string) => new OpenAI({ baseURL: `${address}/v1`, apiKey: 'test', maxRetries: 0 });
  const chat = { model: 'gpt', messages: [{ role: 'user' as const, content: 'hello' }] };

  it('chat completions: plain, streamed, and refused with RateLimitError', async () => {
    const client = clientOf(await start('openai'));
    const plain = await client.chat.completions.create(chat);
    expect(words(plain.choices[0]?.message.content ?? '')).toBe(12);
    expect(plain.usage).toMatchObject({ completion_tokens: 12 });
    let text = '';
    let usage: unknown;
    const stream = await client.chat.completions.create({
      ...chat,
      stream: true,
      stream_options: { include_usage: true },
    });
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage ?? usage;
    }
    expect([words(text), usage]).toEqual([12, expect.objectContaining({ completion_tokens: 12 })]);
    const error = await errorOf(client.chat.completions.create(chat));
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'requests' });
  });

  it('responses: plain, streamed, and refused for want of money', async () => {
    const conditions = [{ condition: 'insufficient-quota', when: { requests: [3] } }];
    const client = clientOf(await start('openai', { conditions }));
    const plain = await client.responses.create({ model: 'gpt', input: 'hello' });
    expect(words(plain.output_text)).toBe(12);
    let text = '';
    let status: string | undefined;
    const stream = await client.responses.create({ model: 'gpt', input: 'hello', stream: true });
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') text += event.delta;
      if (event.type === 'response.completed') status = event.response.status;
    }
    expect([words(text), status]).toEqual([12, 'completed']);
    const error = await errorOf(client.responses.create({ model: 'gpt', input: 'hello' }));
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error).toMatchObject({ code: 'insufficient_quota' });
  });

  it('overload is its InternalServerError with 503, and a request that can never fit a RateLimitError without a wait', async () => {
    const conditions = [{ condition: 'overload', when: { requests: [1] } }];
    const client = clientOf(await start('openai', { conditions, limits: { tokens: { amount: 100 } } }));
    const overloaded = await errorOf(client.chat.completions.create(chat));
    expect(overloaded).toBeInstanceOf(OpenAI.InternalServerError);
    expect(overloaded).toMatchObject({ status: 503, code: 'server_is_overloaded' });
    const tooLarge = await errorOf(client.chat.completions.create({ ...chat, max_tokens: 1000 }));
    expect(tooLarge).toBeInstanceOf(OpenAI.RateLimitError);
    expect(tooLarge.message).toContain('Request too large');
    expect((tooLarge as unknown as { headers: Headers }).headers.get('retry-after')).toBeNull();
  });

  it("Azure's client: streamed, and refused with RateLimitError that tells milliseconds", async () => {
    const endpoint = await start('azure-openai', { limits: { requests: { amount: 12 } } });
    const client = new AzureOpenAI({
      endpoint,
      apiKey: 'test',
      apiVersion: '2024-10-21',
      deployment: 'd',
      maxRetries: 0,
    });
    const error = await errorOf(
      (async () => {
        // Two in 10 s: of so many, one at least comes too soon, also on a machine that takes seconds for each.
        for (let i = 0; i < 50; i++) {
          const stream = await client.chat.completions.create({ ...chat, stream: true });
          let text = '';
          for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
          expect(words(text)).toBe(12);
        }
      })(),
    );
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    const { headers } = error as unknown as { headers: Headers };
    expect(headers.get('x-ratelimit-type')).toBe('Requests');
    expect(Number(headers.get('retry-after-ms'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBe(Math.ceil(Number(headers.get('retry-after-ms')) / 1000));
  });

  it('with its own retries on, waits as long as it is told and is let in', async () => {
    const baseURL = `${await start('openai', { limits: { requests: { amount: 300, burst: 1 } } })}/v1`;
    const client = new OpenAI({ baseURL, apiKey: 'test', maxRetries: 2 });
    await client.chat.completions.create(chat);
    expect(words((await client.chat.completions.create(chat)).choices[0]?.message.content ?? '')).toBe(12);
  });
});

describe('@google/genai', () => {
  const clientOf = (baseUrl: string) => new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl } });
  const request = { model: 'gemini-pro', contents: 'hello' };

  it('plain, streamed, and refused with ApiError', async () => {
    const { models } = clientOf(await start('gemini', { clock: clockFrom(Date.UTC(2026, 0, 1, 12)) }));
    const plain = await models.generateContent(request);
    expect([words(plain.text ?? ''), plain.usageMetadata?.candidatesTokenCount]).toEqual([12, 12]);
    let text = '';
    for await (const chunk of await models.generateContentStream(request)) text += chunk.text ?? '';
    expect(words(text)).toBe(12);
    const error = await errorOf(models.generateContent(request));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(429);
    expect(error.message).toContain('RESOURCE_EXHAUSTED');
    expect(error.message).toContain('retryDelay');
    expect(await errorOf(models.generateContentStream(request))).toBeInstanceOf(ApiError);
  });
});

describe('octokit', () => {
  const clientOf = (baseUrl: string) =>
    new Octokit({ baseUrl, auth: 'test', throttle: { enabled: false }, retry: { enabled: false } });

  it('plain, as a stream of bytes, and refused with RequestError', async () => {
    const octokit = clientOf(await start('github'));
    const plain = await octokit.request('GET /repos/{owner}/{repo}', { owner: 'a', repo: 'b' });
    expect([plain.status, plain.headers['x-ratelimit-remaining']]).toEqual([200, '1']);
    const streamed = await octokit.request('GET /repos/{owner}/{repo}/zipball', {
      owner: 'a',
      repo: 'b',
      request: { parseSuccessResponseBody: false },
    });
    expect(await new Response(streamed.data as unknown as ReadableStream).json()).toEqual({ ok: true });
    const error = await errorOf(octokit.request('GET /repos/{owner}/{repo}', { owner: 'a', repo: 'b' }));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      status: 403,
      response: { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-resource': 'core' } },
    });
    expect(error.message).toContain('API rate limit exceeded');
  });

  it('with its own throttling on, its hooks are told which limit it was', async () => {
    const told: unknown[] = [];
    const hook = (kind: string) => (retryAfter: number) => {
      told.push([kind, retryAfter]);
      return false;
    };
    const throttle = { onRateLimit: hook('primary'), onSecondaryRateLimit: hook('secondary') };
    const conditions = [{ condition: 'secondary', when: { requests: [1] } }];
    const octokit = new Octokit({
      baseUrl: await start('github', { conditions, limits: { core: { amount: 1, windowMs: 60_000 } } }),
      throttle,
      retry: { enabled: false },
    });
    const ask = () => octokit.request('GET /repos/{owner}/{repo}', { owner: 'a', repo: 'b' });
    await errorOf(ask());
    await ask();
    await errorOf(ask());
    expect(told).toEqual([
      ['secondary', 60],
      ['primary', expect.any(Number)],
    ]);
  });
});
