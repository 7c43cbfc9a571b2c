import { describe, expect, it } from 'vitest';
import { createClient } from '../runtime/client.js';
import { reportOf } from '../runtime/report.js';
import { WholeResponse } from './whole-response.js';

const url = 'https://api.example/v1';
const JSON_FIELDS = new Map([['content-type', 'application/json']]);

function whole(status: number, text: string | null): Response {
  return new WholeResponse(status, '', JSON_FIELDS, text === null ? null : Buffer.from(text)).asResponse;
}

describe('a whole response', () => {
  it('is read by the client for the wait that its body names, and can be read again by whoever passes it on', async () => {
    // google.rpc.RetryInfo, as the APIs of Google send it.
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }];
    const text = JSON.stringify({ error: { code: 429, status: 'RESOURCE_EXHAUSTED', details } });
    const policy = { retryAfter: { maxMs: 1000 } };
    const client = createClient(policy, { fetch: async () => whole(429, text), provider: 'gemini' });
    const response = await client.fetch(url);
    const { reason, retryAfterMs } = reportOf(response) ?? {};
    expect(reason).toBe('wait-exceeds-max');
    expect(retryAfterMs).toBeGreaterThan(6000);
    expect(retryAfterMs).toBeLessThanOrEqual(7000);
    expect(await response.text()).toBe(text);
  });

  it('holds its slot until it has been read, and tells what was used', async () => {
    const quotas = [{ name: 'inputTokens', amount: 1000, windowMs: 60_000, burst: 1000 }];
    const text = JSON.stringify({ type: 'message', usage: { input_tokens: 400, output_tokens: 7 } });
    const options = { fetch: async () => whole(200, text), provider: 'anthropic', cost: () => ({ inputTokens: 100 }) };
    const client = createClient({ quotas, idleTimeoutMs: 1000 }, options);
    const response = await client.fetch(url, { method: 'POST', body: '{}' });
    expect(client.stats().inFlight).toBe(1);
    expect(await response.text()).toBe(text);
    expect(client.stats().inFlight).toBe(0);
    await expect(response.text()).rejects.toThrow(TypeError);
    const [limit] = client.snapshot().buckets[0]?.limits ?? [];
    expect(limit?.name).toBe('inputTokens');
    // 1000 less what was used, and what has come back meanwhile.
    expect(limit?.level).toBeGreaterThanOrEqual(600);
    expect(limit?.level).toBeLessThan(640);
  });

  it('without a body is over at once', async () => {
    const client = createClient({}, { fetch: async () => whole(204, null) });
    const response = await client.fetch(url);
    expect([response.status, response.body, client.stats().inFlight]).toEqual([204, null, 0]);
  });

  it('gives its bytes once, to one reader', async () => {
    const body = whole(200, 'abc').body as ReadableStream<Uint8Array>;
    expect(() => body.getReader({ mode: 'byob' })).toThrow(TypeError);
    const reader = body.getReader();
    expect(() => body.getReader()).toThrow(TypeError);
    expect(Buffer.from((await reader.read()).value as Uint8Array).toString()).toBe('abc');
    expect((await reader.read()).done).toBe(true);
    await body.cancel();
  });
});
