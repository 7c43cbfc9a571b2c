// Calls of language models: what they are told of their use, and what is charged for it.

import { describe, expect, it } from 'vitest';
import { manualClock } from '../testing/index.js';
import { createEmulator, type EmulatorOptions } from './index.js';

const NOW = Date.UTC(2026, 6, 15, 12, 0, 0);
/** 400 characters: 100 tokens, at four to a token. */
const PROMPT = 'abcd'.repeat(100);

function emulatorOf(rules: string, options: Partial<EmulatorOptions> = {}) {
  const clock = manualClock(NOW);
  return { clock, emulator: createEmulator({ rules, clock, outputTokens: 64, ...options }) };
}

const BODIES: Readonly<Record<string, (stream: boolean, bound: number) => object>> = {
  '/v1/messages': (stream, max_tokens) => ({ stream, max_tokens, messages: [{ content: PROMPT }] }),
  '/v1/chat/completions': (stream, max_tokens) => ({
    stream,
    stream_options: { include_usage: true },
    max_tokens,
    messages: [{ content: [{ text: PROMPT }] }],
  }),
  '/v1/responses': (stream, max_output_tokens) => ({ stream, max_output_tokens, input: PROMPT }),
  '/v1beta/models/g:generateContent': (_, maxOutputTokens) => ({
    contents: [{ parts: [{ text: PROMPT }] }],
    generationConfig: { maxOutputTokens },
  }),
  '/v1beta/models/g:streamGenerateContent?alt=sse': (_, maxOutputTokens) => ({
    contents: [{ parts: [{ text: PROMPT }] }],
    generationConfig: { maxOutputTokens },
  }),
  '/model/m/converse': (_, maxTokens) => ({ messages: [{ text: PROMPT }], inferenceConfig: { maxTokens } }),
};

async function ask(emulator: ReturnType<typeof emulatorOf>['emulator'], path: string, stream: boolean, bound = 1000) {
  const body = JSON.stringify(BODIES[path]?.(stream, bound));
  return await emulator.fetch(`https://x${path}`, { method: 'POST', body });
}

/** The JSON of every event of a stream. */
function eventsOf(text: string): Record<string, unknown>[] {
  return [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json = '']) => JSON.parse(json));
}

/** The value at a dotted path, through lists as well. */
function dig(value: unknown, path: string): unknown {
  return path.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);
}

describe('the usage that is told', () => {
  it.each([
    ['/v1/messages', 'usage.input_tokens', 'usage.output_tokens', 'stop_reason', 'end_turn'],
    ['/v1/chat/completions', 'usage.prompt_tokens', 'usage.completion_tokens', 'choices.0.finish_reason', 'stop'],
    ['/v1/responses', 'usage.input_tokens', 'usage.output_tokens', 'status', 'completed'],
    [
      '/v1beta/models/g:generateContent',
      'usageMetadata.promptTokenCount',
      'usageMetadata.candidatesTokenCount',
      'candidates.0.finishReason',
      'STOP',
    ],
    ['/model/m/converse', 'usage.inputTokens', 'usage.outputTokens', 'stopReason', 'end_turn'],
  ])('%s: 100 tokens in, 64 out', async (path, input, output, reason, end) => {
    const { emulator } = emulatorOf('ietf');
    const response = await ask(emulator, path, false);
    expect(response.headers.get('content-type')).toBe('application/json');
    const said = await response.json();
    expect([input, output, reason].map((at) => dig(said, at))).toEqual([100, 64, end]);
  });

  it.each<[path: string, output: [event: number, at: string], reason: [event: number, at: string], end: string]>([
    ['/v1/messages', [-2, 'usage.output_tokens'], [-2, 'delta.stop_reason'], 'max_tokens'],
    ['/v1/chat/completions', [-1, 'usage.completion_tokens'], [-2, 'choices.0.finish_reason'], 'length'],
    [
      '/v1/responses',
      [-1, 'response.usage.output_tokens'],
      [-1, 'response.incomplete_details.reason'],
      'max_output_tokens',
    ],
    [
      '/v1beta/models/g:streamGenerateContent?alt=sse',
      [-1, 'usageMetadata.candidatesTokenCount'],
      [-1, 'candidates.0.finishReason'],
      'MAX_TOKENS',
    ],
  ])('%s as a stream, cut at the 40 tokens that were allowed', async (path, output, reason, end) => {
    const { emulator } = emulatorOf('ietf');
    const response = await ask(emulator, path, true, 40);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = eventsOf(await response.text());
    expect([output, reason].map(([event, at]) => dig(events.at(event), at))).toEqual([40, end]);
  });

  it("comes at the end of OpenAI's stream only for whoever asked", async () => {
    const { emulator } = emulatorOf('openai');
    const body = JSON.stringify({ stream: true, messages: [] });
    const response = await emulator.fetch('https://x/v1/chat/completions', { method: 'POST', body });
    const text = await response.text();
    expect(text).not.toContain('usage');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('Gemini streams a JSON array unless asked for events', async () => {
    const { emulator } = emulatorOf('gemini');
    const body = JSON.stringify({ contents: [{ parts: [{ text: PROMPT }] }] });
    const response = await emulator.fetch('https://x/v1beta/models/g:streamGenerateContent', { method: 'POST', body });
    const parts = (await response.json()) as { candidates: { content: { parts: { text: string }[] } }[] }[];
    const text = parts.map(({ candidates }) => candidates[0]?.content.parts[0]?.text).join('');
    expect(text.split(' ')).toHaveLength(64);
  });

  it.each(['?alt=sse', ''])(
    'Gemini ends a stream that fails in the middle with an error of the same form: %s',
    async (query) => {
      const last = async (events: number) => {
        const { emulator } = emulatorOf('gemini', { faults: [{ kind: 'cut-stream', events, by: 'error' }] });
        const url = `https://x/v1beta/models/g:streamGenerateContent${query}`;
        const text = await (await emulator.fetch(url, { method: 'POST', body: '{}' })).text();
        return query === '' ? JSON.parse(text).at(-1) : eventsOf(text).at(-1);
      };
      const unavailable = { error: { code: 503, status: 'UNAVAILABLE' } };
      expect(await last(3)).toMatchObject(unavailable);
      expect(await last(0)).toMatchObject(unavailable);
    },
  );

  it('an output of nothing is still an answer', async () => {
    const { emulator } = emulatorOf('gemini', { outputTokens: 0 });
    const response = await ask(emulator, '/v1beta/models/g:streamGenerateContent?alt=sse', true);
    expect(eventsOf(await response.text())).toHaveLength(1);
  });
});

describe('what is charged', () => {
  const exact = { limits: { inputTokens: { amount: 1e6 }, outputTokens: { amount: 1e6 } } };

  it('Anthropic: the input without what came from a cache, and the output that was produced', async () => {
    const { emulator } = emulatorOf('anthropic', {
      limits: { inputTokens: { amount: 3000 }, outputTokens: { amount: 1000 } },
      outputTokens: 400,
      cachedShare: 0.9,
    });
    // 10 of 100 input tokens count: 300 requests would fit; 400 output tokens: the third request ends in a debt.
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await ask(emulator, '/v1/messages', false)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(emulator.seen().requests.at(-1)).toMatchObject({ by: 'outputTokens' });
  });

  it('of a stream that its reader leaves, what had been produced by then', async () => {
    // So slow that nothing comes back meanwhile.
    const limits = { inputTokens: { amount: 1e6 }, outputTokens: { amount: 1e6, windowMs: 1e9 } };
    const { clock, emulator } = emulatorOf('anthropic', { limits, outputTokens: 64_000, tokenMs: 1 });
    const response = await ask(emulator, '/v1/messages', true, 64_000);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    // Three events before the first token, then 2,000 tokens each.
    for (let event = 0; event < 13; event++) {
      const read = reader.read();
      await clock.advance(event < 3 ? 0 : 2000);
      await read;
    }
    await reader.cancel();
    const next = await ask(emulator, '/v1/messages', true);
    // Its own headers do not have it yet.
    expect(next.headers.get('anthropic-ratelimit-output-tokens-remaining')).toBe('980000');
  });

  it('Anthropic: the output of a stream as it is produced, so that the next request is refused before it ends', async () => {
    const limits = { requests: { amount: 1e6 }, inputTokens: { amount: 1e6 }, outputTokens: { amount: 6000 } };
    const { clock, emulator } = emulatorOf('anthropic', { limits, outputTokens: 64_000, tokenMs: 1 });
    const response = await ask(emulator, '/v1/messages', true, 64_000);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const asked = async () => (await ask(emulator, '/v1/messages', true)).headers;
    const seen = [];
    // 2,000 tokens each 2 s, of which the bucket gets 200 back.
    for (let event = 0; event < 8; event++) {
      const read = reader.read();
      await clock.advance(event < 3 ? 0 : 2000);
      await read;
      if (event > 2) seen.push((await asked()).get('anthropic-ratelimit-output-tokens-remaining'));
    }
    expect(seen).toEqual(['4000', '2000', '0', '0', '0']);
    expect((await asked()).get('retry-after')).not.toBeNull();
    await reader.cancel();
    expect((await asked()).get('anthropic-ratelimit-output-tokens-remaining')).toBe('0');
  });

  it('of a request that is given up before its answer, the input alone', async () => {
    const { clock, emulator } = emulatorOf('anthropic', { ...exact, latencyMs: 10_000 });
    const { signal, abort } = withAbort();
    const body = JSON.stringify({ max_tokens: 100, messages: [{ content: 'x'.repeat(4e6) }] });
    const call = emulator.fetch('https://x/v1/messages', { method: 'POST', body, signal });
    await clock.advance(0);
    abort();
    await expect(call).rejects.toThrow('no longer wanted');
    const next = emulator.fetch('https://x/v1/messages', { method: 'POST', body });
    await clock.run();
    expect((await next).status).toBe(429);
    expect(emulator.seen().requests.at(-1)).toMatchObject({ by: 'inputTokens' });
  });

  it('OpenAI: the larger of input and bound, before anything is produced', async () => {
    const { emulator } = emulatorOf('openai', { limits: { tokens: { amount: 2500 } } });
    const left = async () =>
      (await ask(emulator, '/v1/chat/completions', false)).headers.get('x-ratelimit-remaining-tokens');
    expect([await left(), await left(), await left()]).toEqual(['1500', '500', '500']);
    expect(emulator.seen().totals.refused).toBe(1);
  });

  it('a request that can never fit is told so, without a wait', async () => {
    const { emulator } = emulatorOf('openai', { limits: { tokens: { amount: 500 } } });
    const response = await ask(emulator, '/v1/chat/completions', false);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await response.text()).toContain('Request too large');
  });

  it('GraphQL tells its cost in the answer', async () => {
    const { emulator } = emulatorOf('shopify');
    const response = await emulator.fetch('https://x/admin/api/graphql.json', {
      method: 'POST',
      body: '{"query":"{a}"}',
    });
    expect(await response.json()).toMatchObject({ extensions: { cost: { requestedQueryCost: 1 } } });
  });
});

it('a body that is no JSON object is refused, and charged nothing', async () => {
  const { emulator } = emulatorOf('anthropic');
  for (const body of ['', '{', '"text"', 'null', '[]']) {
    const response = await emulator.fetch('https://x/v1/messages', { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  }
  expect(emulator.seen().totals).toMatchObject({ requests: 5, unreadable: 5, served: 0 });
});

it('a prompt nested a hundred thousand deep is read like any other', async () => {
  const { emulator } = emulatorOf('anthropic');
  const body = `{"messages":${'['.repeat(1e5)}"abcd"${']'.repeat(1e5)}}`;
  const response = await emulator.fetch('https://x/v1/messages', { method: 'POST', body });
  expect(((await response.json()) as { usage: { input_tokens: number } }).usage.input_tokens).toBe(1);
});

it('a name of a model is kept up to 256 characters, so that long ones do not fill the memory', async () => {
  const { emulator } = emulatorOf('openai', { limits: { requests: { amount: 1 } } });
  const ask = async (model: string) => {
    const body = JSON.stringify({ model, messages: [] });
    return (await emulator.fetch('https://x/v1/chat/completions', { method: 'POST', body })).status;
  };
  const long = 'm'.repeat(256);
  expect([await ask(`${long}a`), await ask(`${long}b`), await ask(`x${long}`)]).toEqual([200, 429, 200]);
});

function withAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('no longer wanted')) };
}
