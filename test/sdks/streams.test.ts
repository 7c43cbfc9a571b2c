import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/runtime/client.js';
import { policyFor } from '../../src/runtime/policy-for.js';
import { sdkOptions } from '../../src/runtime/sdk-options.js';
import { batch } from './batch.js';
import { anthropic, GENERATE, gemini, messages, openai } from './providers.js';

const CALLS = 20;
const SMALL = { amount: 10, windowMs: 500 };
const PLENTY = { amount: 1e9, windowMs: 60_000 };

/** Reads a stream to its end; the events that came. */
async function read<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe('streams through an SDK', () => {
  it.concurrent('openai: all of twenty are read to the end, with their usage', async () => {
    const usages: unknown[] = [];
    const { lost, seen, early } = await batch(
      { rules: 'openai', limits: { requests: SMALL, tokens: PLENTY } },
      CALLS,
      (address) => {
        const client = openai(address, sdkOptions('openai'));
        const stream_options = { include_usage: true };
        return async () => {
          const stream = await client.chat.completions.create({ model: 'm', messages, stream: true, stream_options });
          usages.push((await read(stream)).at(-1)?.usage?.completion_tokens);
        };
      },
    );
    expect({ lost, served: seen.served, early }).toEqual({ lost: 0, served: CALLS, early: 0 });
    expect(usages.every((tokens) => typeof tokens === 'number' && tokens > 0)).toBe(true);
  });

  it.concurrent('@anthropic-ai/sdk: all of twenty end with the whole message', async () => {
    const ends: unknown[] = [];
    const { lost, seen, early } = await batch(
      { rules: 'anthropic', limits: { requests: SMALL, inputTokens: PLENTY, outputTokens: PLENTY } },
      CALLS,
      (address) => {
        const client = anthropic(address, sdkOptions('anthropic'));
        return async () => {
          const stream = client.messages.stream({ model: 'claude-sonnet-4-5', max_tokens: 64, messages });
          ends.push((await stream.finalMessage()).stop_reason);
        };
      },
    );
    expect({ lost, served: seen.served, early }).toEqual({ lost: 0, served: CALLS, early: 0 });
    expect(ends.filter((end) => end === 'max_tokens' || end === 'end_turn')).toHaveLength(CALLS);
  });

  it.concurrent('@anthropic-ai/sdk: an overload in place of the first event is retried, unseen by the SDK', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const text = `event: error\ndata: ${JSON.stringify(overloaded)}\n\n`;
    const answers = [{ headers: { 'content-type': 'text/event-stream' }, body: text }];
    const { lost, seen } = await batch({ rules: 'anthropic', answers }, 1, (address) => {
      const options = sdkOptions('anthropic', policyFor('anthropic', { backoff: { baseMs: 10 } }));
      const client = anthropic(address, options);
      return () => client.messages.stream({ model: 'claude-sonnet-4-5', max_tokens: 64, messages }).finalMessage();
    });
    expect({ lost, requests: seen.requests, served: seen.served }).toEqual({ lost: 0, requests: 2, served: 1 });
  });

  it.concurrent('@google/genai: streams that are refused at first are read to their end', async () => {
    const delay = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.4s' };
    const error = { code: 429, message: 'Please retry in 0.4s.', status: 'RESOURCE_EXHAUSTED', details: [delay] };
    const answers = Array.from({ length: 5 }, () => ({ status: 429, body: { error } }));
    const { lost, seen, early, tookMs } = await batch({ rules: 'gemini', answers }, 5, (address) => {
      const { models } = gemini(address);
      const client = createClient(policyFor('gemini'));
      return () => client.execute(async () => read(await models.generateContentStream(GENERATE)), { idempotent: true });
    });
    expect({ lost, served: seen.served, early }).toEqual({ lost: 0, served: 5, early: 0 });
    expect(tookMs).toBeGreaterThanOrEqual(400);
  });
});
